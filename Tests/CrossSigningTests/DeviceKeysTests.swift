import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import TestSupport
import Testing

@Suite("Keys of devices")
struct DeviceKeysTests {
  let suite: CipherSuite
  var ann: Person

  init() throws {
    suite = try .seeded(TestSeed.value)
    ann = try Person("@ann:a.org", suite)
    try ann.addDevice("PHONE")
  }

  private func read(_ object: SignedObject?, of user: String = "@ann:a.org", device: String? = "PHONE") throws
  {
    _ = try DeviceKeys(#require(object).node, of: user, device: device, with: suite)
  }

  @Test("A device that signed itself is read")
  func valid() throws {
    let device = try DeviceKeys(#require(ann.devices["PHONE"]).node, of: "@ann:a.org", with: suite)
    #expect(device.device == "PHONE")
    let named = try #require(ann.devices["PHONE"]).replacing(
      #"{"algorithms""#, with: #"{"unsigned":{"device_display_name":"Ann's"},"algorithms""#)
    // The server may add a name.
    #expect(try DeviceKeys(named.node, of: "@ann:a.org", with: suite).device == "PHONE")
  }

  @Test("The valid keys of another user or device are refused")
  func others() throws {
    let phone = ann.devices["PHONE"]
    #expect(throws: DeviceKeysError.otherUser("@ann:a.org")) { try read(phone, of: "@bob:a.org") }
    #expect(throws: DeviceKeysError.otherDevice("PHONE")) { try read(phone, device: "LAPTOP") }
    // Equal as Swift compares strings, but not as user ids.
    var person = try Person("@\u{E9}:a.org", suite)
    try person.addDevice("X")
    #expect(throws: DeviceKeysError.otherUser("@\u{E9}:a.org")) {
      try read(person.devices["X"], of: "@e\u{301}:a.org", device: "X")
    }
  }

  @Test("Every changed member breaks the signature")
  func changed() throws {
    let phone = try #require(ann.devices["PHONE"])
    for (old, new) in [("m.megolm.v1", "m.megolm.v2"), (#""algorithms""#, #""x":1,"algorithms""#)] {
      #expect(
        throws: DeviceKeysError.signature(.wrong(user: "@ann:a.org", key: "PHONE"))
      ) { try read(phone.replacing(old, with: new)) }
    }
    #expect(throws: DeviceKeysError.signature(.missing(user: "@ann:a.org", key: "PHONE"))) {
      try read(phone.replacing(#""signatures""#, with: #""Signatures""#))
    }
  }

  @Test("A swapped signing key is refused: the server cannot sign for it")
  func swapped() throws {
    var other = try Person("@ann:a.org", suite)
    try other.addDevice("PHONE")
    let theirs = try #require(other.devices["PHONE"]?.node["keys"]?["ed25519:PHONE"]?.string)
    let ours = try #require(ann.devices["PHONE"]?.node["keys"]?["ed25519:PHONE"]?.string)
    #expect(throws: DeviceKeysError.signature(.wrong(user: "@ann:a.org", key: "PHONE"))) {
      try read(#require(ann.devices["PHONE"]).replacing(ours, with: theirs))
    }
  }

  @Test(
    "Keys that are missing or unusable are told apart",
    arguments: [
      ("{}", DeviceKeysError.malformed), (#"{"user_id": 1, "device_id": "PHONE"}"#, .malformed),
      (#"{"user_id": "@ann:a.org", "device_id": ""}"#, .malformed),
      (#"{"user_id": "@ann:a.org", "device_id": "PHONE"}"#, .withoutKeys),
      (#"{"user_id": "@ann:a.org", "device_id": "PHONE", "keys": {"ed25519:PHONE": "x"}}"#, .withoutKeys),
      (
        #"{"user_id": "@ann:a.org", "device_id": "PHONE", "keys": {"ed25519:PHONE": "x", "curve25519:PHONE": "AAAA"}}"#,
        .unusableKey(.wrongSize(expected: 32, found: 3))
      ),
    ])
  func malformed(sample: (text: String, error: DeviceKeysError)) {
    #expect(throws: sample.error) {
      _ = try DeviceKeys(try node(sample.text), of: "@ann:a.org", with: suite)
    }
  }

  @Test("A signing key of small order, which accepts forged signatures, is refused")
  func smallOrder() throws {
    // The identity point: R = identity and S = 0 verify any text with libcrypto.
    let point = Base64.text([1] + [UInt8](repeating: 0, count: 31))
    let signature = Base64.text([1] + [UInt8](repeating: 0, count: 63))
    let identityKey = try X25519PrivateKey(randomWith: suite).publicKey.base64
    let text = """
      {"user_id": "@ann:a.org", "device_id": "PHONE", "algorithms": [],
       "keys": {"ed25519:PHONE": "\(point)", "curve25519:PHONE": "\(identityKey)"},
       "signatures": {"@ann:a.org": {"ed25519:PHONE": "\(signature)"}}}
      """
    #expect(throws: DeviceKeysError.unusableKey(.unusablePublicKey)) {
      _ = try DeviceKeys(try node(text), of: "@ann:a.org", with: suite)
    }
  }
}
