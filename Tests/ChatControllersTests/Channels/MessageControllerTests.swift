import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("A message's controller", .watched)
struct MessageControllerTests {
  private final class Listener: MessageControllerDelegate {
    var threads: [Int] = []
    func messageController(_ controller: MessageController, didChangeMessage message: Message?) {
      threads.append(message?.threadInfo?.replyCount ?? 0)
    }
  }

  @Test("Replies are listed, and shown in the channel if requested, even while being sent")
  func replies() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let parent = try await fixture.say("parent")
    let channel = fixture.client.channelController(for: "room")
    try await channel.synchronize()
    let controller = fixture.client.messageController(for: parent.id, in: "room")
    try await controller.synchronize()
    await fixture.goOffline()
    try await controller.createNewReply(text: "in the thread")
    try await controller.createNewReply(text: "in both", showReplyInChannel: true, quotedMessageId: parent.id)
    #expect(controller.replies.map(\.text) == ["in the thread", "in both"])
    #expect(channel.messages.map(\.text) == ["parent", "in both"])
    await fixture.goOnline()
    let last = try #require(try await fixture.client.result(of: "t2"))
    #expect(last.quoted?.id == parent.id && last.parentId == parent.id)
    await fixture.log.until { controller.message?.threadInfo?.replyCount == 2 }
    #expect(controller.replies.map(\.localState) == [nil, nil])
    #expect(channel.messages.map(\.text) == ["parent", "in both"])
  }

  @Test("M9: a reply to a reply, to a deleted message or to a system message is refused")
  func rules() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let parent = try await fixture.say("parent")
    let reply = try await fixture.say("reply", under: parent.id)
    let gone = try await fixture.say("gone", as: fixture.ann)
    try await fixture.ann.delete(gone.id, in: "room", hard: false)
    for (id, refusal) in [(reply.id, ChatError.Refusal.replyToReply), (gone.id, .replyToDeletedMessage)] {
      let controller = fixture.client.messageController(for: id, in: "room")
      await #expect(throws: OutboxError.failed(.refused(refusal))) {
        try await controller.createNewReply(text: "no")
      }
    }
    #expect(fixture.ann.requestCounts[.send] == 1)
    try await fixture.ben.leave("other")
    let note = try #require(try await fixture.ann.messages(MessageQuery(channelId: "other")).elements.last)
    #expect(note.kind == .system)
    let controller = fixture.client.messageController(for: note.id, in: "other")
    await #expect(throws: OutboxError.failed(.refused(.replyToSystemMessage))) {
      try await controller.createNewReply(text: "no")
    }
    #expect(fixture.ann.requestCounts[.send] == 1)
  }

  @Test("The controller follows a message to its id, with the replies that wait for it")
  func follows() async throws {
    let fixture = try await ClientFixture()
    let channel = fixture.client.channelController(for: "room")
    let id = try await channel.createNewMessage(text: "on its way")
    let controller = fixture.client.messageController(for: id, in: "room")
    #expect(controller.message?.localState == .pendingSend)
    try await controller.createNewReply(text: "a reply to it")
    try await fixture.start()
    let reply = try #require(try await fixture.client.result(of: "t2"))
    #expect(controller.messageId != id && controller.message?.id == controller.messageId)
    #expect(reply.parentId == controller.messageId)
    #expect(controller.replies.map(\.text) == ["a reply to it"])
  }

  @Test("Edits, pins, reactions and deletions are shown at once and reach the service")
  func actions() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("old", as: fixture.ann)
    let controller = fixture.client.messageController(for: said.id, in: "room")
    try await controller.synchronize()
    let edit = try await controller.editMessage(text: "new")
    #expect(controller.message?.text == "new")
    _ = try await fixture.client.result(of: edit)
    #expect(controller.message?.localState == nil && controller.message?.editedAt != nil)
    let pin = try await controller.pin(.expirationDate(fixture.clock.now + .seconds(60)))
    _ = try await fixture.client.result(of: pin)
    #expect(controller.message?.pin != nil)
    fixture.clock.advance(by: .seconds(61))
    await settle("the end of the pin", until: { controller.message?.pin == nil })
    try await controller.addReaction("+1")
    #expect(controller.message?.reactions == [Reaction(name: "+1", users: ["ann"])])
    try await controller.removeReaction("+1")
    #expect(controller.message?.reactions == [])
    let delete = try await controller.deleteMessage()
    _ = try await fixture.client.result(of: delete)
    #expect(controller.message?.isDeleted == true)
    await #expect(throws: OutboxError.failed(.refused(.messageDeleted))) {
      try await controller.editMessage(text: "too late")
    }
  }

  @Test("Changes to a visible message wait for a connection too")
  func actsOffline() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let said = try await fixture.say("said", as: fixture.ann)
    let channel = fixture.client.channelController(for: "room")
    try await channel.synchronize()
    await fixture.goOffline()
    let shown = try #require(channel.messages.last)
    try await fixture.client.messageController(for: shown).pin()
    try await fixture.client.messageController(for: shown).addReaction("+1")
    #expect(channel.messages.last?.pin != nil && channel.messages.last?.reactions.count == 1)
    try await fixture.client.messageController(for: shown).deleteMessage()
    #expect(channel.messages.last?.localState == .deleting)
    #expect(fixture.ann.requestCounts[.message] == nil)
    await fixture.goOnline()
    await fixture.log.until { channel.messages.last?.isDeleted == true }
    #expect(try await fixture.ben.message(said.id, in: "room").isDeleted)
  }

  @Test("A message of another user cannot be edited")
  func foreign() async throws {
    let fixture = try await ClientFixture()
    let said = try await fixture.say("mine")
    let controller = fixture.client.messageController(for: said.id, in: "room")
    await #expect(throws: OutboxError.failed(.refused(.notAllowed))) {
      try await controller.editMessage(text: "yours")
    }
  }

  @Test("R14: a change of the thread is reported only if it is new")
  func apply() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    let parent = try await fixture.say("parent")
    let controller = fixture.client.messageController(for: parent.id, in: "room")
    try await controller.synchronize()
    let listener = Listener()
    controller.delegate = listener
    let info = ThreadInfo(
      replyCount: 3, mostRepliedUsers: [], lastRepliedAt: nil, updatedAt: Timetoken(UInt64.max))
    let event = ThreadInfoUpdateEvent(channelId: "room", targetMessageId: parent.id, threadInfo: info)
    #expect(controller.apply(event))
    #expect(!controller.apply(event))
    // As an event of the service, duplicated and late.
    fixture.client.engine.board.post(.event(.threadInfoUpdated(event)))
    var old = info
    old.replyCount = 1
    old.updatedAt = Timetoken(0)
    let late = ThreadInfoUpdateEvent(channelId: "room", targetMessageId: parent.id, threadInfo: old)
    fixture.client.engine.board.post(.event(.threadInfoUpdated(late)))
    #expect(!controller.apply(late))
    #expect(listener.threads == [3])
    #expect(controller.message?.threadInfo?.replyCount == 3)
  }

  @Test("A failed message can be sent again, and a queued one can be withdrawn")
  func resendAndWithdraw() async throws {
    let fixture = try await ClientFixture()
    try await fixture.start()
    await fixture.refuse([.send])
    let channel = fixture.client.channelController(for: "room")
    let id = try await channel.createNewMessage(text: "again")
    let controller = fixture.client.messageController(for: id, in: "room")
    await fixture.log.until { controller.message?.localState == .sendingFailed }
    await fixture.ann.setFaults(.none)
    try await controller.resendMessage()
    _ = try await fixture.client.result(of: TransactionID(id.rawValue))
    #expect(try await fixture.history() == ["again"])
    await fixture.goOffline()
    let queued = try await channel.createNewMessage(text: "taken back")
    try await fixture.client.messageController(for: queued, in: "room").deleteMessage()
    #expect(channel.messages.map(\.text) == ["again"])
  }
}
