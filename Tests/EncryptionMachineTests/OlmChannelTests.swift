import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import SQLite
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Messages to devices")
struct OlmChannelTests {
  let world: TestWorld
  let anna: TestDevice
  let ben: TestDevice

  init() throws {
    world = try TestWorld(seed: 100)
    anna = try world.add("@anna:x", "A")
    ben = try world.add("@ben:x", "B")
    try world.syncAll()
    for device in [anna, ben] {
      try device.machine().track(["@anna:x", "@ben:x"])
      try device.upkeep()
    }
  }

  private func sessions(_ device: TestDevice, with other: TestDevice) throws -> [OlmSession] {
    let database = try device.machine().database
    let known = try #require(try DeviceStore(database: database).device(other.address))
    return try OlmSessions(database: database).sessions(of: other.address.user, with: known.identityKey)
  }

  private func dropSessions(_ device: TestDevice) throws {
    let database = try device.machine().database
    try database.transaction { () throws(MachineError) in
      try database.connection.run("DELETE FROM olm_session")
    }
  }

  /// Shares a new key of the room, without syncing anybody.
  @discardableResult
  private func share(_ device: TestDevice) throws -> String {
    try device.machine().discardSession(room: world.room)
    return try device.send("from \(device.address.device)", to: world.room)
  }

  @Test("Two devices that begin a session at the same time agree on one and read everything")
  func atOnce() throws {
    let ids = [try share(anna), try share(ben)]
    try world.syncAll()
    for id in ids { #expect(anna.read[id] != nil && ben.read[id] != nil) }
    for _ in 0..<3 {
      try share(anna)
      try ben.sync()
      try share(ben)
      try anna.sync()
    }
    try ben.sync()
    #expect(anna.read.count == 8 && ben.read.count == 8)
    #expect(try sessions(anna, with: ben)[0].id == sessions(ben, with: anna)[0].id)
    #expect(anna.effects.flatMap(\.refusals).isEmpty && ben.effects.flatMap(\.refusals).isEmpty)
  }

  @Test(
    "A lost session is replaced with an m.dummy, keys are shared anew, and this happens at most once an hour")
  func repair() throws {
    try share(anna)
    try ben.sync()
    try share(ben)
    try anna.sync()
    try dropSessions(ben)
    let lost = try share(anna)
    try ben.takeSync()
    #expect(ben.effects.last?.refusals == [.undecryptable])
    let due = try ben.machine().requests()
    #expect(due.map(\.name) == ["keys/claim"])
    try ben.perform(due)
    #expect(try ben.machine().requests().map(\.name) == ["sendToDevice/m.room.encrypted"])
    try ben.upkeep()
    try anna.sync()
    let next = try anna.send("next", to: world.room)
    try ben.sync()
    #expect(ben.read[next] == "next" && ben.read[lost] == nil)
    #expect(ben.failed[lost] != nil)
    // Again within the hour: nothing is done.
    try dropSessions(ben)
    try share(anna)
    try ben.takeSync()
    #expect(ben.effects.last?.refusals == [.undecryptable])
    #expect(try ben.machine().requests().isEmpty)
    world.clock.advance(minutes: 61)
    try share(anna)
    try ben.takeSync()
    #expect(try ben.machine().requests().map(\.name) == ["keys/claim"])
  }

  @Test("A device that asks for repair and then leaves cannot read what comes next")
  func repairAndLeave() throws {
    try share(anna)
    try ben.sync()
    try share(ben)
    try anna.sync()
    let database = try ben.machine().database
    try database.transaction { () throws(MachineError) in
      guard let device = try DeviceStore(database: database).device(anna.address),
        let message = try OlmChannel(database: database).encrypt(
          type: "m.dummy", Secret(copying: Array("{}".utf8)), to: device)
      else { throw .notPrepared(room: world.room) }
      try RequestQueue(database: database).add(
        type: "m.room.encrypted", [anna.address.user: [anna.address.device: message]])
    }
    try ben.upkeep()
    try anna.sync()
    func session() throws -> String? {
      try OutboundStore(database: anna.machine().database).session(of: world.room)?.session.id
    }
    let known = try session()
    world.server.leave("@ben:x", world.room)
    try anna.send("without Ben", to: world.room)
    #expect(try session() != known)
  }

  @Test("A broken session with a device that is gone is not repaired for ever")
  func goneDevice() throws {
    try share(anna)
    try ben.sync()
    try share(ben)
    try anna.sync()
    try dropSessions(anna)
    try share(ben)
    try anna.takeSync()
    #expect(try anna.machine().requests().map(\.name) == ["keys/claim"])
    world.server.removeDevice(ben.address)
    try anna.sync()
    #expect(try anna.machine().requests().isEmpty)
  }

  @Test("A message of a device that is in no list repairs nothing")
  func strangers() throws {
    let stranger = try Attacker("@stranger:x", "S", on: world.server, seed: 1)
    let payload = try stranger.payload(node("{}"), to: ben)
    let first = try stranger.encrypt(payload, to: ben)
    world.server.deliver("m.room.encrypted", first, from: "@other:x", to: ben.address)
    try ben.takeSync()
    #expect(ben.effects.last?.refusals == [.wrongPayload])
    try dropSessions(ben)
    let second = try stranger.encrypt(payload, to: ben)
    world.server.deliver("m.room.encrypted", second, from: "@stranger:x", to: ben.address)
    try ben.takeSync()
    #expect(ben.effects.last?.refusals == [.undecryptable])
    #expect(try ben.machine().requests().filter { $0.name == "keys/claim" }.isEmpty)
  }

  @Test("A first message that comes again is handled once, also after its session was forgotten")
  func replayedFirstMessage() throws {
    let stranger = try Attacker("@stranger:x", "S", on: world.server, seed: 2)
    var payload = try stranger.payload(node(#"{"n":1}"#), to: ben)
    payload.type = "test.ping"
    // With the fallback key, which stays.
    world.server.devices[ben.address]?.oneTimeKeys = []
    let message = try stranger.encrypt(payload, to: ben)
    for round in 0..<3 {
      world.server.deliver("m.room.encrypted", message, from: "@stranger:x", to: ben.address)
      world.server.deliver(
        "test.between", try node(#"{"round":\#(round)}"#), from: "@anna:x", to: ben.address)
      try ben.takeSync()
      if round == 1 { try dropSessions(ben) }
    }
    #expect(ben.effects.flatMap(\.messages).filter { $0.type == "test.ping" }.count == 1)
    #expect(ben.effects.suffix(2).map(\.refusals) == [[.repeated], [.repeated]])
  }

  @Test("A message of a known device that comes again is refused and repairs nothing")
  func repeatedMessage() throws {
    let other = try Attacker("@anna:x", "A2", on: world.server, seed: 3)
    try ben.sync()
    var payload = try other.payload(node(#"{"n":1}"#), to: ben)
    payload.type = "test.ping"
    let message = try other.encrypt(payload, to: ben)
    for round in 0..<2 {
      world.server.deliver("m.room.encrypted", message, from: "@anna:x", to: ben.address)
      try ben.takeSync()
      // So that the server gives it under the next token, as a new one.
      world.server.deliver("test.between", try node(#"{"n":\#(round)}"#), from: "@anna:x", to: ben.address)
      try ben.takeSync()
    }
    #expect(ben.effects.flatMap(\.refusals) == [.repeated])
    #expect(try ben.machine().requests().isEmpty)
  }

  @Test("Messages that a server gives again are handled once, also after a restart")
  func repeatedAnswers() throws {
    for number in 0..<5 {
      world.server.deliver("test.ping", try node(#"{"n":\#(number)}"#), from: "@anna:x", to: ben.address)
    }
    let answer = try world.server.sync(ben.address, since: ben.since)
    var numbers: [Int] = []
    for round in 0..<4 {
      if round == 1 { ben.kill() }
      if round == 2 {
        world.server.deliver("test.ping", try node(#"{"n":9}"#), from: "@anna:x", to: ben.address)
      }
      let now = round < 2 ? answer : try world.server.sync(ben.address, since: ben.since)
      let effects = try ben.machine().take(sync: now, since: ben.since)
      numbers += effects.messages.compactMap { $0.content["n"]?.integer }
    }
    #expect(numbers == [0, 1, 2, 3, 4, 9])
    try ben.takeSync()
    try ben.takeSync()
    let rows = try ben.machine().database.connection.first("SELECT count(*) FROM handled") { $0.integer(0) }
    #expect(rows == 0, "what the server deleted is not kept")
  }

  @Test("More than 100 messages come with several answers, in order")
  func manyMessages() throws {
    for number in 0..<250 {
      world.server.deliver("test.ping", try node(#"{"n":\#(number)}"#), from: "@anna:x", to: ben.address)
    }
    try ben.sync()
    #expect(ben.effects.flatMap(\.messages).compactMap { $0.content["n"]?.integer } == Array(0..<250))
  }

  @Test("Messages that are not for the machine come out, encrypted ones with their device")
  func otherMessages() throws {
    let other = try Attacker("@anna:x", "A2", on: world.server, seed: 3)
    try ben.sync()
    try ben.prepare(world.room)
    var payload = try other.payload(node(#"{"step":1}"#), to: ben)
    payload.type = "m.key.verification.request"
    try other.send(payload, to: ben)
    world.server.deliver(
      "m.key.verification.start", try node(#"{"step":2}"#), from: "@anna:x", to: ben.address)
    try ben.sync()
    let messages = ben.effects.flatMap(\.messages)
    #expect(messages.map(\.isEncrypted) == [true, false])
    #expect(messages.map { $0.device?.address } == [other.address, nil])
    #expect(messages.map { $0.content["step"]?.integer } == [1, 2])
  }

  @Test("A damaged session holds up no other message, and gets a successor")
  func damagedSession() throws {
    try anna.send("before", to: world.room)
    try ben.sync()
    let database = try ben.machine().database
    try database.connection.run("UPDATE olm_session SET pickle = x'00'")
    try anna.machine().discardSession(room: world.room)
    try anna.send("lost", to: world.room)
    let other = try Attacker("@mallory:x", "M", on: world.server, seed: 51)
    var payload = try other.payload(node("{}"), to: ben)
    payload.type = "test.ping"
    try other.send(payload, to: ben)
    try ben.sync()
    #expect(ben.effects.flatMap(\.messages).map(\.type) == ["test.ping"])
    #expect(ben.effects.flatMap(\.refusals) == [.undecryptable])
    try anna.sync()
    let id = try anna.send("after", to: world.room)
    try ben.sync()
    #expect(ben.read[id] == "after", "\(ben.failed)")
  }

  @Test("A damaged room key is as one that is missing, and the others can be read")
  func damagedRoomKey() throws {
    let first = try anna.send("first", to: world.room)
    try anna.machine().discardSession(room: world.room)
    let second = try anna.send("second", to: world.room)
    let answer = try world.server.sync(ben.address, since: ben.since)
    _ = try ben.machine().take(sync: answer, since: ben.since)
    try ben.machine().database.connection.run(
      "UPDATE inbound SET pickle = x'00' WHERE number = (SELECT min(number) FROM inbound WHERE origin = 1)")
    ben.take(timelineOf: answer)
    try ben.decryptAll()
    #expect(ben.read == [second: "second"])
    if case .keyMissing? = ben.failed[first] {} else { Issue.record("\(ben.failed)") }
  }

  @Test("Only the newest sessions with a device are kept")
  func manySessions() throws {
    for seed in 0..<12 {
      let again = try Attacker("@anna:x", "N\(seed)", on: world.server, seed: 50)
      try again.send(again.payload(node("{}"), to: ben), to: ben)
      try ben.takeSync()
    }
    let count = try ben.machine().database.connection.first(
      "SELECT max(n) FROM (SELECT count(*) AS n FROM olm_session GROUP BY peer)"
    ) { $0.integer(0) }
    #expect(count == 8)
  }

  @Test("Every payload has the signed keys of this device (MSC4147)")
  func senderKeys() throws {
    try share(anna)
    try ben.takeSync()
    let key = try RoomKeyStore(database: ben.machine().database).keysToBackUp(10).first { $0.origin == .sent }
    let text = try #require(key?.senderKeys)
    let keys = try DeviceKeys(JSONDocument(text).root, of: "@anna:x", device: "A", with: world.server.suite)
    let signer = try #require(world.server.people["@anna:x"]?[.selfSigning]).publicKey
    #expect(keys.object.hasSignature(of: "@anna:x", by: signer.base64))
  }
}
