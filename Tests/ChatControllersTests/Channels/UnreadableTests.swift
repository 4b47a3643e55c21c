import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Messages that cannot be read yet", .watched)
struct UnreadableTests {
  private func message(_ text: String?, version: UInt64 = 5) -> Message {
    Message(
      id: "m5", channelId: "room", author: User(id: "ben"), elements: [.plainText(text: text ?? "words")],
      files: [FileAttachment(id: "f", name: "a", mimeType: "x/y", size: 1)],
      createdAt: Timestamp(seconds: 1), timetoken: Timetoken(5), version: Timetoken(version),
      isUnreadable: text == nil)
  }

  @Test("It has neither text nor files, and once deleted is like any other")
  func empty() {
    let sealed = message(nil)
    #expect(sealed.elements.isEmpty && sealed.files.isEmpty && sealed.text.isEmpty)
    #expect(sealed.placeholder == "encrypted, cannot be read yet" && message("words").placeholder == nil)
    let deleted = sealed.deleted(at: Timestamp(seconds: 2))
    #expect(!deleted.isUnreadable && deleted.placeholder == "message deleted")
    #expect(deleted == message("words").deleted(at: Timestamp(seconds: 2)))
  }

  @Test(
    "Of one version the readable copy is kept, in any order; a later version replaces both"
  )
  func versions() {
    let (sealed, readable) = (message(nil), message("words"))
    #expect(sealed.updated(by: readable) == readable)
    #expect(readable.updated(by: sealed) == readable)
    #expect(sealed.updated(by: sealed) == sealed)
    let later = message(nil, version: 6)
    #expect(readable.updated(by: later) == later && later.updated(by: readable) == later)
  }

  @Test("A key that comes after a reaction or another reason makes it readable in its place")
  func lateKey() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(message(nil)))
    var other = message(nil, version: 6)
    other.encryptionNote = .keyMissing
    _ = timeline.apply(.messageUpdated(other))
    #expect(timeline["m5"]?.isUnreadable == true)
    #expect(!timeline.apply(.messageUpdated(message("words", version: 6))).isEmpty)
    #expect(timeline["m5"]?.text == "words")
    // An event that was overtaken changes nothing any more.
    #expect(timeline.apply(.messageUpdated(other)).isEmpty && timeline["m5"]?.text == "words")
  }

  @Test("A quote of it has no text and receives it in the same way")
  func quotes() {
    let (sealed, readable) = (QuotedMessage(message(nil)), QuotedMessage(message("words")))
    #expect(sealed.isUnreadable && sealed.elements.isEmpty && sealed.placeholder != nil)
    #expect(sealed.updated(by: readable) == readable && readable.updated(by: sealed) == readable)
    #expect(readable.updated(by: QuotedMessage(message(nil, version: 6))).isUnreadable)
    #expect(sealed.deleted.isDeleted && !sealed.deleted.isUnreadable)
  }

  @Test("It is shown, counts as unread, and receives its text when readable")
  func timeline() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let (room, list) = (
      fixture.client.channelController(for: "room"), ChannelListController(client: fixture.client)
    )
    try await room.synchronize()
    try await list.synchronize()
    try await fixture.service.encrypt("room")
    let id = try await fixture.service.sayUnreadably(by: "ben", in: "room")
    await settle(
      "the message", until: { room.messages.last?.id == id && list.row(for: "room")?.unreadCount == 1 })
    #expect(room.messages.last?.isUnreadable == true)
    #expect(list.row(for: "room")?.lastMessage?.placeholder != nil)
    try await fixture.service.reveal(id, in: "room", [.plainText(text: "words")])
    await settle("its words", until: { room.messages.last?.text == "words" })
    await settle("its words", until: { list.row(for: "room")?.lastMessage?.text == "words" })
    #expect(list.row(for: "room")?.unreadCount == 1)
  }

  @Test("No message is accepted for an encrypted channel, and a draft for it is not published")
  func outbox() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let own = try await fixture.say("before", as: fixture.ann)
    try await fixture.service.encrypt("room")
    let refused = OutboxError.failed(.refused(.encryptedChannel))
    await #expect(throws: refused) { try await fixture.send("secret") }
    await #expect(throws: refused) {
      try await fixture.outbox.edit(own, elements: [.plainText(text: "secret")])
    }
    let draft = try fixture.client.messageDraft(for: DraftKey(channelId: "room"), channelType: .group)
    draft.update(text: "secret")
    await #expect(throws: OutboxError.failed(.refused(.encryptedChannel))) { try await draft.send() }
    #expect(draft.text == "secret")
    fixture.clock.advance(by: .seconds(60))
    await settle("the refusal", until: { draft.shared.sync.isRefused })
    #expect(fixture.outbox.queue.channels.isEmpty)
    #expect(fixture.ann.requestCounts[.saveDraft] == nil)
    try await fixture.client.stop()
    #expect(try await fixture.store.drafts().map(\.content.elements.text) == ["secret"])
    #expect(fixture.ann.requestCounts[.send] == 1 && fixture.ann.requestCounts[.edit] == nil)
  }

  @Test("A queued file is not sent once its channel is encrypted")
  func waitingFile() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.goOffline()
    var message = fixture.write("the plans")
    message.inputFiles = [InputFile(name: "plans", type: "text/plain", source: .bytes([1, 2, 3]))]
    try await fixture.outbox.enqueueSend(message)
    try await fixture.service.encrypt("room")
    await fixture.goOnline()
    await fixture.log.until { fixture.isInState("t1", .sendingFailed) }
    #expect(fixture.ann.requestCounts[.finishUpload] == nil)
  }

  @Test("An own message that cannot be read cannot be edited")
  func edit() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let id = try await fixture.service.sayUnreadably(by: "ann", in: "room")
    let own = try await fixture.ann.message(id, in: "room")
    let draft = try fixture.client.messageDraft(for: DraftKey(channelId: "room"), channelType: .group)
    let refusal = ChatError.refused(.messageUnreadable)
    #expect(throws: refusal) { try draft.beginEdit(own) }
    await #expect(throws: OutboxError.failed(refusal)) {
      try await fixture.outbox.edit(own, elements: [.plainText(text: "words")])
    }
    await #expect(throws: refusal) {
      try await fixture.ann.edit(
        MessageEdit(transactionId: "e", channelId: "room", messageId: id, markup: "words", files: []))
    }
  }
}
