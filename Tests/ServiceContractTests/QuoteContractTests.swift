import ChatDomain
import DraftEngine
import Testing

@Suite("A quote shows its message's current text")
struct QuoteContractTests {
  /// A change of the quoted message, and what its quotes show afterwards.
  enum Fate: String, CaseIterable, Sendable {
    case edited, softDeleted, hardDeleted

    var words: String { self == .edited ? "as it is" : "" }
    var isDeletion: Bool { self != .edited }
  }

  /// A message from Ann, quoted by Ben.
  private struct Quoting {
    let world: ChatWorld
    let room: ChannelID
    let quoted: Message
    let quote: Message

    init(_ fixtures: ServiceFixtures, uses: ServiceAbility...) async throws {
      var setup = ServiceSetup()
      setup.uses = Set(uses)
      world = try await fixtures.world(setup)
      room = try await world.channel()
      quoted = try await world.ann.say("as it was", in: room)
      quote = try await world.ben.send(Self.new(quoting: quoted))
    }

    static func new(quoting quoted: Message, transaction: TransactionID = "quoting") -> NewMessage {
      var new = NewMessage.words("see above", in: quoted.channelId, transaction: transaction)
      new.quoted = QuotedMessage(quoted)
      return new
    }

    func change(_ fate: Fate) async throws {
      switch fate {
      case .edited: try await world.ann.rewrite(quoted, "as it is")
      case .softDeleted: try await world.ann.delete(quoted.id, in: room, hard: false)
      case .hardDeleted: try await world.ann.delete(quoted.id, in: room, hard: true)
      }
    }

    func check(
      _ message: Message?, _ fate: Fate, _ place: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let found = message?.quoted
      #expect(found?.elements.text == fate.words, "\(place)", sourceLocation: sourceLocation)
      #expect(found?.isDeleted == fate.isDeletion, "\(place)", sourceLocation: sourceLocation)
      #expect(
        found?.id == quoted.id && found?.author.id == "ann", "\(place)", sourceLocation: sourceLocation)
    }
  }

  @Test("It does wherever the quoting message is read", arguments: ServiceFixtures.allCases, Fate.allCases)
  func reading(fixtures: ServiceFixtures, fate: Fate) async throws {
    let chat = try await Quoting(fixtures, uses: .searchesMessages, .pinsMessages)
    let (ann, room) = (chat.world.ann, chat.room)
    _ = try await ann.pin(chat.quote.id, in: room, Pinning())
    let reply = try await ann.say("a reply", in: room, under: chat.quote.id)
    try await chat.change(fate)
    chat.check(try await ann.message(chat.quote.id, in: room), fate, "alone")
    chat.check(try await ann.wholeHistory(of: room).said.last, fate, "page")
    chat.check(try await ann.search(SearchQuery(text: "see above")).elements.first, fate, "search")
    chat.check(try await ann.pinnedMessages(in: room, ListQuery()).elements.first, fate, "pins")
    chat.check(try await ann.channel(room).lastMessage, fate, "channel")
    chat.check(
      try await ann.channels(ListQuery()).elements.first { $0.id == room }?.lastMessage, fate, "list")
    chat.check(try await ann.threads(ListQuery()).elements.first?.parent, fate, "thread")
    #expect(reply.quoted == nil)
  }

  @Test(
    "It does when a message is resent or edited after a lost answer", arguments: ServiceFixtures.allCases,
    Fate.allCases)
  func answers(fixtures: ServiceFixtures, fate: Fate) async throws {
    let chat = try await Quoting(fixtures, uses: .takesReactions)
    try await chat.change(fate)
    chat.check(try await chat.world.ben.send(Quoting.new(quoting: chat.quoted)), fate, "the same transaction")
    chat.check(try await chat.world.ben.rewrite(chat.quote, "see there"), fate, "edit")
    chat.check(try await chat.world.ann.react("👍", true, to: chat.quote), fate, "reaction")
    let late = try await chat.world.ben.send(Quoting.new(quoting: chat.quoted, transaction: "late"))
    chat.check(late, fate, "sent after that")
  }

  @Test("It does in events that were waiting", arguments: ServiceFixtures.allCases, Fate.allCases)
  func events(fixtures: ServiceFixtures, fate: Fate) async throws {
    let world = try await fixtures.world()
    let token = try await world.cay.currentEventToken()
    let room = try await world.channel(with: ["ben", "cay"])
    let quoted = try await world.ann.say("as it was", in: room)
    let quote = try await world.ben.send(Quoting.new(quoting: quoted))
    try await world.ben.rewrite(quote, "see there")
    switch fate {
    case .edited: try await world.ann.rewrite(quoted, "as it is")
    case .softDeleted: try await world.ann.delete(quoted.id, in: room, hard: false)
    case .hardDeleted: try await world.ann.delete(quoted.id, in: room, hard: true)
    }
    var tap = try await world.tap(world.cay, after: token)
    let events = try await world.events(&tap)
    let told = (events.created + events.updated).filter { $0.id == quote.id }
    #expect(told.count == 2)
    for message in told {
      #expect(message.quoted?.elements.text == fate.words && message.quoted?.isDeleted == fate.isDeletion)
    }
  }

  @Test("It does in a draft with a quote", arguments: ServiceFixtures.allCases, Fate.allCases)
  func drafts(fixtures: ServiceFixtures, fate: Fate) async throws {
    let chat = try await Quoting(fixtures, uses: .keepsDrafts)
    let key = DraftKey(channelId: chat.room)
    let content = DraftContent(
      elements: [.plainText(text: "draft")], quoted: QuotedMessage(chat.quoted))
    let phone = try await chat.world.device("ben", "phone")
    let token = try await phone.currentEventToken()
    let saved = try await chat.world.ben.saveDraft(content, for: key, over: 0)
    try await chat.change(fate)
    func check(_ draft: DraftMessage?, _ place: String) {
      #expect(draft?.content.quoted?.elements.text == fate.words, "\(place)")
      #expect(draft?.content.quoted?.isDeleted == fate.isDeletion, "\(place)")
    }
    check(try await phone.draft(for: key), "alone")
    check(try await phone.drafts(DraftListQuery()).elements.first, "list")
    check(try await chat.world.ben.saveDraft(content, for: key, over: saved.revision), "the same again")
    let conflict = await failure { try await phone.deleteDraft(for: key, over: saved.revision + 7) }
    guard case .draftConflict(let current, _) = conflict else {
      Issue.record("\(String(describing: conflict))")
      return
    }
    check(current, "conflict")
    var tap = try await chat.world.tap(phone, after: token)
    check(try await chat.world.events(&tap).savedDrafts.first, "event")
  }

  @Test(
    "Any message of a channel can be quoted in it and in its threads", arguments: ServiceFixtures.allCases
  )
  func anywhere(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let (parent, other) = (
      try await world.ann.say("parent", in: room), try await world.ann.say("other", in: room)
    )
    let reply = try await world.ann.say("reply", in: room, under: parent.id)
    for (quoted, thread) in [(reply, nil), (parent, parent.id), (other, parent.id)] as [(Message, MessageID?)]
    {
      var new = NewMessage.words("see", in: room, under: thread)
      new.quoted = QuotedMessage(quoted)
      #expect(try await world.ben.send(new).quoted?.elements.text == quoted.text)
    }
  }
}
