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

  @Test("Transient messages reach present members once and are not stored")
  func passing() async throws {
    let fixture = try await ServiceFixture()
    let stream = try await fixture.ben.events(after: nil)
    var new = fixture.new("pst [Ben](pn-user://ben)", "1")
    new.delivery.shouldStore = false
    let sent = try await fixture.ann.send(new)
    #expect(try await fixture.ann.send(new) == sent)
    try await fixture.ann.sendMention(
      MentionEvent(
        channelId: fixture.room, parentId: nil, messageId: sent.id, mentioned: "ben", by: "ann"))
    let heard = try await stream.take(2)
    #expect(heard[0].event.text == "pst Ben")
    guard case .mentioned = heard[1].event else {
      Issue.record("\(heard[1])")
      return
    }
    let summary = try await fixture.ben.channel(fixture.room)
    #expect(summary.lastMessage == nil && summary.reading == ReadPosition())
    #expect(try await fixture.ben.search(SearchQuery(text: "pst")).elements.isEmpty)
  }

  @Test("Nothing restores a hard-deleted message")
  func idempotence() async throws {
    let fixture = try await ServiceFixture()
    let new = fixture.new("one", "1")
    let sent = try await fixture.ann.send(new)
    let edit = MessageEdit(
      transactionId: "e", channelId: fixture.room, messageId: sent.id, markup: "two", files: [])
    let edited = try await fixture.ann.edit(edit)
    #expect(try await fixture.ann.edit(edit) == edited)
    try await fixture.ann.delete(sent.id, in: fixture.room, hard: true)
    try await fixture.ann.delete(sent.id, in: fixture.room, hard: true)
    #expect(try await fixture.ann.send(new).isDeleted)
    await #expect(throws: ChatError.refused(.notFound("message \(sent.id)"))) {
      try await fixture.ann.message(sent.id, in: fixture.room)
    }
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

  @Test("A pin lasts until its time, and its list agrees with the messages")
  func pins() async throws {
    let fixture = try await ServiceFixture()
    let sent = try await fixture.ann.send(fixture.new("pinned", "1"))
    let end = fixture.clock.now + .seconds(60)
    _ = try await fixture.ben.pin(sent.id, in: fixture.room, Pinning(expiresAt: end))
    fixture.clock.advance(by: .seconds(59))
    #expect(
      try await fixture.ann.pinnedMessages(in: fixture.room, ListQuery()).elements.map(\.id) == [sent.id])
    fixture.clock.advance(by: .seconds(1))
    #expect(try await fixture.ann.pinnedMessages(in: fixture.room, ListQuery()).elements.isEmpty)
    #expect(try await fixture.ann.message(sent.id, in: fixture.room).pin == nil)
  }

  @Test("A new member has no unread messages from before")
  func joining() async throws {
    let fixture = try await ServiceFixture(type: .public)
    for number in 0..<5 {
      _ = try await fixture.ann.send(fixture.new("\(number)", TransactionID("\(number)")))
    }
    let cleo = await fixture.service.device(user: "cléo", id: "desk")
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await cleo.messages(MessageQuery(channelId: fixture.room))
    }
    #expect(try await cleo.join(fixture.room).reading == ReadPosition())
    let next = try await fixture.ann.send(fixture.new("next", "next"))
    #expect(try await cleo.channel(fixture.room).reading.unreadCount == 1)
    let page = try await cleo.messages(MessageQuery(channelId: fixture.room, limit: 3))
    #expect(page.elements.last?.id == next.id && page.next == nil)
    try await cleo.leave(fixture.room)
    try await cleo.leave(fixture.room)
    #expect(try await cleo.channels(ListQuery()).elements.isEmpty)
  }

  @Test("Search ignores case and accents, needs every word, and has pages")
  func search() async throws {
    let fixture = try await ServiceFixture()
    let parent = try await fixture.ann.send(fixture.new("Déjà vu in the CAFÉ", "p"))
    _ = try await fixture.ben.send(fixture.new("deja encore", "r", under: parent.id))
    for number in 0..<9 {
      _ = try await fixture.ann.send(fixture.new("Crème brûlée \(number)", TransactionID("\(number)")))
    }
    func find(_ text: String) async throws -> [String] {
      var query = SearchQuery(text: text, limit: 2)
      var found: [String] = []
      repeat {
        let page = try await fixture.ben.search(query)
        found += page.elements.map(\.text)
        query.cursor = page.next
      } while query.cursor != nil
      return found
    }
    #expect(try await find("DEJA") == ["deja encore", "Déjà vu in the CAFÉ"])
    #expect(try await find("cafe de\u{301}ja") == ["Déjà vu in the CAFÉ"])
    #expect(try await find("brulee").count == 9)
    #expect(try await find("  ").isEmpty)
  }
}
