import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The channel list", .watched)
struct ListsChannelTests {
  let world: DraftWorld
  let log = ListLog()

  init() async throws { world = try await DraftWorld() }

  private func list(of client: ChatClient) async throws -> ChannelListController {
    let list = ChannelListController(client: client)
    list.delegate = log
    try await list.synchronize()
    return list
  }

  private func reading(_ list: ChannelListController) -> ReadPosition? {
    list.row(for: "general")?.summary.reading
  }

  /// Waits until the list equals the service's, ignoring the order of channels with equal times.
  private func agrees(_ list: ChannelListController) async throws {
    await settle {
      do {
        let served = try await world.served()
        return Set(served) == Set(list.rows.map(\.summary)) && served.count == list.count
          && served.map(\.lastActivity) == list.rows.map(\.lastActivity)
      } catch { return false }
    }
    #expect(log.followed == list.rows.map(\.id))
  }

  @Test("A message by another user is counted, moves the channel up and is reported")
  func live() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    var changes: [ListChange<ChannelID>] = []
    let subscription = list.subscribe { changes += $0 }
    world.clock.advance(by: .seconds(1))
    _ = try await world.say("hello", by: "ana")
    _ = try await world.say("[me](pn-user://me)", by: "ben")
    await settle { reading(list) == ReadPosition(unreadCount: 2, mentionCount: 1) }
    #expect(list.rows.first?.id == "general" && list.index(of: "general") == 0)
    #expect(list[0]?.mentionCount == 1 && list[99] == nil && list.count == 3)
    #expect(!changes.isEmpty)
    subscription.cancel()
    try await agrees(list)
    let other = await world.device("phone")
    let last = try #require(list.rows.first?.lastMessage?.timetoken)
    _ = try await other.markRead("general", upTo: last)
    await settle { reading(list)?.unreadCount == 0 && reading(list)?.mentionCount == 0 }
    _ = try await world.say("from elsewhere", by: "me")
    await settle { list.rows.first?.lastMessage?.text == "from elsewhere" }
    #expect(reading(list)?.unreadCount == 0)
  }

  @Test("After edits, deletions and replies the counts equal the service's")
  func changes() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    let (ana, first) = (await world.device("sender", user: "ana"), try await world.say("one", by: "ana"))
    let second = try await world.say("two", by: "ana")
    _ = try await world.say("reply", by: "ana", under: first.id)
    await settle { reading(list)?.unreadCount == 2 }
    let edit = MessageEdit(
      transactionId: "e", channelId: "general", messageId: second.id, markup: "[m](pn-user://me)", files: [])
    _ = try await ana.edit(edit)
    await settle { reading(list)?.mentionCount == 1 && list.rows.first?.lastMessage?.text == "m" }
    try await ana.delete(second.id, in: "general", hard: false)
    await settle {
      reading(list)?.unreadCount == 1 && list.row(for: "general")?.lastMessage?.isDeleted == true
    }
    try await ana.delete(second.id, in: "general", hard: true)
    await settle { list.row(for: "general")?.lastMessage?.id == first.id }
    try await agrees(list)
  }

  @Test("Channels are added, renamed and removed")
  func comingAndGoing() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    let ana = await world.device("sender", user: "ana")
    _ = try await ana.createChannel(NewChannel(id: "new", name: "new", type: .group, members: ["me"]))
    await settle { list.row(for: "new") != nil }
    _ = try await ana.update("new", ChannelChange(name: "renamed"))
    await settle { list.row(for: "new")?.channel.name == "renamed" }
    try await ana.add(["ben"], to: "new")
    await settle { list.row(for: "new")?.summary.memberCount == 3 }
    try await agrees(list)
    try await world.device("phone").leave("new")
    await settle { list.row(for: "new") == nil }
    try await agrees(list)
    // The row is removed first, and the cache a little later.
    await settle {
      (try? await client.store.cachedChannels(from: 0, limit: 99))?.map(\.id).contains("new") == false
    }
  }

  @Test("Offline cached channels are loaded page by page")
  func keptPages() async throws {
    let store = InMemoryStore()
    let count = 12
    try await store.perform([
      .cacheChannels(
        (0..<count).map { number in
          ChannelSummary(
            channel: Channel(
              id: ChannelID("kept\(number)"), type: .group, createdAt: Timestamp(seconds: Int64(number))),
            memberCount: 1, reading: ReadPosition())
        })
    ])
    var configuration = ClientConfiguration()
    configuration.pageSize = 5
    let device = await world.device("cut off")
    await device.setFaults(.offline)
    let client = ChatClient(
      service: device, store: store, clock: world.clock, configuration: configuration)
    let list = ChannelListController(client: client)
    await #expect(throws: ChatError.connection(.offline)) { try await list.synchronize() }
    #expect(list.rows.map(\.id) == ["kept11", "kept10", "kept9", "kept8", "kept7"])
    #expect(try await list.loadMore() == 5)
    #expect(try await list.loadMore() == 2)
    await #expect(throws: ChatError.connection(.offline)) { try await list.loadMore() }
    #expect(list.count == count)
  }

  @Test("Pages are loaded until every channel is listed once")
  func pages() async throws {
    let me = await world.device("third")
    for number in 0..<9 {
      _ = try await me.createChannel(NewChannel(id: ChannelID("c\(number)"), type: .group))
    }
    var configuration = ClientConfiguration()
    configuration.pageSize = 5
    let client = ChatClient(
      service: await world.device(), store: InMemoryStore(), clock: world.clock, configuration: configuration)
    try await client.start()
    await settle { client.connection == .online }
    let list = ChannelListController(client: client)
    list.delegate = log
    #expect(try await list.loadMore() == 5)
    #expect(!list.hasLoadedAll)
    // A channel that is not loaded yet moves to the front, and is listed once when its page is loaded.
    let last = try #require(try await world.served().last?.id)
    _ = try await me.send(NewMessage(transactionId: "x", channelId: last, markup: "up"))
    await settle { list.row(for: last) != nil }
    _ = try await list.loadMore(limit: 4)
    while try await list.loadMore() > 0 {}
    #expect(list.hasLoadedAll && list.count == 12)
    #expect(Set(list.rows.map(\.id)).count == 12)
    #expect(try await list.loadMore() == 0)
  }

  @Test("Offline cached channels are shown, and the rest is loaded online")
  func offline() async throws {
    let store = InMemoryStore()
    let first = try await world.connected(store: store)
    _ = try await list(of: first)
    await settle { store.batchCount > 0 }
    try await first.stop()
    _ = try await world.say("meanwhile", by: "ana")
    await world.faults(.offline)
    let client = await world.client(store: store)
    let list = ChannelListController(client: client)
    list.delegate = log
    await #expect(throws: ChatError.connection(.offline)) { try await list.synchronize() }
    #expect(list.count == 3 && !list.hasLoadedAll)
    try await client.start()
    await settle { world.clock.sleeperCount > 0 }
    await world.faults(.none)
    world.clock.advance(by: .seconds(60))
    await settle { list.row(for: "general")?.lastMessage?.text == "meanwhile" }
    try await agrees(list)
    try await client.stop()
  }

  @Test("After missed events everything is loaded again, and removed channels disappear")
  func missed() async throws {
    // Not started: it receives only the events posted here.
    let client = await world.client()
    let list = try await list(of: client)
    try await world.device("phone").leave("lobby")
    _ = try await world.say("missed", by: "ana")
    client.engine.board.post(.eventsMissed)
    client.engine.board.post(.connection(.online))
    await settle { list.row(for: "general")?.unreadCount == 1 }
    #expect(list.row(for: "lobby") == nil)
    try await agrees(list)
  }

  @Test("An event that changes nothing is not reported")
  func nothingNew() async throws {
    let message = try await world.say("hello", by: "ana")
    let client = try await world.connected()
    let list = try await list(of: client)
    let told = log.channels.count
    client.engine.board.post(.event(.messageCreated(message)))
    client.engine.board.post(.event(.channelUpdated(try #require(list.row(for: "general")?.channel))))
    client.engine.board.post(.draft(DraftChange(key: DraftWorld.general, cause: .deleted)))
    try await list.synchronize()
    #expect(log.channels.count == told)
  }

  @Test("After late, duplicate and missed events the list equals the service's", arguments: 0..<12)
  func convergence(seed: UInt64) async throws {
    var faults = ServiceFaults.none
    faults.eventDuplication = 0.3
    faults.eventDelay = 0.4
    let device = await world.device()
    device.reseedFaults(seed)
    await device.setFaults(faults)
    let client = try await world.connected()
    let list = try await list(of: client)
    var generator = SeededGenerator(seed: seed)
    var messages: [Message] = []
    for step in 0..<40 {
      let user: UserID = Bool.random(using: &generator) ? "ana" : "me"
      let channel: ChannelID = Bool.random(using: &generator) ? "general" : "group.offtopic"
      let text = step.isMultiple(of: 3) ? "[m](pn-user://me) \(step)" : "\(step)"
      let old = messages.randomElement(using: &generator)
      let sender = await world.device("sender", user: old?.author.id ?? user)
      switch (Int.random(in: 0..<6, using: &generator), old) {
      case (0, let old?):
        try await sender.delete(old.id, in: old.channelId, hard: Bool.random(using: &generator))
        messages.removeAll { $0.id == old.id }
      case (1, let old?):
        let id = TransactionID("e\(step)")
        _ = try await sender.edit(
          MessageEdit(transactionId: id, channelId: old.channelId, messageId: old.id, markup: text, files: [])
        )
      case (2, let old?):
        let me = await world.device("third")
        _ = try await me.markRead(old.channelId, upTo: try #require(old.timetoken))
      default:
        world.clock.advance(by: .milliseconds(10))
        messages.append(try await world.say(text, by: user, in: channel))
      }
    }
    // These push out all delayed events.
    for number in 0..<5 {
      world.clock.advance(by: .milliseconds(10))
      _ = try await world.say("end \(number)", by: "ana")
    }
    try await agrees(list)
    try await client.stop()
  }
}
