import ChatDomain
import Testing

@testable import InMemoryService

@Suite("Demo")
struct DemoTests {
  private func demo(seed: UInt64) async throws -> (ManualClock, InMemoryChatService, InMemoryDevice) {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock, seed: seed)
    let fixtures = DemoFixtures(seed: seed)
    try await fixtures.load(into: service)
    return (clock, service, await service.device(user: fixtures.user.id, id: "terminal"))
  }

  private func past(seed: UInt64) async throws -> [[String]] {
    let (_, _, device) = try await demo(seed: seed)
    var all: [[String]] = []
    for summary in try await device.channels(ListQuery()).elements {
      let page = try await device.messages(MessageQuery(channelId: summary.id, limit: 1000))
      all.append(page.elements.map { "\($0.id) \($0.author.id): \($0.text)" })
    }
    return all
  }

  @Test("The same seed gives the same history, another seed another one")
  func seeds() async throws {
    let first = try await past(seed: 5)
    #expect(try await past(seed: 5) == first)
    #expect(try await past(seed: 6) != first)
  }

  @Test(
    "With another seed, the messages have other ids: a draft in a thread never moves under another message")
  func idsOfSeeds() async throws {
    func ids(_ seed: UInt64) async throws -> Set<MessageID> {
      let (_, _, device) = try await demo(seed: seed)
      var ids: Set<MessageID> = []
      for summary in try await device.channels(ListQuery()).elements {
        let page = try await device.messages(MessageQuery(channelId: summary.id, limit: 1000))
        ids.formUnion(page.elements.map(\.id))
      }
      return ids
    }
    let first = try await ids(1)
    for seed: UInt64 in [0, 2, 3, .max] {
      #expect(try await ids(seed).isDisjoint(with: first))
    }
  }

  @Test(
    "Messages keep their ids over starts at other times", arguments: [1, 7 * 3600, 26 * 3600, 400 * 86_400])
  func ids(later: Int) async throws {
    var found: [[String: MessageID]] = []
    for seconds in [0, later] {
      let clock = ManualClock(now: Timestamp(seconds: 1_790_000_000) + .seconds(seconds))
      let service = InMemoryChatService(clock: clock)
      let fixtures = DemoFixtures()
      try await fixtures.load(into: service)
      let device = await service.device(user: fixtures.user.id, id: "terminal")
      var ids: [String: MessageID] = [:]
      for summary in try await device.channels(ListQuery()).elements {
        for message in try await device.messages(MessageQuery(channelId: summary.id, limit: 1000)).elements {
          ids["\(summary.id) \(message.author.id): \(message.text)"] = message.id
        }
      }
      let live = try await device.send(NewMessage(transactionId: "1", channelId: "general", markup: "now"))
      #expect(!ids.values.contains(live.id))
      #expect(
        try await device.messages(MessageQuery(channelId: "general", limit: 1)).elements.map(\.id) == [
          live.id
        ])
      found.append(ids)
    }
    // Words that depend on the time of day make a different line.
    let same = found[0].filter { found[1][$0.key] != nil }
    #expect(same.count > 200 && same.allSatisfy { found[1][$0.key] == $0.value })
  }

  @Test("Channels of an earlier run are there again, without messages; the user is a member")
  func restored() async throws {
    let (_, _, before) = try await demo(seed: 1)
    _ = try await before.directChannel(with: "ana")
    _ = try await before.createChannel(NewChannel(id: "plans", name: "plans", type: .group, members: ["ben"]))
    let unjoined = DemoScript.unjoined.id
    _ = try await before.join(unjoined)
    var known = try await before.channels(ListQuery(limit: 100)).elements
    var stranger = known[0]
    stranger.channel = Channel(id: "direct:gone:you", type: .direct, createdAt: stranger.channel.createdAt)
    stranger.partner = User(id: "gone")
    known.append(stranger)
    let (_, service, after) = try await demo(seed: 1)
    await service.restore(known, of: "you")
    let found = try await after.channels(ListQuery(limit: 100)).elements
    #expect(Set(found.map(\.id)) == Set(known.map(\.id)).subtracting(["direct:gone:you"]))
    #expect(found.first { $0.id == "direct:ana:you" }?.partner?.name == "Ana García")
    #expect(try await after.knownDirectChannel(with: "ana")?.id == "direct:ana:you")
    #expect(found.first { $0.id == "plans" }?.lastMessage == nil)
    _ = try await after.send(NewMessage(transactionId: "1", channelId: "direct:ana:you", markup: "hello"))
  }

  @Test("It contains every kind of content")
  func variety() async throws {
    let (_, _, device) = try await demo(seed: 1)
    let summaries = try await device.channels(ListQuery()).elements
    var messages: [Message] = []
    for summary in summaries {
      messages += try await device.messages(MessageQuery(channelId: summary.id, limit: 1000)).elements
    }
    #expect(Set(summaries.map(\.channel.type)) == [.public, .group, .direct])
    #expect(summaries.contains { $0.reading.mentionCount > 0 })
    #expect(summaries.contains { $0.reading.unreadCount == 0 })
    #expect(messages.contains { $0.quoted != nil })
    #expect(messages.contains { !$0.reactions.isEmpty })
    #expect(messages.contains { !$0.files.isEmpty })
    #expect(messages.count > 200)
    #expect(DemoPeople.all.count >= 12)
    #expect(DemoPeople.all.contains { $0.displayName.contains("田") })
    let threads = try await device.threads(ListQuery()).elements
    #expect(
      threads.contains { $0.reading.unreadReplies > 0 } && threads.contains { $0.reading.unreadReplies == 0 })
    #expect(try await device.readers(of: "general", limit: 9).map(\.user.id) == ["ben", "ana", "lukasz"])
    #expect(try await device.visitors().map(\.user.id) == ["juergen"])
    let directory = try await device.directory(DirectoryQuery()).elements
    #expect(directory.contains { $0.admission == .knocking && !$0.isMember })
    let blockers = try #require(threads.first(where: { $0.parent.channelId == "release" })?.parent)
    #expect(
      try await device.readers(ofThreadUnder: blockers.id, in: "release", limit: 9).map(\.user.id) == [
        "soren"
      ])
    let pinned = try await device.pinnedMessages(in: "release", ListQuery()).elements
    #expect(pinned.contains { $0.pin?.expiresAt != nil })
    #expect(try await device.channels(matching: "music", limit: 5).map(\.id) == ["music"])
    #expect(try await device.users(matching: "soren", in: .everywhere, limit: 5).map(\.id) == ["soren"])
    #expect(try await device.users(matching: "angstrom", in: .everywhere, limit: 5).map(\.id) == ["soren"])
    #expect(try await device.users(matching: "ЕЛКИ", in: .everywhere, limit: 5).map(\.id) == ["olga"])
  }

  @Test("A person in a direct conversation types, then answers, by the clock")
  func answering() async throws {
    let (clock, service, device) = try await demo(seed: 2)
    let peers = ScriptedPeers(
      service: service, user: device.currentUser, pace: PeerPace(pauses: nil), seed: 2)
    let playing = Task { await peers.run() }
    let stream = try await device.events(after: nil)
    let alex = try await device.directChannel(with: "alex")
    // Wait until the simulated people are subscribed; otherwise they miss the message.
    while await service.streamCount < 2 { await Task.yield() }
    _ = try await device.send(NewMessage(transactionId: "t", channelId: alex.id, markup: "Are you there?"))
    let moving = Task {
      while !Task.isCancelled {
        await clock.waitForSleepers()
        clock.advanceToNextSleeper()
      }
    }
    var order: [String] = []
    for try await envelope in stream {
      switch envelope.event {
      case .typing(let typing): order.append("\(typing.user.id) types: \(typing.isTyping)")
      case .messageCreated(let message): order.append("\(message.author.id) says")
      default: continue
      }
      if order.last == "alex says" { break }
    }
    #expect(order.first == "you says")
    #expect(order.contains("alex types: true") && order.last == "alex says")
    moving.cancel()
    playing.cancel()
    await moving.value
    await playing.value
  }

  @Test("Lively people speak until stopped, quiet ones never")
  func initiative() async throws {
    let (clock, service, device) = try await demo(seed: 3)
    await ScriptedPeers(service: service, user: device.currentUser, pace: .quiet).run()
    let stream = try await device.events(after: nil)
    let playing = Task { await ScriptedPeers(service: service, user: device.currentUser, seed: 3).run() }
    let moving = Task {
      while !Task.isCancelled {
        await clock.waitForSleepers()
        clock.advanceToNextSleeper()
      }
    }
    var said: [Message] = []
    for try await envelope in stream {
      if case .messageCreated(let message) = envelope.event { said.append(message) }
      if said.count == 40 { break }
    }
    #expect(said.contains(where: \.isReply) && said.contains { !$0.isReply })
    #expect(said.contains { $0.mentionedUsers == [device.currentUser.id] })
    #expect(Set(said.map(\.channelId)).count > 3)
    moving.cancel()
    playing.cancel()
    await moving.value
    await playing.value
  }
}
