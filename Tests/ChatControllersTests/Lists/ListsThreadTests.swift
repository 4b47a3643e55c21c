import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The thread list", .watched)
struct ListsThreadTests {
  let world: DraftWorld
  let log = ListLog()

  init() async throws { world = try await DraftWorld() }

  private func list(of client: ChatClient) async throws -> ThreadListController {
    let list = ThreadListController(client: client)
    list.delegate = log
    try await list.synchronize()
    return list
  }

  private func key(_ message: Message) -> DraftKey {
    DraftKey(channelId: message.channelId, parentId: message.id)
  }

  @Test("Threads the user is involved in are listed, the last reply first, and stay up to date")
  func live() async throws {
    let own = try await world.say("mine", by: "me")
    let foreign = try await world.say("theirs", by: "ana")
    _ = try await world.say("one", by: "ana", under: own.id)
    _ = try await world.say("other", by: "ben", under: foreign.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    #expect(list.rows.map(\.parent?.text) == ["mine"])
    #expect(list.rows.first?.unreadReplies == 1 && list.rows.first?.replyCount == 1)
    world.clock.advance(by: .seconds(1))
    let two = try await world.say("two", by: "ben", under: own.id)
    await settle { list.rows.first?.lastReply?.id == two.id && list.rows.first?.replyCount == 2 }
    #expect(list.rows.first?.unreadReplies == 2)
    world.clock.advance(by: .seconds(1))
    _ = try await world.say("[m](pn-user://me)", by: "ben", under: foreign.id)
    await settle { list.rows.map(\.parent?.text) == ["theirs", "mine"] }
    world.clock.advance(by: .seconds(1))
    _ = try await world.say("three", by: "ana", under: own.id)
    await settle { list.rows.map(\.parent?.text) == ["mine", "theirs"] }
    #expect(list.hasLoadedAll && !log.threads.isEmpty)
    #expect(try await list.loadMore() == 0)
  }

  @Test("A draft on a message without replies has its row, and goes with the draft")
  func firstReply() async throws {
    let quiet = try await world.say("quiet", by: "ana")
    let client = try await world.connected()
    let list = try await list(of: client)
    #expect(list.count == 0)
    let draft = try client.draft(for: key(quiet))
    draft.update(text: "I think")
    await settle { list.rows.first?.parent?.text == "quiet" }
    let row = try #require(list.row(for: quiet.id, in: "general"))
    #expect(row.draft?.text == "I think" && row.replyCount == 0 && row.lastReply == nil)
    draft.update(text: " ")
    #expect(list.count == 0)
  }

  @Test(
    "A draft in the channel adds no row to the threads")
  func channelDraft() async throws {
    let client = try await world.connected()
    let list = try await list(of: client)
    try client.draft().update(text: "channel")
    #expect(list.count == 0)
  }

  @Test("A draft neither reorders threads nor hides their last reply")
  func draftOnThread() async throws {
    let first = try await world.say("first", by: "me")
    let second = try await world.say("second", by: "me")
    let reply = try await world.say("r1", by: "ana", under: first.id)
    world.clock.advance(by: .seconds(1))
    _ = try await world.say("r2", by: "ana", under: second.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    world.clock.advance(by: .seconds(1))
    try client.draft(for: key(first)).update(text: "draft")
    #expect(list.rows.map(\.parent?.text) == ["second", "first"])
    #expect(list.rows.last?.draft?.text == "draft" && list.rows.last?.lastReply?.id == reply.id)
  }

  @Test("Typing is reported apart from other changes, but for the beginning and the end of a draft")
  func draftText() async throws {
    let parent = try await world.say("parent", by: "me")
    _ = try await world.say("reply", by: "ana", under: parent.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    let typing = TypingLog()
    list.delegate = typing
    let draft = try client.draft(for: key(parent))
    for text in ["a", "ab", "abc", ""] { draft.update(text: text) }
    #expect(typing.events == ["changed", "typed ab", "typed abc", "changed"])
  }

  @Test("Reading, deleting and leaving change the rows")
  func changes() async throws {
    let parent = try await world.say("parent", by: "me")
    let first = try await world.say("one", by: "ana", under: parent.id)
    let second = try await world.say("two", by: "ana", under: parent.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    let ana = await world.device("sender", user: "ana")
    try await ana.delete(second.id, in: "general", hard: true)
    await settle { list.rows.first?.lastReply?.id == first.id && list.rows.first?.replyCount == 1 }
    let thread = client.messageController(for: parent.id, in: "general")
    try await thread.synchronize()
    try await thread.markRead()
    #expect(list.rows.first?.unreadReplies == 0)
    try await ana.delete(first.id, in: "general", hard: false)
    await settle { list.count == 0 }
    _ = try await world.say("again", by: "ana", under: parent.id)
    await settle { list.count == 1 }
    try await world.device("phone").leave("general")
    await settle { list.count == 0 }
  }

  @Test(
    "A thread read or answered on another device is read here, and a late event changes nothing"
  )
  func readElsewhere() async throws {
    let parent = try await world.say("parent", by: "me")
    let first = try await world.say("one", by: "ana", under: parent.id)
    let second = try await world.say("two", by: "ana", under: parent.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    let phone = await world.device("phone")
    #expect(list.rows.first?.unreadReplies == 2)
    _ = try await phone.markThreadRead(parent.id, in: "general", upTo: try #require(first.timetoken))
    await settle { list.rows.first?.unreadReplies == 1 }
    _ = try await phone.markThreadRead(parent.id, in: "general", upTo: try #require(second.timetoken))
    await settle { list.rows.first?.unreadReplies == 0 }
    // The first of the two again, late: the read position never moves back.
    let late = ThreadReadEvent(
      channelId: "general", parentId: parent.id,
      reading: ThreadReadPosition(lastRead: first.timetoken, unreadReplies: 1))
    client.engine.board.post(.event(.threadReadPositionChanged(late)))
    #expect(list.rows.first?.unreadReplies == 0)
    _ = try await world.say("three", by: "ana", under: parent.id)
    await settle { list.rows.first?.unreadReplies == 1 }
    _ = try await world.say("four", by: "me", under: parent.id)
    await settle { list.rows.first?.lastReply?.text == "four" }
    #expect(list.rows.first?.unreadReplies == 0)
  }

  @Test("A reply that arrives before the event that earlier ones were read is counted")
  func readBehindReply() async throws {
    let parent = try await world.say("parent", by: "me")
    let first = try await world.say("one", by: "ana", under: parent.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    // On the service the first was read before the second arrived. The events arrive in reverse.
    let phone = await world.device("phone")
    await world.faults(.offline)
    await settle { if case .offline = client.connection { true } else { false } }
    let reading = try await phone.markThreadRead(
      parent.id, in: "general", upTo: try #require(first.timetoken))
    let second = try await world.say("two", by: "ana", under: parent.id)
    await world.faults(.none)
    client.engine.board.post(.event(.messageCreated(second)))
    #expect(list.rows.first?.unreadReplies == 2)
    let event = ThreadReadEvent(channelId: "general", parentId: parent.id, reading: reading)
    client.engine.board.post(.event(.threadReadPositionChanged(event)))
    await settle { list.rows.first?.unreadReplies == 1 }
  }

  @Test("A list that failed to reload is requested after a pause while online")
  func answersLost() async throws {
    let parent = try await world.say("parent", by: "me")
    let first = try await world.say("one", by: "ana", under: parent.id)
    let second = try await world.say("two", by: "ana", under: parent.id)
    let client = try await world.connected()
    let threads = try await list(of: client)
    let channels = ChannelListController(client: client)
    try await channels.synchronize()
    var losing = ServiceFaults.none
    losing.answerLoss = 1
    await world.faults(losing)
    let device = await world.device()
    let asked = (device.requestCounts[.threads, default: 0], device.requestCounts[.channel, default: 0])
    // Only the service knows which reply was last before it.
    let ana = await world.device("sender", user: "ana")
    try await ana.delete(second.id, in: "general", hard: true)
    try await ana.add(["stranger"], to: "general")
    await settle {
      device.requestCounts[.threads, default: 0] > asked.0
        && device.requestCounts[.channel, default: 0] > asked.1
    }
    await world.faults(.none)
    await settle("the lists") {
      world.clock.advance(by: .milliseconds(500))
      return threads.rows.first?.lastReply?.id == first.id
        && channels.rows.first { $0.id == "general" }?.summary.memberCount == 6
    }
    #expect(client.connection == .online)
    try await client.stop()
  }

  @Test("After missed events everything is loaded again")
  func missed() async throws {
    let parent = try await world.say("parent", by: "me")
    // Not started: it receives only the events posted here.
    let client = await world.client()
    let list = try await list(of: client)
    #expect(list.count == 0)
    _ = try await world.say("missed", by: "ana", under: parent.id)
    client.engine.board.post(.eventsMissed)
    client.engine.board.post(.connection(.online))
    await settle { list.rows.first?.unreadReplies == 1 }
  }

  @Test(
    "A connection established during a request leaves the lists neither outdated nor waiting for the next one"
  )
  func connectionWhileLoading() async throws {
    let parent = try await world.say("parent", by: "me")
    _ = try await world.say("one", by: "ana", under: parent.id)
    let client = await world.client()
    let (threads, channels) = (ThreadListController(client: client), ChannelListController(client: client))
    var slow = ServiceFaults.none
    slow.latency = .seconds(5)...(.seconds(5))
    await world.faults(slow)
    let device = await world.device()
    var loaded = 0
    for synchronize in [threads.synchronize as () async throws -> Void, channels.synchronize] {
      Task {
        try await synchronize()
        loaded += 1
      }
    }
    await settle { device.requestCounts[.threads] == 1 && device.requestCounts[.channels] == 1 }
    // These two answers are slow, and all others are fast.
    await world.faults(.none)
    try await client.start()
    await settle { client.connection == .online }
    await settle {
      world.clock.advance(by: .milliseconds(100))
      return loaded == 2
    }
    await settle("the lists to be as the service has them") {
      !threads.list.needsReload && !channels.list.needsReload
    }
    #expect(threads.rows.first?.unreadReplies == 1)
    try await client.stop()
  }

  @Test("R14: a late or duplicate event about a thread is not reported")
  func stale() async throws {
    let parent = try await world.say("parent", by: "me")
    _ = try await world.say("one", by: "ana", under: parent.id)
    let client = try await world.connected()
    let list = try await list(of: client)
    let told = log.threads.count
    let info = try #require(list.rows.first?.parent?.threadInfo)
    let event = ThreadInfoUpdateEvent(channelId: "general", targetMessageId: parent.id, threadInfo: info)
    client.engine.board.post(.event(.threadInfoUpdated(event)))
    client.engine.board.post(.event(.messageCreated(try #require(list.rows.first?.lastReply))))
    var older = info
    older.replyCount = 9
    older.updatedAt = Timetoken(1)
    let late = ThreadInfoUpdateEvent(channelId: "general", targetMessageId: parent.id, threadInfo: older)
    client.engine.board.post(.event(.threadInfoUpdated(late)))
    #expect(list.rows.first?.replyCount == 1)
    #expect(log.threads.count == told)
  }

  @Test("Offline rows of drafts are shown, with their parents if cached")
  func offline() async throws {
    let parent = try await world.say("kept parent", by: "ana")
    let store = InMemoryStore()
    try await store.perform([.cacheMessages([parent])])
    await world.faults(.offline)
    let client = await world.client(store: store)
    try client.draft(for: key(parent)).update(text: "offline")
    let list = ThreadListController(client: client)
    await settle { list.rows.first?.parent?.text == "kept parent" }
    await #expect(throws: ChatError.connection(.offline)) { try await list.synchronize() }
    #expect(list.rows.first?.draft?.text == "offline")
  }
}

/// Records changes of a list of threads, and apart from them those of a draft.
private final class TypingLog: ThreadListControllerDelegate {
  private(set) var events: [String] = []

  func threadListController(
    _ controller: ThreadListController, didChangeThreads changes: [ListChange<DraftKey>]
  ) { events.append("changed") }

  func threadListController(_ controller: ThreadListController, didChangeDraftIn thread: DraftKey) {
    let row = thread.parentId.flatMap { controller.row(for: $0, in: thread.channelId) }
    events.append("typed \(row?.draft?.text ?? "")")
  }
}
