import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@Suite("In-memory service: specific rules")
struct ServiceRuleTests {
  @Test("Tokens rise and dates never go back, whatever the clock does")
  func clock() async throws {
    let fixture = try await ServiceFixture()
    var sent: [Message] = []
    for number in 0..<6 {
      fixture.clock.set(Timestamp(seconds: 1_700_000_000 + Int64([5, 5, 3, -1_700_000_100, 9, 8][number])))
      sent.append(try await fixture.ann.send(fixture.new("\(number)", TransactionID("\(number)"))))
    }
    let tokens = sent.compactMap(\.timetoken)
    #expect(tokens == tokens.sorted() && Set(tokens).count == 6 && Set(sent.map(\.id)).count == 6)
    #expect(sent.map(\.createdAt) == sent.map(\.createdAt).sorted())
  }

  @Test("Expired messages leave history, counts and preview, and an event says so")
  func expiry() async throws {
    let fixture = try await ServiceFixture()
    let stays = try await fixture.ann.send(fixture.new("stays", "1"))
    var passing = fixture.new("goes", "2")
    passing.delivery.timeToLive = 1
    let goes = try await fixture.ann.send(passing)
    let stream = try await fixture.ben.events(after: nil)
    fixture.clock.advance(by: .seconds(3599))
    #expect(try await fixture.ben.channel(fixture.room).reading.unreadCount == 2)
    fixture.clock.advance(by: .seconds(1))
    let summary = try await fixture.ben.channel(fixture.room)
    #expect(summary.reading.unreadCount == 1 && summary.lastMessage?.id == stays.id)
    #expect(
      try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.map(\.id) == [stays.id])
    guard case .messageDeleted(let event) = try await stream.take(1)[0].event else {
      Issue.record("no deletion")
      return
    }
    #expect(event.messageId == goes.id && event.isHard)
    // Resent after a lost answer, it does not come back.
    _ = try await fixture.ann.send(passing)
    #expect(try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.count == 1)
  }

  @Test("Sending a hard-deleted message again returns it as deleted")
  func resendDeleted() async throws {
    let fixture = try await ServiceFixture()
    let new = fixture.new("one", "1")
    let sent = try await fixture.ann.send(new)
    for _ in 1...2 { try await fixture.ann.delete(sent.id, in: fixture.room, hard: true) }
    #expect(try await fixture.ann.send(new).isDeleted)
  }

  @Test("Of people with equally many replies the last to reply comes first")
  func mostReplied() async throws {
    let fixture = try await ServiceFixture()
    let parent = try await fixture.ann.send(fixture.new("where?", "p"))
    _ = try await fixture.ben.send(fixture.new("here", "r1", under: parent.id))
    _ = try await fixture.ann.send(fixture.new("thanks", "r2", under: parent.id))
    let info = try await fixture.ann.message(parent.id, in: fixture.room).threadInfo
    #expect(info?.mostRepliedUsers.map(\.id) == ["ann", "ben"])
  }

  @Test(
    "Hard-deleting a parent removes its replies, also from thread lists")
  func orphans() async throws {
    let fixture = try await ServiceFixture()
    let parent = try await fixture.ann.send(fixture.new("parent", "1"))
    _ = try await fixture.ben.send(fixture.new("hidden", "2", under: parent.id))
    _ = try await fixture.ben.send(fixture.new("shown", "3", under: parent.id, isShown: true))
    #expect(try await fixture.ben.threads(ListQuery()).elements.map(\.id) == [parent.id])
    try await fixture.ann.delete(parent.id, in: fixture.room, hard: true)
    #expect(try await fixture.ben.threads(ListQuery()).elements.isEmpty)
    #expect(try await fixture.ben.messages(MessageQuery(channelId: fixture.room)).elements.isEmpty)
    await #expect(throws: ChatError.refused(.replyToDeletedMessage)) {
      try await fixture.ben.send(fixture.new("late", "4", under: parent.id))
    }
  }

  @Test("A quote has the text of the quoted message, whatever the sender claims")
  func quotes() async throws {
    let fixture = try await ServiceFixture()
    let said = try await fixture.ann.send(fixture.new("I said this", "1"))
    var new = fixture.new("indeed", "2")
    new.quoted = QuotedMessage(
      id: said.id, channelId: fixture.room, author: User(id: "ann"),
      elements: [.plainText(text: "I said that")])
    #expect(try await fixture.ben.send(new).quoted == QuotedMessage(said))
    new.transactionId = "3"
    new.quoted = QuotedMessage(
      id: said.id, channelId: "elsewhere", author: said.author, elements: said.elements)
    await #expect(throws: ChatError.refused(.quoteFromOtherChannel)) { try await fixture.ben.send(new) }
  }
}
