import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Lists of devices")
struct DeviceListTests {
  let world: TestWorld
  let ben: TestDevice
  let anna: TestDevice

  init() throws {
    world = try TestWorld(seed: 70)
    ben = try world.add("@ben:x", "B")
    anna = try world.add("@anna:x", "A")
    try world.syncAll()
    try ben.prepare(world.room)
  }

  private func states(_ user: String = "@anna:x") throws -> [String: DeviceState] {
    Dictionary(
      uniqueKeysWithValues: try ben.machine().devices(of: user).map { ($0.address.device, $0.state) })
  }

  private func query() throws -> OutgoingRequest? {
    try ben.machine().requests().first { $0.name == "keys/query" }
  }

  @Test("A changed list is asked for once, and a list of no common room not at all")
  func changed() throws {
    _ = try Attacker("@stranger:x", "S", on: world.server, seed: 1)
    let second = try Attacker("@anna:x", "A2", on: world.server, seed: 2, isSigned: false)
    try ben.takeSync()
    let request = try #require(try query())
    #expect(
      try JSONDocument(request.request.body ?? []).root["device_keys"].members.map(\.key) == ["@anna:x"])
    try ben.perform([request])
    #expect(try query() == nil)
    #expect(try states() == ["A": .signed, "A2": .unsigned])
    try world.server.signDevice(second.address)
    try ben.sync()
    #expect(try states() == ["A": .signed, "A2": .signed])
  }

  @Test("A change while the answer is on its way keeps the list outdated")
  func changedMeanwhile() throws {
    try ben.machine().refresh(["@anna:x"])
    let request = try #require(try query())
    let answer = try world.server.perform(request.request, from: ben.address).answer
    _ = try Attacker("@anna:x", "A2", on: world.server, seed: 2)
    try ben.takeSync()
    try ben.machine().take(answer: answer, to: request)
    #expect(try states()["A2"] == nil)
    #expect(try query() != nil)
    try ben.upkeep()
    #expect(try states()["A2"] == .signed)
  }

  @Test(
    "A user whose server is down keeps the old list, is asked for again later, and does not stop a message")
  func unreachable() throws {
    world.server.unreachable = ["@anna:x"]
    try ben.machine().refresh(["@anna:x"])
    try ben.upkeep()
    #expect(try states() == ["A": .signed])
    #expect(try query() == nil)
    let id = try ben.send("still", to: world.room)
    try anna.sync()
    #expect(anna.read[id] == "still")
    world.clock.advance(minutes: 2)
    #expect(try query() != nil)
  }

  @Test("The devices of a person with no shared room are fetched again before the next key")
  func left() throws {
    world.server.leave("@anna:x", world.room)
    try ben.sync()
    // The server does not tell of it.
    _ = try Attacker("@anna:x", "A2", on: world.server, seed: 2)
    try ben.sync()
    #expect(try query() == nil && states() == ["A": .signed])
    world.server.join("@anna:x", world.room)
    #expect(
      try ben.machine().prepare(room: world.room, for: ben.audience(world.room)).requests.map(\.name) == [
        "keys/query"
      ])
    try ben.prepare(world.room)
    #expect(try states() == ["A": .signed, "A2": .signed])
  }

  @Test("A query that the server refuses does not stop a message, and comes again later")
  func refusedQuery() throws {
    try ben.machine().refresh(["@anna:x"])
    let request = try #require(try query())
    try ben.machine().refused(request, status: 400)
    #expect(try query() == nil)
    #expect(try ben.prepare(world.room).isReady)
    world.clock.advance(minutes: 2)
    #expect(try query() == request)
  }

  @Test("A list that leaves a device out drops it, and its session is replaced")
  func leftOut() throws {
    try ben.send("one", to: world.room)
    try anna.sync()
    let device = try #require(world.server.devices[anna.address])
    world.server.devices[anna.address] = nil
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    #expect(try states().isEmpty)
    let second = try ben.send("two", to: world.room)
    world.server.devices[anna.address] = device
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    let third = try ben.send("three", to: world.room)
    try anna.sync()
    #expect(anna.read[third] == "three")
    #expect(anna.read[second] == nil)
  }

  @Test("Other keys under a known device id are never taken, and the device gets no key any more")
  func swappedKeys() throws {
    let before = try #require(try ben.machine().devices(of: "@anna:x").first)
    let attacker = try Attacker("@anna:x", "A", on: world.server, seed: 4)
    try ben.sync()
    let after = try #require(try ben.machine().devices(of: "@anna:x").first { $0.address.device == "A" })
    #expect(after.state == .replaced && after.identityKey == before.identityKey)
    #expect(after.identityKey != attacker.account.identityKey)
    #expect(try ben.prepare(world.room).withheld[anna.address] == .unverified)
  }

  @Test("A device without its own signature, of another user or under another id is not in the list")
  func wrongObjects() throws {
    let other = try Attacker("@other:x", "O", on: world.server, seed: 5)
    let second = try Attacker("@anna:x", "A2", on: world.server, seed: 6)
    world.server.devices[second.address]?.keys = try second.keys.replacing("m.olm.v1", with: "x.olm.v1").text
    world.server.devices[DeviceAddress(user: "@anna:x", device: "O")] = TestServer.Device(
      keys: other.keys.text)
    world.server.devices[DeviceAddress(user: "@anna:x", device: "A3")] = TestServer.Device(
      keys: second.keys.text)
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    #expect(try states() == ["A": .signed])
  }

  @Test(
    "A signature of another user's key, or of a self-signing key that the master key did not sign, counts for nothing"
  )
  func wrongChain() throws {
    let second = try Attacker("@anna:x", "A2", on: world.server, seed: 7, isSigned: false)
    let own = try #require(world.server.people["@anna:x"])
    // The server makes an identity of its own and signs the device with it, but shows the old master key.
    let forged = try CrossSigningSecrets(randomFor: "@anna:x", with: world.server.suite)
    let keys = try DeviceKeys(second.keys.node, of: "@anna:x", with: world.server.suite)
    world.server.devices[second.address]?.keys = try forged.signed(keys, with: world.server.suite).text
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    #expect(try states() == ["A": .signed, "A2": .unsigned])
    #expect(try ben.machine().identityState(of: "@anna:x") == .known)
    #expect(try ben.machine().identity(of: "@anna:x")?.master.publicKey == own[.master]?.publicKey)
  }

  @Test("A changed identity blocks the room until it is acknowledged; then all get a new key")
  func changedIdentity() throws {
    try ben.send("one", to: world.room)
    try world.server.makeIdentity(of: "@anna:x")
    try world.server.signDevice(anna.address)
    try ben.takeSync()
    let request = try #require(try query())
    let answer = try world.server.perform(request.request, from: ben.address).answer
    #expect(try ben.machine().take(answer: answer, to: request).contains("@anna:x"))
    #expect(try ben.prepare(world.room).blocked == ["@anna:x": .changed])
    #expect(try ben.machine().inspect(ben.audience(world.room)).blocked == ["@anna:x": .changed])
    #expect(throws: MachineError.notPrepared(room: world.room)) { try ben.send("two", to: world.room) }
    let session = try OutboundStore(database: ben.machine().database).session(of: world.room)?.session.id
    try ben.machine().acknowledgeIdentity(of: "@anna:x")
    let id = try ben.send("three", to: world.room)
    #expect(
      try OutboundStore(database: ben.machine().database).session(of: world.room)?.session.id != session)
    try anna.machine().verifyIdentity(
      of: "@anna:x", try #require(world.server.people["@anna:x"]?[.master]).publicKey)
    try anna.sync()
    #expect(anna.read[id] == "three")
  }

  @Test(
    "A verified person whose identity changes blocks the room, and the server cannot unverify by hiding it")
  func verifiedIdentity() throws {
    try ben.machine().verifyIdentity(
      of: "@ben:x", try #require(world.server.people["@ben:x"]?[.master]).publicKey)
    try world.server.verify("@anna:x", by: "@ben:x")
    try ben.sync()
    #expect(try ben.machine().identityState(of: "@anna:x") == .verified)
    try world.server.makeIdentity(of: "@anna:x")
    world.server.verified["@ben:x"] = nil
    try ben.sync()
    #expect(try ben.machine().identityState(of: "@anna:x") == .verificationLost)
    world.server.people["@anna:x"] = nil
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    #expect(try ben.machine().identityState(of: "@anna:x") == .verificationLost)
    #expect(try ben.prepare(world.room).blocked == ["@anna:x": .verificationLost])
  }

  @Test("Verifying our own identity verifies those we signed before")
  func ownVerification() throws {
    try world.server.verify("@anna:x", by: "@ben:x")
    try ben.sync()
    #expect(try ben.machine().identityState(of: "@anna:x") == .known)
    let master = try #require(world.server.people["@ben:x"]?[.master]).publicKey
    try ben.machine().verifyIdentity(of: "@ben:x", master)
    #expect(try ben.machine().identityState(of: "@anna:x") == .verified)
  }

  @Test("A changed own identity blocks every room")
  func ownIdentity() throws {
    try world.server.makeIdentity(of: "@ben:x")
    try ben.sync()
    #expect(try ben.prepare(world.room).blocked == ["@ben:x": .changed])
  }

  @Test("After a gap in the sync positions all lists are asked for again")
  func gap() throws {
    ben.since = "0_0"
    let answer = try node(#"{"next_batch":"9_9"}"#)
    _ = try ben.machine().take(sync: answer, since: "7_7")
    let request = try #require(try query())
    let users = try JSONDocument(request.request.body ?? []).root["device_keys"].members.map(\.key)
    #expect(users == ["@anna:x", "@ben:x"])
  }

  @Test("More devices than anybody has are not stored")
  func flood() throws {
    for number in 0..<1010 {
      let address = DeviceAddress(user: "@anna:x", device: "F\(number)")
      world.server.devices[address] = TestServer.Device(keys: Array("{}".utf8))
    }
    world.server.noteChange(of: "@anna:x")
    try ben.sync()
    #expect(try states() == ["A": .signed])
  }
}
