import Ciphers
import CrossSigning
import EncryptionTestSupport
import TestSupport
import Testing

@Suite("Remembered identities")
struct IdentityRecordTests {
  let first: Ed25519PublicKey
  let second: Ed25519PublicKey

  init() throws {
    let suite = try CipherSuite.seeded(TestSeed.value)
    first = try Ed25519PrivateKey(randomWith: suite).publicKey
    second = try Ed25519PrivateKey(randomWith: suite).publicKey
  }

  /// What can happen to a record, with the state after it.
  enum Step {
    /// Sees the first key, the second, or none (0), perhaps verified.
    case see(Int, verified: Bool, IdentityState)
    case own(Int, IdentityState)
    case acknowledge(IdentityState)
    case verify(Int, IdentityState)
  }

  @Test(
    "A change is noticed until it is acknowledged, a lost verification as well",
    arguments: [
      [
        Step.see(1, verified: false, .known), .see(2, verified: false, .changed),
        .see(2, verified: false, .changed),
      ],
      [.see(2, verified: false, .changed), .see(1, verified: false, .known)],
      [.see(2, verified: false, .changed), .acknowledge(.known), .see(1, verified: false, .changed)],
      [.see(0, verified: false, .hidden), .see(2, verified: false, .changed)],
      [.see(0, verified: true, .hidden), .acknowledge(.hidden), .see(1, verified: false, .known)],
      // Verified on this or another device.
      [.see(1, verified: true, .verified), .see(2, verified: false, .verificationLost)],
      [.see(1, verified: true, .verified), .see(0, verified: false, .verificationLost)],
      [
        .verify(1, .verified), .see(1, verified: false, .verificationLost),
        .see(1, verified: true, .verified),
      ],
      [
        .verify(1, .verified), .see(2, verified: false, .verificationLost),
        .see(1, verified: true, .verified),
      ],
      [
        .verify(1, .verified), .see(2, verified: false, .verificationLost), .acknowledge(.known),
        .see(2, verified: false, .known), .see(1, verified: false, .changed),
      ],
      [
        .verify(1, .verified), .see(2, verified: true, .verified),
        .see(1, verified: false, .verificationLost),
      ],
      [.see(2, verified: false, .changed), .verify(2, .verified), .see(2, verified: true, .verified)],
      // Our own: only the private key verifies.
      [.own(1, .known), .own(2, .changed), .own(1, .known)],
      [.verify(1, .verified), .own(1, .verified), .own(2, .verificationLost), .own(1, .verified)],
      [.verify(1, .verified), .own(0, .verificationLost), .own(1, .verified)],
      [.verify(1, .verified), .own(2, .verificationLost), .verify(2, .verified), .own(2, .verified)],
    ])
  func steps(steps: [Step]) {
    var record = IdentityRecord(firstSeen: first)
    #expect(record.state == .known)
    func key(_ number: Int) -> Ed25519PublicKey? { [nil, first, second][number] }
    for step in steps {
      let expected: IdentityState
      switch step {
      case .see(let number, let verified, let state):
        record.observe(key(number), isVerified: verified)
        expected = state
      case .own(let number, let state):
        record.observe(own: key(number))
        expected = state
      case .acknowledge(let state):
        record.acknowledge()
        expected = state
      case .verify(let number, let state):
        if let key = key(number) { record.verify(key) }
        expected = state
      }
      #expect(record.state == expected, "after \(step)")
      if record.state == .verified { #expect(record.pinned == record.current) }
      let stored = IdentityRecord(
        pinned: record.pinned, current: record.current, isVerified: record.isVerified,
        wasVerified: record.wasVerified)
      #expect(stored == record)
    }
  }
}
