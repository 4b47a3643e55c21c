import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Sharing room keys, and encrypting")
struct RoomKeySharingTests {
  let world: TestWorld
  let anna: TestDevice
  let ben: TestDevice

  init() throws {
    world = try TestWorld(seed: 80)
    anna = try world.add("@anna:x", "A")
    ben = try world.add("@ben:x", "B")
    try world.syncAll()
  }

  private func session() throws -> String? {
    try OutboundStore(database: anna.machine().database).session(of: world.room)?.session.id
  }

  private func text(_ text: String) throws -> JSONNode { try object { json in json.member("body", text) } }

  private func encrypt(_ text: String, _ transaction: String) throws -> [UInt8] {
    try anna.machine().encrypt(
      room: world.room, for: anna.audience(world.room), type: "m.room.message", content: self.text(text),
      transaction: transaction)
  }

  @Test("Nothing can be encrypted before the server took the keys")
  func keysFirst() throws {
    #expect(throws: MachineError.notPrepared(room: world.room)) { try encrypt("x", "1") }
    var preparation = RoomPreparation()
    var kinds: [String] = []
    repeat {
      preparation = try anna.machine().prepare(room: world.room, for: anna.audience(world.room))
      if !preparation.isReady {
        #expect(throws: MachineError.notPrepared(room: world.room)) { try encrypt("x", "1") }
      }
      kinds += preparation.requests.map(\.name)
      try anna.perform(preparation.requests)
    } while !preparation.isReady
    #expect(kinds == ["keys/query", "keys/claim", "sendToDevice/m.room.encrypted"])
    _ = try encrypt("x", "1")
  }

  @Test("A room that was never seen encrypted is refused, and one with another algorithm")
  func otherRooms() throws {
    #expect(throws: MachineError.notEncrypted(room: "!plain:x")) {
      try anna.machine().prepare(room: "!plain:x", for: anna.audience(world.room))
    }
    try anna.machine().note(encryption: node(#"{"algorithm":"future"}"#), room: "!future:x")
    #expect(try anna.machine().isEncrypted(room: "!future:x"))
    #expect(throws: MachineError.unsupportedAlgorithm(room: "!future:x")) {
      try anna.machine().prepare(room: "!future:x", for: anna.audience(world.room))
    }
  }

  @Test("Encryption that was seen once cannot be switched off", arguments: ["{}", #"{"algorithm":"none"}"#])
  func switchedOff(content: String) throws {
    let event = #"{"type":"m.room.encryption","state_key":"","content":\#(content)}"#
    let sync = #"{"next_batch":"1_0","rooms":{"join":{"!room:x":{"timeline":{"events":[\#(event)]}}}}}"#
    _ = try anna.machine().take(sync: node(sync), since: anna.since)
    #expect(try anna.machine().isEncrypted(room: world.room))
    let id = try anna.send("still encrypted", to: world.room)
    try ben.sync()
    #expect(ben.read[id] == "still encrypted")
  }

  @Test("The same transaction id gives the same bytes, also after a kill; another text under it is refused")
  func retry() throws {
    try anna.prepare(world.room)
    let first = try encrypt("once", "1")
    anna.kill()
    #expect(try encrypt("once", "1") == first)
    try anna.machine().discardSession(room: world.room)
    #expect(try encrypt("once", "1") == first, "a retry needs no key of the room")
    #expect(throws: MachineError.transactionReused("1")) { try encrypt("twice", "1") }
    try anna.machine().sent("1")
    try anna.prepare(world.room)
    #expect(try encrypt("once", "1") != first)
  }

  @Test("The relation stays outside and inside, and nothing else does")
  func relation() throws {
    try anna.prepare(world.room)
    let content = try node(#"{"body":"secret","m.relates_to":{"rel_type":"m.thread","event_id":"$1"}}"#)
    let bytes = try anna.machine().encrypt(
      room: world.room, for: anna.audience(world.room), type: "m.room.message", content: content,
      transaction: "1")
    let outer = try JSONDocument(bytes).root
    #expect(outer["m.relates_to"]?["event_id"]?.string == "$1")
    #expect(
      Set(outer.members.map(\.key)) == [
        "algorithm", "ciphertext", "device_id", "m.relates_to", "sender_key", "session_id",
      ])
    let event = EncryptedEvent(room: world.room, id: "$2", sender: "@anna:x", content: outer)
    guard case .readable(let decrypted) = try anna.machine().decrypt([event])[0] else {
      Issue.record("not readable")
      return
    }
    #expect(decrypted.content["m.relates_to"]?["event_id"]?.string == "$1")
  }

  @Test("A relation that the server changed is not the one that counts, and one it adds is shown")
  func changedRelation() throws {
    try anna.prepare(world.room)
    func read(_ content: String, outer relation: String, _ id: String) throws -> String? {
      let bytes = try anna.machine().encrypt(
        room: world.room, for: anna.audience(world.room), type: "m.room.message", content: node(content),
        transaction: id)
      let text = try JSONDocument(bytes).root["ciphertext"]?.string ?? ""
      let outer = try node(
        #"""
        {"algorithm":"m.megolm.v1.aes-sha2","session_id":"\#(try session() ?? "")","ciphertext":"\#(text)",
        "m.relates_to":{"event_id":"\#(relation)"}}
        """#)
      let event = EncryptedEvent(room: world.room, id: id, sender: "@anna:x", content: outer)
      guard case .readable(let decrypted) = try anna.machine().decrypt([event])[0] else { return nil }
      return decrypted.content["m.relates_to"]?["event_id"]?.string
    }
    #expect(try read(#"{"m.relates_to":{"event_id":"$right"}}"#, outer: "$wrong", "$1") == "$right")
    #expect(try read("{}", outer: "$added", "$2") == "$added")
  }

  @Test("Rotation after the number of messages of the room")
  func rotationByMessages() throws {
    try anna.machine().note(
      encryption: node(#"{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_msgs":3}"#), room: world.room)
    var sessions: [String?] = []
    for number in 1...7 {
      try anna.send("\(number)", to: world.room)
      sessions.append(try session())
    }
    #expect(Set(sessions[0...2]).count == 1 && Set(sessions[3...5]).count == 1 && Set(sessions).count == 3)
  }

  @Test(
    "Rotation after the time of the room, between an hour and four weeks",
    arguments: [(0, 10_080), (1000, 60), (7_200_000, 120), (9_000_000_000_000, 40_320)] as [(Int, Int64)])
  func rotationByTime(period: Int, minutes: Int64) throws {
    let value = period == 0 ? "" : #","rotation_period_ms":\#(period)"#
    try anna.machine().note(
      encryption: node(#"{"algorithm":"m.megolm.v1.aes-sha2"\#(value)}"#), room: world.room)
    try anna.send("1", to: world.room)
    let first = try session()
    world.clock.advance(minutes: minutes - 1)
    try anna.send("2", to: world.room)
    #expect(try session() == first)
    world.clock.advance(minutes: 1)
    try anna.send("3", to: world.room)
    #expect(try session() != first)
  }

  @Test("A member who leaves cannot read what comes next; the rest can")
  func leaving() throws {
    let cleo = try world.add("@cleo:x", "C")
    try anna.sync()
    let before = try anna.send("before", to: world.room)
    try cleo.sync()
    world.server.leave("@ben:x", world.room)
    try anna.sync()
    let after = try anna.send("after", to: world.room)
    world.server.join("@ben:x", world.room)
    try world.syncAll()
    #expect(ben.read[before] == "before" && ben.read[after] == nil)
    #expect(cleo.read[before] == "before" && cleo.read[after] == "after")
  }

  @Test(
    "A device that vanishes, loses its signature or is blocked cannot read what comes next", arguments: 0..<3)
  func losing(reason: Int) throws {
    let second = try world.add("@ben:x", "B2")
    try anna.sync()
    let before = try anna.send("before", to: world.room)
    try second.sync()
    let device = world.server.devices[second.address]
    switch reason {
    case 0: world.server.devices[second.address] = nil
    case 1:
      // Signed by itself alone.
      let account = try OwnDevice(database: second.machine().database).account()
      let unsigned = try DeviceKeys.unsigned(
        user: "@ben:x", device: "B2", identityKey: account.identityKey, signingKey: account.signingKey)
      world.server.devices[second.address]?.keys = try second.machine().sign(unsigned).text
    default: try anna.machine().setRule(.blocked, for: second.address)
    }
    world.server.noteChange(of: "@ben:x")
    try anna.sync()
    let after = try anna.send("after", to: world.room)
    if reason == 0 { world.server.devices[second.address] = device }
    try world.syncAll()
    #expect(second.read[before] == "before" && second.read[after] == nil)
    #expect(ben.read[after] == "after")
    if reason == 2 {
      #expect(second.failed[after]?.withheldCode == "m.blacklisted")
    } else if reason == 1 {
      #expect(second.failed[after]?.withheldCode == "m.unverified")
    }
  }

  @Test("A change of the history's visibility begins a new session")
  func visibility() throws {
    try anna.send("1", to: world.room, visibility: "shared")
    let first = try session()
    try anna.send("2", to: world.room, visibility: "joined")
    #expect(try session() != first)
  }

  @Test("A new member or device gets the present key and not the earlier messages, and the session goes on")
  func joining() throws {
    let before = try anna.send("before", to: world.room)
    let first = try session()
    let cleo = try world.add("@cleo:x", "C")
    let second = try world.add("@ben:x", "B2")
    try anna.sync()
    let after = try anna.send("after", to: world.room)
    #expect(try session() == first)
    for device in [cleo, second] {
      try device.sync()
      device.raw[before] = EncryptedEvent(
        room: world.room, id: before, sender: "@anna:x",
        content: try JSONDocument(world.server.events.first { $0.id == before }?.content ?? []).root)
      try device.decryptAll()
      #expect(device.read[after] == "after" && device.read[before] == nil)
      #expect(device.failed[before] == .keyBeginsLater(session: first ?? ""))
    }
  }

  @Test("Invited people get the key, unless the history is for joined people only")
  func invited() throws {
    let cleo = try world.add("@cleo:x", "C")
    try anna.sync()
    func audience(_ visibility: String) -> RoomAudience {
      RoomAudience(joined: ["@anna:x", "@ben:x"], invited: [cleo.address.user], visibility: visibility)
    }
    #expect(audience("joined").users == ["@anna:x", "@ben:x"])
    #expect(audience("invited").users.count == 3 && audience("shared").users.count == 3)
  }

  @Test("An unsigned device is told once why it gets no key, and gets it once it is signed")
  func unsigned() throws {
    let second = try world.add("@ben:x", "B2", isSigned: false)
    try anna.sync()
    try anna.machine().track(["@ben:x"])
    try anna.upkeep()
    #expect(try anna.machine().inspect(anna.audience(world.room)).withheld == [second.address: .unverified])
    let first = try anna.send("1", to: world.room)
    // All devices are looked at again.
    world.server.noteChange(of: "@ben:x")
    try anna.sync()
    try anna.send("2", to: world.room)
    try anna.upkeep()
    try second.sync()
    #expect(second.failed[first]?.withheldCode == "m.unverified")
    let told = world.server.requests.filter { $0.request.path.dropFirst().first == "m.room_key.withheld" }
    #expect(told.count == 1)
    try world.server.signDevice(second.address)
    try anna.sync()
    let third = try anna.send("3", to: world.room)
    try second.sync()
    #expect(second.read[third] == "3")
  }

  @Test("A device without one-time keys is told once, is left out, and tried again later")
  func noKeys() throws {
    world.server.devices[ben.address]?.oneTimeKeys = []
    let fallback = world.server.devices[ben.address]?.fallback
    world.server.devices[ben.address]?.fallback = nil
    let first = try anna.prepare(world.room)
    #expect(first.withheld == [ben.address: .noOlm] && first.isReady)
    let id = try anna.send("1", to: world.room)
    try anna.upkeep()
    let claims = world.server.requests.filter { $0.request.path == ["keys", "claim"] }.count
    try anna.send("2", to: world.room)
    #expect(world.server.requests.filter { $0.request.path == ["keys", "claim"] }.count == claims)
    try ben.takeSync()
    #expect(ben.failed[id]?.withheldCode == "m.no_olm")
    world.server.devices[ben.address]?.fallback = fallback
    world.clock.advance(minutes: 11)
    let third = try anna.send("3", to: world.room)
    try ben.takeSync()
    #expect(ben.failed[third] == .unknownDevice, "its list has not come")
    try ben.sync()
    #expect(ben.read[third] == "3")
  }

  @Test("A one-time key without the device's signature begins no session")
  func forgedKey() throws {
    let attacker = try Attacker("@mallory:x", "M", on: world.server, seed: 4)
    let forged = try object { json in json.member("key", attacker.account.identityKey.base64) }
    let signed = try attacker.account.sign(Array(forged.raw))
    let text =
      #"{"key":"\#(attacker.account.identityKey.base64)","signatures":{"@ben:x":{"ed25519:B":"\#(Base64.text(signed))"}}}"#
    world.server.devices[ben.address]?.oneTimeKeys = [("signed_curve25519:AAAA", Array(text.utf8))]
    #expect(try anna.prepare(world.room).withheld == [ben.address: .noOlm])
    let device = try #require(try anna.machine().devices(of: "@ben:x").first)
    #expect(try !OlmSessions(database: anna.machine().database).hasSession(with: device))
  }

  @Test("60 devices get one key in two requests")
  func manyDevices() throws {
    for number in 0..<60 { try world.add("@p\(number):x", "P") }
    try anna.sync()
    var sent = 0
    for _ in 0..<10 {
      let preparation = try anna.machine().prepare(room: world.room, for: anna.audience(world.room))
      sent += preparation.requests.filter { $0.name == "sendToDevice/m.room.encrypted" }.count
      if preparation.isReady { break }
      try anna.perform(preparation.requests)
    }
    #expect(sent == 2)
    let id = try anna.send("all", to: world.room)
    try world.syncAll()
    #expect(world.devices.allSatisfy { $0.read[id] == "all" })
  }

  @Test("A request that the server refuses for good makes a new session")
  func refusedRequest() throws {
    try anna.prepare(world.room)
    let first = try session()
    try anna.machine().discardSession(room: world.room)
    let preparation = try anna.machine().prepare(room: world.room, for: anna.audience(world.room))
    try anna.machine().refused(try #require(preparation.requests.first), status: 413)
    #expect(throws: MachineError.notPrepared(room: world.room)) { try encrypt("x", "1") }
    let id = try anna.send("x", to: world.room)
    try ben.sync()
    #expect(ben.read[id] == "x")
    #expect(try session() != first)
  }
}

extension UnreadableReason {
  /// The code of a withheld key.
  var withheldCode: String? { if case .keyWithheld(_, let code) = self { code } else { nil } }
}
