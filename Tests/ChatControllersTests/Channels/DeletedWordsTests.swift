import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Deleted and edited text does not return", .watched)
struct DeletedWordsTests {
  /// The room as an offline client shows it.
  private func kept(in fixture: ClientFixture) async throws -> [Message] {
    await fixture.ann.setFaults(.offline)
    let again = await fixture.restarted()
    try await again.client.start()
    let controller = again.client.channelController(for: fixture.room)
    do { try await controller.synchronize() } catch { #expect(error == .connection(.offline)) }
    return controller.messages.filter { $0.kind == .regular }
  }

  private func quote(_ message: Message, in fixture: ClientFixture) async throws -> Message {
    var new = NewMessage(transactionId: "quoting", channelId: fixture.room, markup: "see above")
    new.quoted = QuotedMessage(message)
    return try await fixture.ben.send(new)
  }

  @Test(
    "It does not return from the cache, whether the channel is open or not", arguments: [true, false],
    [nil, false, true] as [Bool?])
  func cache(isOpen: Bool, hard: Bool?) async throws {
    let fixture = try await ClientFixture()
    let secret = try await fixture.say("secret")
    _ = try await quote(secret, in: fixture)
    try await fixture.start()
    var controller: ChannelController? = fixture.client.channelController(for: fixture.room)
    try await controller?.synchronize()
    await settle { (try? await fixture.store.cachedMessages(in: fixture.room, limit: 9))?.count ?? 0 >= 2 }
    if !isOpen { controller = nil }
    if let hard {
      try await fixture.ben.delete(secret.id, in: fixture.room, hard: hard)
    } else {
      _ = try await fixture.ben.edit(
        MessageEdit(
          transactionId: "edit", channelId: fixture.room, messageId: secret.id, markup: "public", files: []))
    }
    await settle {
      fixture.log.notices.contains { notice in
        if case .event(.messageDeleted) = notice { return true }
        if case .event(.messageUpdated) = notice { return true }
        return false
      }
    }
    try await fixture.client.stop()
    let shown = try await kept(in: fixture)
    #expect(
      shown.map(\.text)
        == (hard == nil ? ["public", "see above"] : hard == true ? ["see above"] : ["", "see above"]))
    #expect(shown.last?.quoted?.elements.text == (hard == nil ? "public" : ""))
    #expect(shown.last?.quoted?.isDeleted == (hard != nil))
    withExtendedLifetime(controller) {}
  }

  @Test("It does not return from a page requested before the deletion", arguments: [true, false])
  func latePage(hard: Bool) async throws {
    let fixture = try await ClientFixture()
    let secret = try await fixture.say("secret")
    _ = try await quote(secret, in: fixture)
    try await fixture.start()
    let controller = fixture.client.channelController(for: fixture.room)
    // The service's answer contains the text and is slow; the event that follows is fast.
    let page = try await fixture.ann.messages(MessageQuery(channelId: fixture.room))
    let mark = controller.feed.timeline.beginLoading()
    try await fixture.ben.delete(secret.id, in: fixture.room, hard: hard)
    await settle { controller.feed.timeline.deletions[secret.id] != nil }
    controller.feed.change { $0.reset(to: page, asOf: mark) }
    controller.feed.cacheMessages(of: page)
    try await fixture.client.stop()
    for message in controller.messages + (try await kept(in: fixture)) {
      #expect(message.text != "secret" && message.quoted?.elements.text != "secret")
    }
  }

  @Test(
    "It does not return from a pending message or a draft",
    arguments: [nil, false, true] as [Bool?])
  func pending(hard: Bool?) async throws {
    let fixture = try await ClientFixture()
    let secret = try await fixture.say("secret")
    try await fixture.start()
    let draft = try fixture.client.messageDraft(for: DraftKey(channelId: fixture.room))
    try draft.insertText(offset: 0, text: "draft")
    try draft.addQuote(secret)
    await fixture.client.publishDrafts()
    let revision = fixture.client.engine.drafts.registry.kept(draft.key)?.sync.ancestor?.revision
    await fixture.refuse([.send])
    let channel = fixture.client.channelController(for: fixture.room)
    let id = try await channel.createNewMessage(text: "waiting", quotedMessageId: secret.id)
    await settle { fixture.outbox.pending(id)?.localState == .sendingFailed }
    let expected = hard == nil ? "public" : ""
    if let hard {
      try await fixture.ben.delete(secret.id, in: fixture.room, hard: hard)
    } else {
      _ = try await fixture.ben.edit(
        MessageEdit(
          transactionId: "edit", channelId: fixture.room, messageId: secret.id, markup: "public", files: []))
    }
    await settle { draft.quoted?.elements.text == expected }
    await settle { fixture.outbox.pending(id)?.quoted?.elements.text == expected }
    #expect(draft.quoted?.isDeleted == (hard != nil))
    // The change is not an edit by the user, so it is not published.
    #expect(fixture.client.engine.drafts.registry.kept(draft.key)?.needsPublishing == false)
    #expect(fixture.client.engine.drafts.registry.kept(draft.key)?.sync.ancestor?.revision == revision)
    try await fixture.client.stop()
    #expect(try await fixture.store.outbox().map { $0.message.quoted?.elements.text } == [expected])
    #expect(try await fixture.store.drafts().map { $0.content.quoted?.elements.text } == [expected])
  }

  @Test("A deleted message keeps none of its metadata")
  func extras() {
    var message = Message(
      id: "m1", channelId: "room", author: User(id: "ben"), elements: [.plainText(text: "secret")],
      createdAt: Timestamp(seconds: 1), timetoken: Timetoken(1))
    message.extras = MessageExtras(meta: ["words": "secret"], mentionedMessageTemplate: "secret")
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(message))
    _ = timeline.apply(
      .messageDeleted(
        MessageDeletedEvent(
          channelId: "room", messageId: "m1", parentId: nil, isHard: false, deletedAt: Timestamp(seconds: 9)))
    )
    #expect(timeline.messages.map(\.extras) == [MessageExtras()])
    #expect(timeline.messages.map(\.deletedAt) == [Timestamp(seconds: 9)])
  }
}
