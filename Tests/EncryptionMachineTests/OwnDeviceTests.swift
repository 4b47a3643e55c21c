import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Keys of this device")
struct OwnDeviceTests {
  let clock = TestClock()
  let server: TestServer
  let device: TestDevice

  init() throws {
    server = TestServer(try CipherSuite.seeded(5))
    device = try TestDevice("@anna:x", "A", on: server, seed: 55, clock: clock)
  }

  private func upload() throws -> OutgoingRequest? {
    try device.machine().requests().first { $0.name == "keys/upload" }
  }

  private func body(_ request: OutgoingRequest?) throws -> JSONNode {
    try JSONDocument(request?.request.body ?? Array("{}".utf8)).root
  }

  /// A sync answer about the keys on the server.
  private func note(keys: Int?, fallback: String? = nil) throws {
    var parts = [#""next_batch":"s""#]
    if let keys { parts.append(#""device_one_time_keys_count":{"signed_curve25519":\#(keys)}"#) }
    if let fallback { parts.append(#""device_unused_fallback_key_types":\#(fallback)"#) }
    _ = try device.machine().take(sync: node("{\(parts.joined(separator: ","))}"), since: nil)
  }

  @Test("The first upload has device keys, 50 one-time keys and a fallback key, all signed by the device")
  func firstUpload() throws {
    let body = try body(upload())
    let keys = try DeviceKeys(
      try #require(body["device_keys"]), of: "@anna:x", device: "A", with: server.suite)
    #expect(keys.object.node["algorithms"].elements.compactMap(\.string) == DeviceKeys.algorithms)
    #expect(body["one_time_keys"].members.map(\.key).count == 50)
    #expect(body["fallback_keys"].members.map(\.key).count == 1)
    for name in ["one_time_keys", "fallback_keys"] {
      for key in body[name].members {
        #expect(key.key.hasPrefix("signed_curve25519:"))
        #expect(key.value["fallback"]?.bool == (name == "fallback_keys" ? true : nil))
        try SignedObject(key.value).verify(
          signatureOf: "@anna:x", by: "A", keys.signingKey, with: server.suite)
      }
    }
  }

  @Test("A program that ends before the answer uploads the same again")
  func repeatedUpload() throws {
    let first = try upload()
    let (status, _) = try server.perform(try #require(first).request, from: device.address)
    device.kill()
    #expect(try upload() == first)
    #expect(try server.perform(try #require(first).request, from: device.address).status == status)
    try device.upkeep()
    #expect(try device.machine().requests().filter { $0.name == "keys/upload" }.isEmpty)
    #expect(server.devices[device.address]?.oneTimeKeys.count == 50)
  }

  @Test(
    "Keys are made when fewer than 25 are on the server, up to 50",
    arguments: [(24, 26), (25, 0), (0, 50), (200, 0)])
  func refill(onServer: Int, made: Int) throws {
    try device.upkeep()
    try note(keys: nil)
    try note(keys: onServer)
    #expect(try body(upload())["one_time_keys"].members.map(\.key).count == made)
  }

  @Test("An answer that was asked for before an upload does not count")
  func staleCount() throws {
    try device.upkeep()
    // The long poll began before the upload.
    try note(keys: 0, fallback: "[]")
    #expect(try upload() == nil)
    try note(keys: 0)
    #expect(try upload() != nil)
  }

  @Test("An answer without a count says nothing, and a count without our algorithm says 0")
  func missingCount() throws {
    try device.upkeep()
    try note(keys: nil)
    try note(keys: nil)
    #expect(try upload() == nil)
    _ = try device.machine().take(
      sync: node(#"{"next_batch":"s","device_one_time_keys_count":{}}"#), since: nil)
    #expect(try upload() != nil)
  }

  @Test("A used fallback key is renewed, at most once an hour")
  func fallback() throws {
    try device.upkeep()
    try note(keys: 50)
    try note(keys: 50, fallback: "[]")
    #expect(try upload() == nil)
    clock.advance(minutes: 61)
    let renewed = try body(upload())
    #expect(renewed["fallback_keys"].members.map(\.key).count == 1)
    #expect(renewed["one_time_keys"].members.map(\.key).isEmpty)
    try device.upkeep()
    try note(keys: 50)
    try note(keys: 50, fallback: #"["signed_curve25519"]"#)
    clock.advance(minutes: 61)
    #expect(try upload() == nil)
    try note(keys: 50, fallback: "[]")
    #expect(try body(upload())["fallback_keys"].members.map(\.key).count == 1)
  }

  @Test("A refused upload makes other ids, as the server has other keys under these")
  func refusedUpload() throws {
    let request = try #require(try upload())
    let ids = Set(try body(request)["one_time_keys"].members.map(\.key))
    try device.machine().refused(request, status: 400)
    // What the server has is used up first.
    let claims = try device.machine().requests()
    #expect(claims.map(\.name) == ["keys/claim"])
    try device.perform(claims)
    let next = Set(try body(upload())["one_time_keys"].members.map(\.key))
    #expect(next.count == 50 && next.isDisjoint(with: ids))
    try device.machine().refused(request, status: 500)
    #expect(Set(try body(upload())["one_time_keys"].members.map(\.key)) == next)
  }

  @Test("The device's keys get the signature that the server shows")
  func crossSigned() throws {
    try server.makeIdentity(of: "@anna:x")
    try device.upkeep()
    #expect(!(try device.machine().deviceKeys().hasSignature(of: "@anna:x", by: selfSigning())))
    try server.signDevice(device.address)
    try device.machine().refresh(["@anna:x"])
    try device.upkeep()
    #expect(try device.machine().deviceKeys().hasSignature(of: "@anna:x", by: selfSigning()))
    #expect(try device.machine().devices(of: "@anna:x").map(\.state) == [.signed])
  }

  private func selfSigning() throws -> String {
    try #require(server.people["@anna:x"]?[.selfSigning]).publicKey.base64
  }

  @Test("Keys of an earlier database under the same device id are used up, and the own ones are not")
  func earlierKeys() throws {
    let earlier = try Attacker("@anna:x", "A", on: server, seed: 8)
    let old = Set((server.devices[earlier.address]?.oneTimeKeys ?? []).map(\.key))
    #expect(old.count == 5)
    try device.upkeep()
    let keys = server.devices[device.address]?.oneTimeKeys ?? []
    #expect(keys.count == 50 && old.isDisjoint(with: keys.map(\.key)))
    try note(keys: nil)
    try note(keys: 50)
    #expect(try upload() == nil)
  }

  @Test("Device keys that the server lost are uploaded again, and the others are not")
  func lostKeys() throws {
    try device.upkeep()
    try note(keys: nil)
    try note(keys: 50)
    server.devices[device.address]?.keys = []
    try device.machine().refresh(["@anna:x"])
    let query = try #require(try device.machine().requests().first { $0.name == "keys/query" })
    try device.perform([query])
    let body = try body(upload())
    #expect(body["device_keys"] != nil)
    #expect(body["one_time_keys"].members.map(\.key).isEmpty && body["fallback_keys"] == nil)
    try device.upkeep()
    #expect(server.devices[device.address]?.keys.isEmpty == false)
  }

  @Test("Other keys for this device on the server are not taken")
  func replacedKeys() throws {
    try device.upkeep()
    let other = try Attacker("@anna:x", "A", on: server, seed: 9)
    try device.machine().refresh(["@anna:x"])
    try device.upkeep()
    let keys = try device.machine().devices(of: "@anna:x").map(\.identityKey)
    #expect(!keys.contains(other.account.identityKey))
    let own = try DeviceKeys(device.machine().deviceKeys().node, of: "@anna:x", with: server.suite)
    #expect(own.identityKey != other.account.identityKey)
  }
}
