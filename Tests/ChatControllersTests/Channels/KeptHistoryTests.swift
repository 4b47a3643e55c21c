import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Reading offline", .watched)
struct KeptHistoryTests {
  /// A room with this many messages, whose service caches the history for offline use.
  private func fixture(_ count: Int) async throws -> ClientFixture {
    let fixture = try await ClientFixture()
    try await fixture.start()
    for number in 0..<count { _ = try await fixture.say("words \(number)") }
    return fixture
  }

  private func loseConnection(_ fixture: ClientFixture) async {
    await fixture.ann.keepingHistory().setFaults(.offline)
    await fixture.log.until("the end of the connection") {
      if case .offline = fixture.client.connection { true } else { false }
    }
  }

  private func texts(_ messages: [Message]) -> [String] {
    messages.filter { $0.kind == .regular }.map(\.elements.text)
  }

  @Test("Older messages come from the cache down to the first; newer ones are loaded online")
  func channel() async throws {
    let fixture = try await fixture(130)
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    await loseConnection(fixture)
    while controller.timeline.hasOlder { try await controller.loadOlder() }
    #expect(texts(controller.messages) == (0..<130).map { "words \($0)" })
    _ = try await fixture.say("later")
    await fixture.goOnline()
    await settle("what was said later", until: { texts(controller.messages).last == "later" })
    #expect(texts(controller.messages).count == 131)
  }

  @Test(
    "A channel and a thread opened offline show the cache, and nothing after it is lost"
  )
  func opening() async throws {
    let fixture = try await fixture(70)
    let root = try await fixture.say("root")
    for number in 0..<60 { _ = try await fixture.say("reply \(number)", under: root.id) }
    await loseConnection(fixture)
    let channel = fixture.client.channelController(for: "room")
    let thread = fixture.client.messageController(for: root.id, in: "room")
    // The channel's other data is not cached.
    await #expect(throws: ChatError.connection(.offline)) { try await channel.synchronize() }
    await #expect(throws: ChatError.connection(.offline)) { try await thread.synchronize() }
    #expect(thread.message?.elements.text == "root")
    #expect(texts(channel.messages).last == "root" && channel.timeline.hasOlder)
    #expect(texts(thread.replies).last == "reply 59")
    while thread.timeline.hasOlder { try await thread.loadOlder() }
    #expect(texts(thread.replies) == (0..<60).map { "reply \($0)" })
    _ = try await fixture.say("later")
    _ = try await fixture.say("late reply", under: root.id)
    await fixture.goOnline()
    await settle(
      "what was said later",
      until: { texts(channel.messages).last == "later" && texts(thread.replies).last == "late reply" })
  }

  @Test(
    "A thread opened from the cache is requested later, because replies may be missing")
  func openedThread() async throws {
    let fixture = try await fixture(1)
    let root = try await fixture.say("root")
    _ = try await fixture.say("reply", under: root.id)
    await loseConnection(fixture)
    let thread = fixture.client.messageController(for: root.id, in: "room")
    await #expect(throws: ChatError.connection(.offline)) { try await thread.synchronize() }
    #expect(texts(thread.replies) == ["reply"])
    let count = fixture.ann.requestCounts[.messages] ?? 0
    await fixture.goOnline()
    await fixture.untilAsked(.messages, times: count + 1)
    await settle("the answer", until: { !thread.feed.timeline.loading.isLoading })
    #expect(texts(thread.replies) == ["reply"])
  }

  @Test("After missed events only the service's pages count")
  func missed() async throws {
    let fixture = try await fixture(3)
    let controller = fixture.client.channelController(for: "room")
    try await controller.synchronize()
    await loseConnection(fixture)
    fixture.client.engine.board.post(.eventsMissed)
    await fixture.untilAsked(.messages, times: 2)
    await settle("the answer", until: { !controller.feed.timeline.loading.isLoading })
    #expect(controller.feed.isStale)
    _ = try await fixture.say("later")
    await fixture.goOnline()
    await settle("a page of the service", until: { !controller.feed.isStale })
    #expect(texts(controller.messages).last == "later")
  }
}
