import ChatDomain
import DraftEngine
import Testing

@Suite("The inbox")
struct InboxContractTests {
  private func kinds(_ page: InboxPage) -> [InboxItem.Kind] { page.items.map(\.kind) }

  private func mention(_ user: UserID, _ text: String, in room: ChannelID) -> NewMessage {
    var message = NewMessage.words(text, in: room)
    message.markup = MessageMarkup.render([
      .link(text: "you", target: .user(userId: user.rawValue)), .plainText(text: " \(text)"),
    ])
    return message
  }

  @Test(
    "It has the user's mentions, answers and reactions, newest first",
    arguments: ServiceFixtures.allCases)
  func collects(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let room = try await world.channel()
    let mine = try await world.ann.say("my words", in: room)
    _ = try await world.ben.send(mention("ann", "look", in: room))
    try await world.ben.say("an answer", in: room, under: mine.id)
    try await world.ben.say("nothing for anybody", in: room)
    try await world.ben.react("👍", true, to: mine)
    try await world.ann.react("🎉", true, to: mine)
    let page = try await world.ann.inbox(InboxQuery())
    #expect(kinds(page) == [.reaction, .reply, .mention])
    #expect(page.items.allSatisfy { $0.by == Cast.ben && !$0.isRead } && page.unreadCount == 3)
    #expect(page.items.map(\.token) == page.items.map(\.token).sorted(by: >))
    guard case .reaction("👍", let message)? = page.items.first?.content else {
      Issue.record("\(page)")
      return
    }
    #expect(message.id == mine.id)
    #expect(page.items.last?.message?.text.contains("look") == true)
    #expect(try await world.ben.inbox(InboxQuery()).items.isEmpty)
  }

  @Test("Pages continue, and kinds can be selected", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let room = try await world.channel()
    let mine = try await world.ann.say("mine", in: room)
    for number in 1...4 { _ = try await world.ben.send(mention("ann", "\(number)", in: room)) }
    try await world.ben.react("👍", true, to: mine)
    var (found, cursor): ([InboxItem], Cursor?) = ([], nil)
    repeat {
      let page = try await world.ann.inbox(InboxQuery(limit: 2, cursor: cursor))
      #expect(page.items.count <= 2 && page.unreadCount == 5)
      found += page.items
      cursor = page.next
    } while cursor != nil && found.count < 20
    #expect(found == (try await world.ann.inbox(InboxQuery()).items) && Set(found.map(\.id)).count == 5)
    #expect(kinds(try await world.ann.inbox(InboxQuery(kinds: [.reaction]))) == [.reaction])
    #expect(try await world.ann.inbox(InboxQuery(kinds: [])).items.isEmpty)
    #expect(await failure { try await world.ann.inbox(InboxQuery(cursor: "of another list")) } != nil)
    #expect(await failure { try await world.ann.inbox(InboxQuery(limit: 0)) }.isInvalid)
  }

  @Test(
    "Items marked as read, singly or all, are read on all devices and stay so",
    arguments: ServiceFixtures.allCases)
  func marks(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let phone = try await world.device("ann", "phone")
    let room = try await world.channel()
    let mine = try await world.ann.say("mine", in: room)
    for name in ["👍", "🎉", "👀"] { try await world.ben.react(name, true, to: mine) }
    let items = try await world.ann.inbox(InboxQuery()).items
    try #require(items.count == 3)
    #expect(try await world.ann.markInboxRead(.items([items[1].id])) == 2)
    // A new device knows only what it has loaded, so it loads the room first.
    _ = try await phone.messages(MessageQuery(channelId: room))
    let seen = try await phone.inbox(InboxQuery()).items
    #expect(seen.map(\.isRead) == [false, true, false], "\(seen.map { ($0.id, $0.token, $0.isRead) })")
    #expect(try await phone.markInboxRead(.all(upTo: items[0].token)) == 0)
    #expect(try await world.ann.inbox(InboxQuery()).items.allSatisfy(\.isRead))
    // An older mark has no effect.
    #expect(try await world.ann.markInboxRead(.all(upTo: Timetoken(1))) == 0)
    #expect(try await world.ann.inbox(InboxQuery()).unreadCount == 0)
  }

  @Test("Reading a channel or thread reads its items", arguments: ServiceFixtures.allCases)
  func reading(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let room = try await world.channel()
    let mine = try await world.ann.say("mine", in: room)
    let reply = try await world.ben.say("answer", in: room, under: mine.id)
    let told = try await world.ben.send(mention("ann", "look", in: room))
    #expect(try await world.ann.inbox(InboxQuery()).unreadCount == 2)
    _ = try await world.ann.markRead(room, upTo: try #require(told.timetoken))
    #expect(try await world.ann.inbox(InboxQuery()).items.first { $0.kind == .mention }?.isRead == true)
    #expect(try await world.ann.inbox(InboxQuery()).items.first { $0.kind == .reply }?.isRead == false)
    try await world.ann.markThreadRead(mine.id, in: room, upTo: try #require(reply.timetoken))
    #expect(try await world.ann.inbox(InboxQuery()).unreadCount == 0)
  }

  @Test("Withdrawn, deleted and edited-away items disappear", arguments: ServiceFixtures.allCases)
  func gone(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let room = try await world.channel()
    let mine = try await world.ann.say("mine", in: room)
    try await world.ben.react("👍", true, to: mine)
    let first = try await world.ben.send(mention("ann", "one", in: room))
    let second = try await world.ben.send(mention("ann", "two", in: room))
    #expect(try await world.ann.inbox(InboxQuery()).items.count == 3)
    try await world.ben.react("👍", false, to: mine)
    try await world.ben.delete(first.id, in: room, hard: false)
    try await world.ben.rewrite(second, "nobody")
    let left = try await world.ann.inbox(InboxQuery())
    #expect(left.items.isEmpty && left.unreadCount == 0, "\(left.items)")
  }

  @Test("An invitation is listed until it is answered", arguments: ServiceFixtures.allCases)
  func invitations(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .addsMembers))
    try #require(world.ben.abilities.contains(.keepsInbox))
    let room = try await world.channel()
    let page = try await world.ben.inbox(InboxQuery(kinds: [.invitation]))
    let item = try #require(
      page.items.first { if case .invitation(let it) = $0.content { it.id == room } else { false } })
    #expect(item.by == Cast.ann && item.message == nil)
    _ = try await world.ben.join(room)
    #expect(try await world.ben.inbox(InboxQuery()).items.contains { $0.id == item.id } == false)
  }

  @Test("Subscribers are notified of new and read items", arguments: ServiceFixtures.allCases)
  func told(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsInbox))
    let room = try await world.channel()
    let mine = try await world.ann.say("mine", in: room)
    _ = try await world.ann.inbox(InboxQuery())
    var tap = try await world.tap(world.ann)
    try await world.ben.react("👍", true, to: mine)
    let came = try await world.events(&tap).inbox
    #expect(came.map(\.unreadCount) == [1] && came.first?.added?.kind == .reaction, "\(came)")
    try await world.ann.markInboxRead(.all(upTo: try #require(came.first?.added?.token)))
    #expect(try await world.events(&tap).inbox.last?.unreadCount == 0)
  }
}

extension [ChatEvent] {
  fileprivate var inbox: [InboxChange] {
    compactMap { if case .inboxChanged(let change) = $0 { change } else { nil } }
  }
}
