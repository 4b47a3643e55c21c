import ChatDomain
import DraftEngine
import Foundation
import HTTPTransport
import InMemoryService
import Synchronization
import TestSupport
import Testing

@testable import MatrixService

@Suite("Sending")
struct ServiceSendingTests {
  private static func send(
    _ desk: ServiceDesk, _ text: String = "hi", as transaction: TransactionID = "t1"
  ) async throws(ChatError) -> Message {
    try await desk.service.send(NewMessage(transactionId: transaction, channelId: Said.hill, markup: text))
  }

  @Test("The answer is the message as echoed, reported once to all observers")
  func echo() async throws {
    let desk = try await ServiceDesk.onHill()
    let events = EventTap(try await desk.service.events(after: nil))
    let message = try await Self.send(desk)
    #expect(message.id == "$sent-0" && message.transactionId == "t1" && message.text == "hi")
    #expect(await events.next().first?.event == .messageCreated(message))
    // Resending has no effect.
    #expect(try await Self.send(desk, "other words") == message)
    #expect(desk.server.count("/send/") == 1)
    await desk.close()
  }

  @Test("An echo missing for a second is requested, and still reported when it arrives")
  func slowEcho() async throws {
    let desk = try await ServiceDesk.onHill()
    let events = EventTap(try await desk.service.events(after: nil))
    let latch = Latch()
    desk.server.hold("timeout=30000", at: latch)
    async let message = Self.send(desk)
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(1))
    #expect(try await message.id == "$sent-0")
    latch.open()
    #expect(await events.next().first?.event.gist == "created $sent-0")
    await desk.close()
  }

  @Test("After a lost answer the same transaction finds the message, with or without an echo")
  func lost() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/send/", .lost)
    let error = await failure { () async throws(ChatError) in try await Self.send(desk) }
    #expect(error == .connection(.interrupted))
    #expect(try await Self.send(desk).id == "$sent-0")
    #expect(try await desk.history().count { $0.kind == .regular } == 1)
    await desk.close()
  }

  @Test(
    "A sent message in a gap of the timeline is found again")
  func unseen() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen(Said.text("$mine", "hi", by: Said.ann, at: 1, transaction: "t1"))
    server.happen((0..<60).map { Said.text("$\($0)", "message \($0)", at: 2 + $0) })
    let desk = try ServiceDesk(server)
    // The answer arrived, the echo did not.
    try await desk.service.note("t1", as: "$mine", at: desk.clock.now)
    #expect(try await Self.send(desk).id == "$mine")
    #expect(desk.server.count("/send/") == 0)
    await desk.close()
  }

  @Test("If another device of the person sent it, that message is the result")
  func otherDevice() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.happen(Said.text("$phone", "hi", by: Said.ann, at: 1, transaction: "t1"))
    _ = try await desk.service.currentEventToken()
    #expect(try await Self.send(desk).id == "$phone")
    #expect(desk.server.count("/send/") == 0)
    // Another person's transaction id is ignored.
    desk.server.happen(Said.text("$eve", "hi", by: Said.eve, at: 2, transaction: "t2"))
    _ = try await desk.service.currentEventToken()
    #expect(try await Self.send(desk, as: "t2").id == "$sent-0")
    await desk.close()
  }

  @Test("A message belongs to its sender, and its transaction is visible to the sender's devices only")
  func transactions() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.happen(
      Said.text("$ben", "hi", by: Said.ben, at: 1, transaction: "t1"),
      Said.text("$ann", "hi", by: Said.ann, at: 2, transaction: "t2"),
      Said.event(
        "$told", "m.room.message", by: Said.ben, at: 3, #"{"msgtype":"m.text","body":"hi"}"#,
        more: #","unsigned":{"transaction_id":"t3"}"#))
    let found = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 3)).elements
    #expect(found.map(\.author.id) == [Said.ben, Said.ann, Said.ben])
    #expect(found.map(\.author.name) == ["Ben", "Ann", "Ben"])
    #expect(found.map(\.transactionId) == [nil, "t2", nil])
    #expect(found.map(\.text) == ["hi", "hi", "hi"])
    await desk.close()
  }

  @Test("A reply mentions the quoted author; its edit keeps the mention and does not notify again")
  func answering() async throws {
    let desk = try await ServiceDesk.onHill(2)
    var new = NewMessage(transactionId: "t1", channelId: Said.hill, markup: "yes")
    new.quoted = QuotedMessage(try await desk.service.message("$1", in: Said.hill))
    new.mentionsQuotedAuthor = true
    let sent = try await desk.service.send(new)
    _ = try await desk.service.edit(
      MessageEdit(transactionId: "t2", channelId: Said.hill, messageId: sent.id, markup: "no", files: []))
    let sends = desk.server.requests.filter { $0.url.contains("/send/") }.map(\.text)
    let mention = #""m.mentions":{"user_ids":["@ben:example.org"]}"#
    #expect(sends.count == 2 && sends[0].contains(mention), "\(sends)")
    let parts = sends[1].components(separatedBy: #""m.new_content""#)
    #expect(
      parts.count == 2 && parts[0].contains(#""m.mentions":{}"#) && parts[1].contains(mention), "\(sends)")
    await desk.close()
  }

  @Test("If rate limited, it waits for the given time and is sent once")
  func tooMany() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/send/", .answer(.tooMany(4000)))
    async let message = Self.send(desk)
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(4))
    #expect(try await message.id == "$sent-0")
    #expect(desk.server.count("/send/") == 2)
    await desk.close()
  }

  @Test("A message too large for an event is refused before sending")
  func tooLong() async throws {
    let desk = try await ServiceDesk.onHill()
    let text = String(repeating: "x", count: desk.service.limits.messageBytes + 1)
    let error = await failure { () async throws(ChatError) in try await Self.send(desk, text) }
    guard case .refused(.messageTooLong) = error else { throw Unexpected(error) }
    #expect(desk.server.count("/send/") == 0)
    await desk.close()
  }

  @Test("A room that becomes encrypted during sending gets no plain text")
  func encrypted() async throws {
    let desk = try await ServiceDesk.onHill(60)
    let latch = Latch()
    // The root of the thread is requested first.
    desk.server.hold("/event/", at: latch)
    let service = desk.service
    let new = NewMessage(transactionId: "t1", channelId: Said.hill, parentId: "$1", markup: "secret")
    let sending = Task { () async -> ChatError? in
      await failure { () async throws(ChatError) in try await service.send(new) }
    }
    await desk.server.until { $0.contains { $0.url.contains("/event/") } }
    desk.server.happen(
      Said.state("$enc", "m.room.encryption", at: 500, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#))
    _ = try await service.currentEventToken()
    desk.server.release()
    latch.open()
    #expect(await sending.value == .refused(.encryptedChannel))
    #expect(desk.server.count("/send/") == 0)
    await desk.close()
  }

  private static let encryption = Said.state(
    "$enc", "m.room.encryption", at: 500, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)

  @Test("A room that becomes encrypted while a message is queued gets no plain text")
  func encryptedAtTheGate() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/send/", .answer(.tooMany(4000)))
    let service = desk.service
    let new = NewMessage(transactionId: "t1", channelId: Said.hill, markup: "secret")
    let sending = Task { () async -> ChatError? in
      await failure { () async throws(ChatError) in try await service.send(new) }
    }
    await desk.clock.waitForSleepers()
    desk.server.happen(Self.encryption)
    _ = try await service.currentEventToken()
    desk.clock.advance(by: .seconds(4))
    #expect(await sending.value == .refused(.encryptedChannel))
    #expect(desk.server.count("/send/") == 1)
    await desk.close()
  }

  @Test("A room that becomes encrypted while an edit is queued gets no plain text")
  func encryptedBeforeEdit() async throws {
    let desk = try await ServiceDesk.onHill()
    let message = try await Self.send(desk)
    desk.server.fail("/send/", .answer(.tooMany(4000)))
    let service = desk.service
    let edit = MessageEdit(
      transactionId: "t2", channelId: Said.hill, messageId: message.id, markup: "secret", files: [])
    let editing = Task { () async -> ChatError? in
      await failure { () async throws(ChatError) in try await service.edit(edit) }
    }
    await desk.clock.waitForSleepers()
    desk.server.happen(Self.encryption)
    _ = try await service.currentEventToken()
    desk.clock.advance(by: .seconds(4))
    #expect(await editing.value == .refused(.encryptedChannel))
    #expect(desk.server.count("/send/") == 2)
    await desk.close()
  }

  @Test("After a suspend the room's state is requested before sending")
  func slept() async throws {
    let desk = try await ServiceDesk.onHill()
    let events = EventTap(try await desk.service.events(after: nil))
    #expect(try await Self.send(desk).id == "$sent-0")
    _ = await events.next()
    // The answer to the poll is lost with the connection, which is not detected yet.
    let latch = Latch()
    desk.server.hold("timeout=30000", at: latch)
    desk.server.happen(Self.encryption)
    await latch.untilHeld()
    desk.clock.advance(by: .seconds(3600))
    let error = await failure { () async throws(ChatError) in try await Self.send(desk, "secret", as: "t2") }
    #expect(error == .refused(.encryptedChannel))
    #expect(desk.server.count("/send/") == 1)
    latch.open()
    await desk.close()
  }

  @Test("A file changed while queued is uploaded from the start")
  func grownFile() async throws {
    let desk = try await ServiceDesk.onHill()
    func begin(_ size: Int) async throws -> UploadID {
      try await desk.service.beginUpload(
        FileDescription(name: "notes", mimeType: "text/plain", size: size), transactionId: "f")
    }
    let first = try await begin(3)
    #expect(try await desk.service.upload([1, 2, 3], at: 0, to: first) == 3)
    #expect(try await begin(3) == first)
    #expect(try await desk.service.upload([], at: 0, to: first) == 3)
    let second = try await begin(5)
    #expect(try await desk.service.upload([], at: 0, to: second) == 0)
    #expect(try await desk.service.upload([5, 4, 3, 2, 1], at: 0, to: second) == 5)
    desk.server.fail(
      "/v1/create", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/a"}"#)))
    #expect(try await desk.service.finishUpload(second).size == 5)
    await desk.close()
  }

  @Test("Failing to end typing does not fail the message")
  func typing() async throws {
    let desk = try await ServiceDesk.onHill()
    try await desk.service.setTyping(true, in: DraftKey(channelId: Said.hill))
    desk.server.fail("/typing/", .failure(.timedOut(.waiting)))
    #expect(try await Self.send(desk).id == "$sent-0")
    await desk.close()
  }

  @Test("An expired upload address is requested again, and one with its bytes is done")
  func uploads() async throws {
    let desk = try await ServiceDesk.onHill()
    func upload(_ name: String) async throws -> UploadID {
      let id = try await desk.service.beginUpload(
        FileDescription(name: name, mimeType: "text/plain", size: 3), transactionId: TransactionID(name))
      _ = try await desk.service.upload([1, 2, 3], at: 0, to: id)
      return id
    }
    func address(_ name: String) {
      desk.server.fail(
        "/v1/create", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/\#(name)"}"#)))
    }
    let one = try await upload("one")
    address("a")
    desk.server.fail("/upload/", .answer(HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)))
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.finishUpload(one) }
        == .connection(.interrupted))
    address("b")
    #expect(try await desk.service.finishUpload(one).id == "mxc://example.org/b")
    let two = try await upload("two")
    address("c")
    desk.server.fail("/upload/", .lost)
    let told = Mutex<[Int]>([])
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.finishUpload(two) { sent in told.withLock { $0.append(sent) } }
      } != nil)
    // The pieces are sent only then.
    #expect(desk.service.sendsFilesWhole && told.withLock(\.self) == [3])
    desk.server.fail("/upload/", .answer(HTTPResponse(409, #"{"errcode":"M_CANNOT_OVERWRITE_MEDIA"}"#)))
    #expect(try await desk.service.finishUpload(two).id == "mxc://example.org/c")
    #expect(desk.server.count("/v1/create") == 3)
    await desk.close()
  }

  @Test(
    "A server without asynchronous uploads gets the bytes at once, each file once",
    arguments: [
      HTTPResponse(404, #"{"errcode":"M_UNRECOGNIZED"}"#),
      HTTPResponse(405, #"{"errcode":"M_UNRECOGNIZED"}"#),
      HTTPResponse(400, #"{"errcode":"M_UNRECOGNIZED"}"#), HTTPResponse(404, "<html>"), HTTPResponse(405, ""),
      HTTPResponse(429, #"{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":86000000}"#),
    ])
  func oldServer(answer: HTTPResponse) async throws {
    let desk = try await ServiceDesk.onHill()
    let id = try await desk.service.beginUpload(
      FileDescription(name: "f", mimeType: "text/plain", size: 3), transactionId: "f")
    _ = try await desk.service.upload([1, 2, 3], at: 0, to: id)
    desk.server.fail("/v1/create", .answer(answer))
    desk.server.fail(
      "/v3/upload", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/old"}"#)))
    #expect(try await desk.service.finishUpload(id).id == "mxc://example.org/old")
    #expect(try await desk.service.finishUpload(id).id == "mxc://example.org/old")
    // No rate limit and no report of one.
    #expect(desk.service.condition.limitedUntil == nil)
    let sent = desk.server.requests.filter { $0.url.hasSuffix("/_matrix/media/v3/upload") }
    #expect(sent.count == 1)
    #expect(sent.first?.method == .post)
    #expect(sent.first?.value(of: "Content-Type") == "text/plain")
    guard case .file(_, offset: 0, count: 3) = sent.first?.body else {
      throw Unexpected("the bytes are not read from the file while they are sent")
    }
    await desk.close()
  }

  @Test(
    "An edit sent before a crash is not resent, even if its echo is missing",
    arguments: [0, 600])
  func editBeforeCrash(laterMessages: Int) async throws {
    let desk = try await ServiceDesk.onHill()
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.happen(Said.text("$mine", "old", by: Said.ann, at: 1))
    #expect(await events.next().first?.event.gist == "created $mine")
    let latch = Latch()
    desk.server.hold("/sync", at: latch)
    let edit = MessageEdit(
      transactionId: "e1", channelId: Said.hill, messageId: "$mine", markup: "new", files: [])
    let service = desk.service
    let editing = Task {
      await failure { () async throws(ChatError) in try await service.edit(edit) }
    }
    await desk.server.until { $0.contains { $0.url.contains("/send/") } }
    await desk.clock.waitForSleepers()
    await desk.close()
    #expect(await editing.value != nil)
    desk.server.release()
    latch.open()
    desk.server.happen((0..<laterMessages).map { Said.text("$later\($0)", "later", at: 10 + $0) })
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    let edited = try await again.service.edit(edit)
    // After that many messages the edit is not on the first page.
    #expect(edited.id == "$mine" && (laterMessages > 0 || edited.text == "new"))
    #expect(desk.server.count("/send/") == 1)
    await again.close()
  }

  @Test("Others' messages are not deleted, and other channels' not quoted: no request is made")
  func refusals() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let deletion = await failure { () async throws(ChatError) in
      try await desk.service.delete("$0", in: Said.hill, hard: false)
    }
    #expect(deletion == .refused(.needsRole(.moderator)))
    #expect(desk.server.count("/redact/") == 0)
    var message = NewMessage(transactionId: "t1", channelId: Said.hill, markup: "hi")
    message.quoted = QuotedMessage(
      id: "$elsewhere", channelId: Said.lake, author: User(id: Said.ben),
      elements: [.plainText(text: "secret")])
    let sending = await failure { [message] () async throws(ChatError) in
      try await desk.service.send(message)
    }
    #expect(sending == .refused(.quoteFromOtherChannel))
    #expect(desk.server.count("/send/") == 0)
    await desk.close()
  }

  @Test("Upload pieces missing on disk are requested again")
  func lostPieces() async throws {
    let desk = try await ServiceDesk.onHill()
    let id = try await desk.service.beginUpload(
      FileDescription(name: "f", mimeType: "text/plain", size: 3), transactionId: "f")
    _ = try await desk.service.upload([1, 2, 3], at: 0, to: id)
    try desk.folder.remove("cache/files")
    let error = await failure { () async throws(ChatError) in try await desk.service.finishUpload(id) }
    #expect(error == .refused(.uploadIncomplete(received: 0, size: 3)))
    #expect(try await desk.service.upload([1, 2, 3], at: 0, to: id) == 3)
    await desk.close()
  }
}
