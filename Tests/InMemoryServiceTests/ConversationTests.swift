import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@Suite("In-memory service: conversations")
struct ConversationTests {
  @Test("A message reaches the other members, the history and the counts")
  func sending() async throws {
    let fixture = try await ServiceFixture()
    let stream = try await fixture.ben.events(after: nil)
    let sent = try await fixture.ann.send(fixture.new("hi [Ben](pn-user://ben)", "t1"))
    #expect(sent.transactionId == "t1")
    let seen = try await stream.take(1)
    guard case .messageCreated(let message) = seen[0].event else {
      Issue.record("\(seen)")
      return
    }
    #expect(message.id == sent.id && message.transactionId == nil && message.mentionedUsers == ["ben"])
    let summary = try await fixture.ben.channel(fixture.room)
    #expect(summary.reading == ReadPosition(unreadCount: 1, mentionCount: 1))
    #expect(summary.lastMessage?.id == sent.id)
    let again = try await fixture.ann.send(fixture.new("hi [Ben](pn-user://ben)", "t1"))
    #expect(again == sent)
    let page = try await fixture.ben.messages(MessageQuery(channelId: fixture.room))
    #expect(page.elements.map(\.text) == ["hi Ben"])
    let read = try await fixture.ben.markRead(fixture.room, upTo: try #require(sent.timetoken))
    #expect(read == ReadPosition(lastRead: sent.timetoken))
  }

  @Test("A thread counts its replies under creation and both kinds of deletion")
  func threads() async throws {
    let fixture = try await ServiceFixture()
    let parent = try await fixture.ann.send(fixture.new("where?", "p"))
    let one = try await fixture.ben.send(fixture.new("here", "r1", under: parent.id))
    let two = try await fixture.ann.send(fixture.new("thanks", "r2", under: parent.id))
    func info() async throws -> ThreadInfo? {
      try await fixture.ann.message(parent.id, in: fixture.room).threadInfo
    }
    #expect(try await info()?.mostRepliedUsers.map(\.id) == ["ann", "ben"])
    try await fixture.ann.delete(two.id, in: fixture.room, hard: false)
    #expect(try await info()?.replyCount == 1)
    try await fixture.ben.delete(one.id, in: fixture.room, hard: true)
    #expect(try await info()?.replyCount == 0)
    let replies = try await fixture.ann.messages(MessageQuery(channelId: fixture.room, parentId: parent.id))
    #expect(replies.elements.map(\.id) == [two.id])
    await #expect(throws: ChatError.refused(.replyToReply)) {
      try await fixture.ben.send(fixture.new("no", "r3", under: two.id))
    }
  }
}
