import Ciphers
import CrossSigning
import EncryptionTestSupport
import MachineTestSupport
import Recovery
import TestSupport
import Testing

@Suite("Signing a device")
struct DeviceSigningTests {
  let suite: CipherSuite
  let server: AccountServer

  init() throws {
    suite = try .seeded(TestSeed.value)
    server = AccountServer("@ann:a.org", suite)
  }

  @Test("A device is signed although the master key signed itself, and a device that is gone signed it")
  func earlierSignatures() throws {
    let phone = try Login("PHONE", to: server, suite)
    let plan = try phone.plan()
    try phone.perform(plan.steps)
    let key = plan.newKeyText
    let master = try #require(plan.secrets[.master])
    // As Element makes it.
    server.identity[.master] = try server.identity[.master]?.signed(
      by: master, of: server.user, named: master.publicKey.base64, with: suite)
    server.devices["PHONE"] = nil
    let laptop = try Login("LAPTOP", to: server, suite)
    let steps = try laptop.plan(typed: key).steps
    #expect(steps.map(\.kind) == [.signDevice])
    #expect(try laptop.perform(steps) == 1 && laptop.isSigned)
    let signed = try #require(server.identity[.master])
    for name in ["PHONE", "LAPTOP", master.publicKey.base64] {
      #expect(signed.hasSignature(of: server.user, by: name), "\(name)")
    }
  }
}
