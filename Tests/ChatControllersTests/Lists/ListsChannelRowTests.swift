import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The rows of the channel list", .watched)
struct ListsChannelRowTests {
  let world: DraftWorld
  let log = ListLog()

  init() async throws { world = try await DraftWorld() }

  private func list(of client: ChatClient) async throws -> ChannelListController {
    let list = ChannelListController(client: client)
    list.delegate = log
    try await list.synchronize()
    return list
  }

  private func general(_ list: ChannelListController) throws -> ChannelListRow {
    try #require(list.row(for: "general"))
  }

  @Test("A draft is shown in place of the last message, and changes neither the order nor the time")
  func draft() async throws {
    _ = try await world.say("first", by: "ana")
    world.clock.advance(by: .seconds(1))
    let last = try await world.say("second", by: "ana", in: "group.offtopic")
    let client = try await world.connected()
    let list = try await list(of: client)
    let order = list.rows.map(\.id)
    #expect(order.prefix(2) == ["group.offtopic", "general"])
    let draft = try client.draft()
    draft.update(text: "Hey, I sent")
    guard case .draft(let shown) = try general(list).preview else {
      Issue.record("\(try general(list).preview)")
      return
    }
    #expect(shown.text == "Hey, I sent")
    #expect(list.rows.map(\.id) == order)
    #expect(try general(list).lastMessage?.text == "first")
    #expect(try general(list).lastActivity < #require(list.row(for: "group.offtopic")).lastActivity)
    guard case .message(let message) = list.row(for: "group.offtopic")?.preview else {
      Issue.record("there is no last message")
      return
    }
    #expect(message.id == last.id)
    draft.update(text: "")
    #expect(try general(list).draft == nil)
    #expect(list.rows.map(\.id) == order)
  }

  @Test("A row always has the current draft, and a new listener receives the next change")
  func words() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    let draft = try client.draft()
    draft.update(text: "one")
    draft.update(text: "one two")
    #expect(try general(list).draft?.text == "one two")
    #expect(list.rows.compactMap(\.draft).map(\.text) == ["one two"])
    // Without a listener this text is never read.
    draft.update(text: "one two three")
    var changes: [ListChange<ChannelID>] = []
    let subscription = list.subscribe { changes += $0 }
    draft.update(text: "one two three four")
    let index = try #require(list.index(of: "general"))
    #expect(changes == [.updated("general", at: index)])
    subscription.cancel()
    #expect(try general(list).draft?.text == "one two three four")
  }

  @Test("The end of a draft is reported, even if its last text was never read")
  func ends() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    let draft = try client.draft()
    draft.update(text: "one")
    draft.update(text: "one two")
    let before = log.channels.count
    draft.update(text: "")
    let index = try #require(list.index(of: "general"))
    #expect(log.channels.dropFirst(before) == [[.updated("general", at: index)]])
    #expect(try general(list).draft == nil)
  }

  @Test("The end of a draft is reported, even if the list was read just before")
  func endsBeforeReader() async throws {
    let client = try await world.connected()
    var list: ChannelListController?
    // This subscriber receives every notice before the list does.
    let reader = client.subscribe { _ in _ = list?.rows }
    let rows = ChannelListController(client: client)
    let words = WordsLog()
    rows.delegate = words
    try await rows.synchronize()
    let draft = try client.draft()
    draft.update(text: "one")
    draft.update(text: "one two")
    words.changes = []
    list = rows
    draft.update(text: "")
    let index = try #require(rows.index(of: "general"))
    #expect(words.changes == [[.updated("general", at: index)]])
    #expect(try general(rows).draft == nil)
    withExtendedLifetime(reader) {}
  }

  @Test("A thread's draft is not shown as the channel's")
  func threadDraft() async throws {
    let parent = try await world.say("where?", by: "ana")
    let client = try await world.connected()
    let list = try await list(of: client)
    try client.draft(for: DraftKey(channelId: "general", parentId: parent.id)).update(text: "here")
    #expect(try general(list).draft == nil)
  }

  @Test("A draft of another device is shown, and so is one loaded at the start")
  func otherDevices() async throws {
    let store = InMemoryStore()
    let desk = try await world.connected(store: store)
    try desk.draft().update(text: "kept")
    try await desk.stop()
    let again = await world.client(store: store)
    let list = ChannelListController(client: again)
    list.delegate = log
    try await list.synchronize()
    try await again.start()
    await settle { list.row(for: "general")?.draft?.text == "kept" }
    let content = DraftContent(elements: [.plainText(text: "from the phone")])
    _ = try await world.device("phone").saveDraft(content, for: DraftWorld.lobby, over: 0)
    await settle { list.row(for: "lobby")?.draft?.text == "from the phone" }
    try await again.stop()
  }

  @Test("While drafts are disabled, none is shown")
  func switchedOff() async throws {
    let client = try await world.connected(isEnabled: false)
    let list = try await list(of: client)
    try client.draft().update(text: "not shown")
    #expect(try general(list).draft == nil)
    #expect(try general(list).preview == .nothing)
  }

  @Test("Typing users are shown in place of the draft, until they stop, send or fall silent")
  func typing() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    try client.draft().update(text: "mine")
    let ana = await world.device("a", user: "ana")
    try await ana.setTyping(true, in: DraftWorld.general)
    await settle { list.row(for: "general")?.typingUsers.map(\.id) == ["ana"] }
    #expect(try general(list).preview == .typing([User(id: "ana", name: "Ána")]))
    await settle { world.clock.sleeperCount > 0 }
    world.clock.advance(by: .seconds(60))
    await settle { list.row(for: "general")?.typingUsers.isEmpty == true }
    for isTyping in [true, false, true] {
      try await ana.setTyping(isTyping, in: DraftWorld.general)
      await settle { list.row(for: "general")?.typingUsers.isEmpty == !isTyping }
    }
    _ = try await world.say("said", by: "ana")
    await settle { list.row(for: "general")?.lastMessage?.text == "said" }
    #expect(try general(list).typingUsers.isEmpty)
  }

  @Test("The user's own message is shown at once and moves its channel up; a failed one is marked")
  func ownMessages() async throws {
    _ = try await world.say("first", by: "ana", in: "group.offtopic")
    let client = try await world.connected()
    let list = try await list(of: client)
    var refusing = ServiceFaults.none
    refusing.refusals = [RefusedRequest([.send], .notAllowed)]
    await world.faults(refusing)
    world.clock.advance(by: .seconds(1))
    let id = try await client.channelController(for: "general").createNewMessage(text: "mine")
    #expect(list.rows.first?.id == "general")
    #expect(try general(list).lastMessage?.text == "mine")
    await settle { list.row(for: "general")?.failedMessage?.id == id }
    #expect(try general(list).lastMessage?.localState == .sendingFailed)
    await world.faults(.none)
    try await client.engine.outbox.resend(id, in: "general")
    await settle { list.row(for: "general")?.summary.lastMessage?.text == "mine" }
    #expect(try general(list).failedMessage == nil)
    #expect(try general(list).pendingMessage == nil)
    #expect(try general(list).unreadCount == 0)
    #expect(try general(list).lastMessage?.localState == nil)
  }

  @Test("A withdrawn message leaves the row as it was")
  func withdrawn() async throws {
    _ = try await world.say("first", by: "ana")
    let client = try await world.connected()
    let list = try await list(of: client)
    let before = try general(list)
    var refusing = ServiceFaults.none
    refusing.refusals = [RefusedRequest([.send], .notAllowed)]
    await world.faults(refusing)
    let id = try await client.channelController(for: "general").createNewMessage(text: "mine")
    await settle { list.row(for: "general")?.failedMessage != nil }
    try await client.engine.outbox.discard(id, in: "general")
    #expect(try general(list) == before)
  }
}

/// Records the changes of a list other than those of a draft's text.
private final class WordsLog: ChannelListControllerDelegate {
  var changes: [[ListChange<ChannelID>]] = []

  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>]
  ) { self.changes.append(changes) }

  func channelListController(_ controller: ChannelListController, didChangeDraftIn channel: ChannelID) {}
}
