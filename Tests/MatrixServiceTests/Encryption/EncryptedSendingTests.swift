import ChatDomain
import DraftEngine
import EncryptionTestSupport
import HTTPTransport
import InMemoryService
import JSON
import MachineTestSupport
import SQLite
import TestSupport
import Testing

@testable import MatrixService

@Suite("Sending to encrypted rooms")
struct EncryptedSendingTests {
  /// The bodies of the requests that send events.
  private static func sent(_ desk: EncryptedDesk) -> [String] {
    desk.server.requests.filter { $0.url.contains("/send/") }.map(\.text)
  }

  /// The session of each encrypted event of Ann.
  private static func sessions(_ desk: EncryptedDesk) throws -> [String] {
    try sent(desk).map { try #require(try node($0)["session_id"]?.string) }
  }

  @Test("The keys go before the event, others read it, and nothing leaves in the clear")
  func order() async throws {
    let desk = try await EncryptedDesk()
    let sent = try await desk.send("the tide", "t1")
    #expect(sent.isEncrypted && sent.encryptionNote == nil && sent.text == "the tide")
    #expect(try desk.read() == ["the tide"])
    let urls = desk.server.requests.map(\.url)
    let key = try #require(urls.lastIndex { $0.contains("/sendToDevice/m.room.encrypted/") })
    let event = try #require(urls.firstIndex { $0.contains("/send/m.room.encrypted/") })
    #expect(key < event)
    #expect(!desk.isInClear("the tide"))
    await desk.desk.close()
  }

  @Test("Without the keys at the server the event does not go, and goes later")
  func keysFirst() async throws {
    let desk = try await EncryptedDesk()
    desk.server.fail("/sendToDevice/", .answer(HTTPResponse(502, "")), times: 100)
    let error = await failure { () throws(ChatError) in try await desk.send("the tide", "t1") }
    #expect(error?.isRefusal == false)
    #expect(desk.server.count("/send/") == 0)
    desk.server.stopFailing()
    desk.desk.clock.advance(by: .seconds(60))
    try await desk.send("the tide", "t1")
    #expect(try desk.read() == ["the tide"])
    await desk.desk.close()
  }

  @Test("A lost answer and a retry send the same bytes, and the message comes once")
  func lostAnswer() async throws {
    let desk = try await EncryptedDesk()
    desk.server.fail("/send/", .lost)
    #expect(await failure { () throws(ChatError) in try await desk.send("the tide", "t1") } != nil)
    try await desk.send("the tide", "t1")
    #expect(Set(Self.sent(desk)).count == 1)
    #expect(try desk.read() == ["the tide"])
    #expect(try await desk.texts() == ["the tide"])
    await desk.desk.close()
  }

  @Test("After a kill between encryption and sending the same bytes go")
  func kill() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    desk.server.fail("/send/", .failure(.interrupted(.waiting)))
    #expect(await failure { () throws(ChatError) in try await desk.send("the tide", "t1") } != nil)
    try await desk.restart()
    try await desk.send("the tide", "t1")
    try await desk.send("after", "t2")
    let bodies = Self.sent(desk)
    #expect(bodies.count == 4 && bodies[1] == bodies[2])
    #expect(try desk.read() == ["before", "the tide", "after"])
    await desk.desk.close()
  }

  @Test("A waiting message that was changed goes as it is now")
  func changedWhileItWaits() async throws {
    let desk = try await EncryptedDesk()
    desk.server.fail("/send/", .failure(.interrupted(.waiting)))
    #expect(await failure { () throws(ChatError) in try await desk.send("the tide", "t1") } != nil)
    try await desk.send("the tide is low", "t1")
    let bodies = Self.sent(desk)
    #expect(bodies.count == 2 && bodies[0] != bodies[1])
    #expect(try desk.read() == ["the tide is low"])
    await desk.desk.close()
  }

  @Test("What the server refused is encrypted anew")
  func refused() async throws {
    let desk = try await EncryptedDesk()
    desk.server.fail("/send/", .answer(HTTPResponse(400, #"{"errcode":"M_BAD_JSON","error":"no"}"#)))
    let error = await failure { () throws(ChatError) in try await desk.send("the tide", "t1") }
    #expect(error?.isRefusal == true)
    try await desk.send("the tide", "t1")
    let bodies = Self.sent(desk)
    #expect(bodies.count == 2 && bodies[0] != bodies[1])
    #expect(try desk.read() == ["the tide"])
    await desk.desk.close()
  }

  @Test("An edit is encrypted, and changes the message for both")
  func edit() async throws {
    let desk = try await EncryptedDesk()
    let message = try await desk.send("so late", "t1")
    let edited = try await desk.service.edit(
      MessageEdit(
        transactionId: "t2", channelId: Said.hill, messageId: message.id, markup: "so very late", files: []))
    #expect(edited.text == "so very late" && edited.isEncrypted)
    #expect(try desk.read() == ["so late", "* so very late"] && !desk.isInClear("so very late"))
    // The server must see what is edited.
    let relation = try node(try #require(Self.sent(desk).last))["m.relates_to"]
    #expect(relation?["rel_type"]?.string == "m.replace")
    #expect(relation?["event_id"]?.string == message.id.rawValue)
    await desk.desk.close()
  }

  @Test("A room that becomes encrypted while a message waits gets it encrypted")
  func becomesEncrypted() async throws {
    let desk = try await EncryptedDesk(isRoomEncrypted: false)
    desk.server.fail("/send/", .answer(.tooMany(4000)))
    let service = desk.service
    let sending = ["first", "secret"].map { text in
      let new = NewMessage(
        transactionId: TransactionID(text), channelId: Said.hill, markup: text, isShownInChannel: true)
      return Task { () async -> ChatError? in
        await failure { () async throws(ChatError) in try await service.send(new) }
      }
    }
    await desk.desk.clock.waitForSleepers()
    desk.server.happen(EncryptedDesk.encryption)
    try await desk.settle()
    desk.desk.clock.advance(by: .seconds(5))
    // The outbox tries again after this error.
    for send in sending { #expect(await send.value == .connection(.interrupted)) }
    let plain = Self.sent(desk)
    #expect(plain.count == 1)
    try await desk.send("first", "first")
    try await desk.send("secret", "secret")
    #expect(desk.server.count("/send/m.room.message/") == 1)
    #expect(try desk.read() == ["first", "secret"])
    await desk.desk.close()
  }

  @Test("A file that was uploaded before its room was encrypted is not sent there")
  func fileFromBefore() async throws {
    let desk = try await EncryptedDesk(isRoomEncrypted: false)
    let service = desk.service
    desk.server.fail("/v1/create", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/a"}"#)))
    let upload = try await service.beginUpload(
      FileDescription(name: "plans", mimeType: "text/plain", size: 3, channelId: Said.hill),
      transactionId: "f")
    _ = try await service.upload([1, 2, 3], at: 0, to: upload)
    let file = try await service.finishUpload(upload)
    desk.server.happen(EncryptedDesk.encryption)
    try await desk.settle()
    let new = NewMessage(transactionId: "t1", channelId: Said.hill, markup: "", files: [file.id])
    let error = await failure { () throws(ChatError) in try await service.send(new) }
    #expect(error == .refused(.invalid("a file from before the channel was encrypted")))
    #expect(Self.sent(desk).isEmpty)
    await desk.desk.close()
  }

  @Test("A user who joins while the key is shared reads the message")
  func joins() async throws {
    let desk = try await EncryptedDesk()
    let latch = Latch()
    desk.server.hold("/sendToDevice/", at: latch)
    let service = desk.service
    let new = NewMessage(
      transactionId: "t1", channelId: Said.hill, markup: "the tide", isShownInChannel: true)
    let sending = Task { () async -> ChatError? in
      await failure { () async throws(ChatError) in try await service.send(new) }
    }
    await latch.untilHeld()
    try desk.world { _ = try $0.add(Said.eve, "EVE") }
    desk.server.happen(Said.member("$eve", Said.eve, "join", name: "Eve", at: 300))
    _ = try await desk.service.currentEventToken()
    desk.server.release()
    latch.open()
    #expect(await sending.value == nil)
    #expect(try desk.read() == ["the tide"])
    #expect(try desk.read(by: "EVE") == ["the tide"])
    await desk.desk.close()
  }

  @Test("After a member leaves, the next message has a new key, which they do not get")
  func leaves() async throws {
    let desk = try await EncryptedDesk()
    try desk.world { _ = try $0.add(Said.eve, "EVE") }
    desk.server.happen(Said.member("$eve", Said.eve, "join", name: "Eve", at: 300))
    try await desk.settle()
    try await desk.send("with Eve", "t1")
    #expect(try desk.read(by: "EVE") == ["with Eve"])
    desk.server.happen(Said.member("$eve2", Said.eve, "leave", at: 400))
    try await desk.settle()
    try await desk.send("without Eve", "t2")
    #expect(try desk.read() == ["with Eve", "without Eve"])
    #expect(try desk.read(by: "EVE") == ["with Eve", nil])
    #expect(Set(try Self.sessions(desk)).count == 2)
    await desk.desk.close()
  }

  @Test("A member who left during a gap gets no key")
  func leavesInGap() async throws {
    let desk = try await EncryptedDesk()
    try desk.world { _ = try $0.add(Said.eve, "EVE") }
    desk.server.happen(Said.member("$eve", Said.eve, "join", name: "Eve", at: 300))
    try await desk.settle()
    try await desk.send("with Eve", "t1")
    // Servers send only the members who write. This one does not show the gap either.
    desk.server.isLazy = true
    desk.server.fail("/messages", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)), times: 5)
    desk.server.happen(
      [Said.member("$eve2", Said.eve, "leave", at: 400)]
        + (0..<60).map { Said.text("$gap\($0)", "message \($0)", at: 500 + $0) })
    try await desk.settle()
    try await desk.send("without Eve", "t2")
    #expect(try desk.read(by: "EVE") == ["with Eve", nil])
    await desk.desk.close()
  }

  @Test(
    "A direct channel is created encrypted, whatever the server says of the other's devices",
    arguments: [true, false])
  func direct(isSigned: Bool) async throws {
    let desk = try await EncryptedDesk(isAnnSigned: isSigned)
    desk.server.fail("/createRoom", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)), times: 1)
    let prospect = ChannelID(prospectWith: Said.eve)
    #expect(try await desk.service.encryptionRecipients(in: prospect).withoutDevice.map(\.id) == [Said.eve])
    _ = try? await desk.service.directChannel(with: Said.eve)
    let bodies = desk.server.requests.filter { $0.url.contains("createRoom") }.map(\.text)
    #expect(bodies.count == 1 && bodies[0].contains("m.megolm.v1.aes-sha2"), "\(bodies)")
    await desk.desk.close()
  }

  @Test(
    "A direct room without encryption is used while the partner is there; if they left, an encrypted one is created",
    arguments: [false, true])
  func unencryptedDirectRoom(hasLeft: Bool) async throws {
    let desk = try await EncryptedDesk(isRoomEncrypted: false)
    desk.server.set("m.direct", #"{"@ben:example.org":["!hill:example.org"]}"#, in: nil)
    if hasLeft { desk.server.happen(Said.member("$gone", Said.ben, "leave", at: 300)) }
    // The members are not known at first.
    desk.server.isLazy = true
    try await desk.loseCache()
    desk.server.fail("/createRoom", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)), times: 1)
    let found = try? await desk.service.directChannel(with: Said.ben)
    #expect(found?.id == (hasLeft ? nil : Said.hill))
    let bodies = desk.server.requests.filter { $0.url.contains("createRoom") }.map(\.text)
    #expect(bodies.count == (hasLeft ? 1 : 0), "\(bodies)")
    #expect(bodies.allSatisfy { $0.contains("m.megolm.v1.aes-sha2") } && desk.server.count("/invite") == 0)
    await desk.desk.close()
  }

  @Test(
    "A direct channel whose creation was not noticed is used by the next attempt, also after a restart",
    arguments: [false, true])
  func createdUnnoticed(isRestarted: Bool) async throws {
    let desk = try await EncryptedDesk()
    let talk = ChannelID("!talk:example.org")
    desk.server.fail("/createRoom", .lost)
    #expect(
      await failure { () throws(ChatError) in try await desk.service.directChannel(with: Said.eve) } != nil)
    desk.server.happen(
      [
        Said.state("$t1", "m.room.create", by: Said.ann, at: 1, #"{"room_version":"11"}"#),
        Said.member("$t2", Said.ann, "join", name: "Ann", at: 2),
        Said.state("$t3", "m.room.encryption", by: Said.ann, at: 3, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#),
        Said.state(
          "$t4", "m.room.member", key: "\(Said.eve)", by: Said.ann, at: 4,
          #"{"membership":"invite","is_direct":true}"#),
      ], in: talk)
    if isRestarted { try await desk.restart() }
    let found = try await desk.service.directChannel(with: Said.eve)
    #expect(found.id == talk && found.channel.isEncrypted && desk.server.count("/createRoom") == 1)
    let direct = desk.server.requests.last { $0.url.contains("m.direct") && $0.method == .put }
    #expect(direct?.text.contains("!talk:example.org") == true)
    await desk.desk.close()
  }

  @Test("A device that is not signed is counted in the warning before Enter, gets no key, and is told why")
  func unsigned() async throws {
    let desk = try await EncryptedDesk()
    try desk.world { _ = try $0.add(Said.ben, "PHONE", isSigned: false) }
    desk.server.nudge()
    try await desk.settle()
    let recipients = try await desk.service.encryptionRecipients(in: Said.hill)
    #expect(recipients.unsignedDevices == 1 && recipients.changed.isEmpty)
    try await desk.send("the tide", "t1")
    #expect(try desk.read() == ["the tide"])
    #expect(try desk.read(by: "PHONE") == [nil])
    let codes = desk.server.requests.filter { $0.url.contains("m.room_key.withheld") }.map(\.text)
    #expect(codes.count == 1 && codes[0].contains("m.unverified") && codes[0].contains("PHONE"))
    await desk.desk.close()
  }
}
