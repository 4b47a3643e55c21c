import Ciphers
import CrossSigning
import EncryptionTestSupport
import MachineTestSupport
import Recovery
import TestSupport
import Testing

@Suite("Simulated setups")
struct SetupSimulationTests {
  @Test(
    "Interrupted and refused setups and resets of many devices never lose the private keys",
    arguments: 0..<(isSoak ? 48 : 8))
  func simulation(number: UInt64) throws {
    let seed = TestSeed.value &+ number
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let suite = try CipherSuite.seeded(seed)
    let server = AccountServer("@ann:a.org", suite)
    let logins = try ["A", "B", "C"].map { try Login($0, to: server, suite) }
    // Every key that the person confirmed, the newest first.
    var keys: [NewRecoveryKey] = []
    for _ in 0..<25 {
      let login = random.one(of: logins)
      server.hasPassword = random.percent(60)
      let plan: SetupPlan
      if random.percent(30) {
        keys.insert(try NewRecoveryKey(randomWith: suite), at: 0)
        plan = try SetupPlan(.reset, for: login.device, in: login.state(), newKey: keys[0], with: suite)
      } else if let found = try complete(login, keys) {
        plan = found
      } else {
        keys.insert(try NewRecoveryKey(randomWith: suite), at: 0)
        plan = try SetupPlan(.complete, for: login.device, in: login.state(), newKey: keys[0], with: suite)
      }
      // Ends early, or is refused by the server.
      try login.perform(plan.steps.prefix(random.below(plan.steps.count + 3)))
      guard try server.keys().identity != nil else { continue }
      #expect(try complete(login, keys)?.secrets[.master] != nil)
    }
    for login in logins {
      server.hasPassword = true
      let plan =
        try complete(login, keys)
        ?? SetupPlan(
          .complete, for: login.device, in: login.state(), newKey: NewRecoveryKey(randomWith: suite),
          with: suite)
      #expect(try login.perform(plan.steps) == plan.steps.count)
      #expect(try login.isSigned)
    }
  }

  /// The plan that one of the keys opens; nil if there is no secret storage yet.
  private func complete(_ login: Login, _ keys: [NewRecoveryKey]) throws -> SetupPlan? {
    guard login.storage.exists else { return nil }
    for key in keys {
      do throws(RecoveryError) {
        let open = try login.storage.open(Login.typed(key), with: login.suite)
        let state: AccountState
        do { state = try login.state(open: open) } catch {
          fatalError("the server does not answer: \(error)")
        }
        return try SetupPlan(
          .complete, for: login.device, in: state, with: login.suite)
      } catch {
        switch error {
        // A key of an earlier or a refused reset.
        case .otherRecoveryKey, .crossSigning(.otherPrivateKey), .secretUnderOtherKey, .secretMissing:
          continue
        default: throw error
        }
      }
    }
    Issue.record("no key opens secret storage for the published identity")
    return nil
  }
}
