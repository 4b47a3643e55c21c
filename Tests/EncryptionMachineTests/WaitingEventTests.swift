import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import SQLite
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Events that wait for a key, and the backup")
struct WaitingEventTests {
  let world: TestWorld
  let anna: TestDevice
  let ben: TestDevice

  init() throws {
    world = try TestWorld(seed: 110)
    anna = try world.add("@anna:x", "A")
    ben = try world.add("@ben:x", "B")
    try world.syncAll()
    try ben.machine().track(["@anna:x"])
    try ben.upkeep()
  }

  /// Sends texts whose key stays on its way; the key can be delivered later.
  private func early(_ texts: [String]) throws -> (ids: [String], inbox: [(place: Int, event: [UInt8])]) {
    let ids = try texts.map { try anna.send($0, to: world.room) }
    let inbox = world.server.devices[ben.address]?.inbox ?? []
    world.server.devices[ben.address]?.inbox = []
    try ben.takeSync()
    try ben.upkeep()
    return (ids, inbox.map { ($0.place + 1000, $0.event) })
  }

  @Test("Events that come before their key are listed, and named when the key comes")
  func keyLater() throws {
    let (ids, inbox) = try early(["one", "two"])
    #expect(ids.allSatisfy { ben.failed[$0].map { "\($0)".hasPrefix("keyMissing") } == true })
    #expect(try ben.machine().waitingEvents().map(\.event) == ids)
    #expect(try ben.machine().waitingEvents().allSatisfy { $0.since == world.clock.now })
    #expect(try ben.machine().readableEvents().isEmpty)
    world.server.devices[ben.address]?.inbox = inbox
    try ben.takeSync()
    #expect(ben.effects.last?.readable.map(\.event) == ids)
    #expect(ids.map { ben.read[$0] } == ["one", "two"])
    #expect(try ben.machine().waitingEvents().isEmpty)
  }

  @Test("A program that ends between a key and its events finds them at the next start")
  func killed() throws {
    let (ids, inbox) = try early(["one"])
    world.server.devices[ben.address]?.inbox = inbox
    let answer = try world.server.sync(ben.address, since: ben.since)
    _ = try ben.machine().take(sync: answer, since: ben.since)
    ben.kill()
    #expect(try ben.machine().readableEvents().map(\.event) == ids)
  }

  @Test(
    "A refused key gives the reason, until the key comes",
    arguments: WithheldCode.allCases.map(\.rawValue) + ["m.future"])
  func withheld(code: String) throws {
    let (ids, inbox) = try early(["one"])
    let session = try #require(try ben.machine().waitingEvents().first).session
    for (sender, code) in [("@anna:x", code), ("@mallory:x", "m.blacklisted")] {
      let content = try node(
        #"""
        {"algorithm":"m.megolm.v1.aes-sha2","room_id":"!room:x","session_id":"\#(session)","code":"\#(code)","sender_key":"x"}
        """#)
      world.server.deliver("m.room_key.withheld", content, from: sender, to: ben.address)
    }
    try ben.takeSync()
    #expect(ben.failed[ids[0]]?.withheldCode == code)
    if code != "m.no_olm" { #expect(ben.effects.last?.withheld.first?.event == ids[0]) }
    world.server.devices[ben.address]?.inbox = inbox.map { ($0.place + 1000, $0.event) }
    try ben.takeSync()
    #expect(ben.read[ids[0]] == "one")
    let rows = try ben.machine().database.connection.first(
      "SELECT count(*) FROM withheld WHERE user = ?", .id("@anna:x")
    ) { $0.integer(0) }
    #expect(rows == 0)
  }

  // MARK: Backup

  private func exports(_ device: TestDevice) throws -> [RoomKeyExport] {
    try device.machine().keysToBackUp(atMost: 100)
  }

  @Test("Keys go into the backup once, again after they were extended, and all after a new backup")
  func backup() throws {
    try anna.send("one", to: world.room)
    try ben.sync()
    let keys = try exports(ben)
    #expect(keys.count == 1 && keys[0].isVerified == true && keys[0].firstIndex == 0)
    #expect(keys[0].senderKey.count == 43 && keys[0].signingKey.count == 43)
    try ben.machine().markBackedUp(keys)
    #expect(try exports(ben).isEmpty)
    let earlier = try #require(try exports(anna).first)
    let late = try world.add("@cleo:x", "C")
    try anna.sync()
    try anna.send("two", to: world.room)
    try late.sync()
    try late.machine().markBackedUp(exports(late))
    #expect(try exports(late).isEmpty)
    _ = try late.machine().importKeys([earlier.imported], isBackedUp: true)
    #expect(try exports(late).map(\.firstIndex) == [0])
    try ben.machine().startNewBackup()
    #expect(try exports(ben).count == 1)
    #expect(try exports(anna).map(\.firstIndex) == [0])
  }

  @Test("A key that was extended while the backup was written is not marked as written")
  func extendedMeanwhile() throws {
    try anna.send("one", to: world.room)
    let cleo = try world.add("@cleo:x", "C")
    try anna.sync()
    let id = try anna.send("two", to: world.room)
    try cleo.sync()
    #expect(cleo.read[id] == "two")
    let before = try exports(cleo)
    #expect(before.map(\.firstIndex) == [1])
    let whole = try #require(try exports(anna).first)
    let readable = try cleo.machine().importKeys([whole.imported], isBackedUp: true)
    #expect(readable.isEmpty == cleo.failed.isEmpty)
    try cleo.machine().markBackedUp(before)
    #expect(try exports(cleo).map(\.firstIndex) == [0])
    try cleo.decryptAll()
    // Extended by the backup, but the session is the one that Anna's device sent: shown without a mark.
    #expect(cleo.read.count == 2, "\(cleo.failed)")
  }

  @Test("A key of the backup is replaced by the one that its device sends, which proves the sender")
  func sentAfterBackup() throws {
    let (ids, inbox) = try early(["one"])
    let key = try #require(try exports(anna).first)
    let readable = try ben.machine().importKeys([key.imported], isBackedUp: true)
    #expect(readable.map(\.event) == ids)
    let event = try #require(ben.raw[ids[0]])
    #expect(try trust(event) == .marked(.senderNotProven))
    world.server.devices[ben.address]?.inbox = inbox
    try ben.takeSync()
    #expect(try trust(event) == .shown)
  }

  private func trust(_ event: EncryptedEvent) throws -> MessageTrust? {
    if case .readable(let decrypted) = try ben.machine().decrypt([event])[0] { return decrypted.trust }
    return nil
  }

  @Test(
    "A member who sends another one's key as their own does not hide the backup's, and what it names stays")
  func sentByOther() throws {
    let (ids, _) = try early(["one"])
    let key = try #require(try exports(anna).first)
    let mallory = try Attacker("@mallory:x", "M", on: world.server, seed: 9)
    let outbound = try #require(try OutboundStore(database: anna.machine().database).session(of: world.room))
      .session
    try mallory.send(
      mallory.payload(
        Attacker.roomKey(outbound.sharedForm().utf8, room: world.room, id: outbound.id), to: ben), to: ben)
    try ben.sync()
    #expect(ben.failed[ids[0]] == .wrongSender)
    let claim = RoomKeyImport(
      room: key.room, session: key.session, exported: key.key, senderKey: key.senderKey,
      signingKey: key.signingKey)
    _ = try ben.machine().importKeys([claim], isBackedUp: false)
    let event = try #require(ben.raw[ids[0]])
    #expect(try trust(event) == .marked(.senderNotProven))
    let again = try #require(try exports(ben).first { $0.senderKey == key.senderKey })
    #expect(again.signingKey == key.signingKey && !again.isVerified)
  }

  @Test(
    "A forged key of the backup does not touch a key that was sent, and a key under another id is not taken")
  func forgedBackup() throws {
    let id = try anna.send("one", to: world.room)
    try ben.sync()
    let own = try #require(try exports(ben).first)
    let suite = world.server.suite
    let other = try OutboundMegolmSession(randomWith: suite)
    let known = try InboundMegolmSession(exported: own.key, with: suite)
    // The session's public key with another ratchet, from an earlier index.
    let forged = InboundMegolmSession(suite, publicKey: known.publicKey, first: other.ratchet)
    let key = try forged.exportedForm(from: 0)
    _ = try ben.machine().importKeys(
      [RoomKeyImport(room: world.room, session: own.session, exported: key)], isBackedUp: true)
    let event = try #require(ben.raw[id])
    #expect(try trust(event) == .shown)
    #expect(
      try RoomKeyStore(database: ben.machine().database).keys(room: world.room, session: own.session).count
        == 1)
    let moved = EncryptedEvent(room: world.room, id: "$moved", sender: "@mallory:x", content: event.content)
    guard case .unreadable(.wrongSender) = try ben.machine().decrypt([moved])[0] else {
      Issue.record("another one's event is shown")
      return
    }
    _ = try ben.machine().importKeys(
      [RoomKeyImport(room: world.room, session: "other", exported: key)], isBackedUp: true)
    #expect(
      try RoomKeyStore(database: ben.machine().database).keys(room: world.room, session: "other").isEmpty)
    let next = try anna.send("two", to: world.room)
    try ben.sync()
    #expect(ben.read[next] == "two")
  }
}

extension RoomKeyExport {
  /// The key as it comes out of a backup that does not say who sent it.
  fileprivate var imported: RoomKeyImport { RoomKeyImport(room: room, session: session, exported: key) }
}
