import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatControllers
@testable import ChatUI

@Suite("A first look", .serialized)
struct FirstLookTests {
  @Test("The program starts in the first channel, and what is typed is sent with Enter")
  func sends() async throws {
    let scenario = try await Scenario()
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    await scenario.start()
    await scenario.type("hello there")
    #expect(scenario.shows("hello there"))
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text).last == "hello there")
  }

  @Test("The channels, the open one and its messages appear in one frame")
  func oneFrame() async throws {
    let scenario = try await Scenario(holdsFrames: true)
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    // The first frames with the channels, each behind one without them.
    var firsts: [[String]] = []
    var hadChannels = false
    scenario.terminal.onFrame = { frame in
      let hasChannels = frame.grid.lines.contains { $0.contains("offtopic") }
      if hasChannels, !hadChannels { firsts.append(frame.grid.lines) }
      hadChannels = hasChannels
    }
    await scenario.start(in: nil)
    try await scenario.restart()
    #expect(firsts.count == 2)
    #expect(firsts.allSatisfy { $0.contains { $0.contains("flow?") } })
  }

  @Test("A hundred unpublished drafts do not delay the first messages")
  func manyDrafts() async throws {
    let store = InMemoryStore()
    let time = Timestamp(seconds: 1_795_000_000)
    try await store.perform(
      (0..<100).map { number in
        .saveDraft(
          StoredDraft(
            key: DraftKey(channelId: "general", parentId: MessageID("message-\(number)")),
            content: DraftContent(elements: [.plainText(text: "kept")]), createdAt: time, updatedAt: time))
      })
    let scenario = try await Scenario(store: store, holdsFrames: true)
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    var waiting: Int?
    scenario.terminal.onFrame = { frame in
      guard waiting == nil, frame.grid.lines.contains(where: { $0.contains("flow?") }) else { return }
      waiting = scenario.client.drafts.registry.inOrder.count(where: \.needsPublishing)
    }
    await scenario.start(in: nil)
    #expect(try #require(waiting) == 100, "none is published before")
    #expect(scenario.client.drafts.registry.inOrder.allSatisfy { !$0.needsPublishing })
  }

  @Test("Whoever quits while the first place is on its way has nothing asked for what was to come behind it")
  func quitsEarly() async throws {
    let store = InMemoryStore()
    let scenario = try await Scenario(store: store, holdsFrames: true)
    let parent = try await scenario.say("Could someone look at the login flow?", by: "ana")
    try await store.perform([
      .saveDraft(
        StoredDraft(
          key: DraftKey(channelId: "general", parentId: parent.id),
          content: DraftContent(elements: [.plainText(text: "kept")]), createdAt: scenario.clock.now,
          updatedAt: scenario.clock.now))
    ])
    let device = await scenario.service.device(user: "mia", id: "terminal")
    var slow = ServiceFaults()
    slow.latency = .seconds(1) ... .seconds(1)
    await device.setFaults(slow)
    await scenario.start(in: nil)
    #expect(scenario.client.isShowingFirstPlace)
    scenario.app.end()
    for _ in 1...20 { await scenario.wait(.seconds(1)) }
    await scenario.end()
    #expect(device.requestCounts[.message] == nil)
  }

  @Test("Where no messages come, the channels are shown a moment later")
  func noMessages() async throws {
    let scenario = try await Scenario(holdsFrames: true)
    await scenario.offline(true)
    await scenario.start(in: nil)
    await scenario.wait(.milliseconds(16))
    #expect(scenario.shows("Channels"))
    await scenario.type("typed meanwhile")
    #expect(scenario.shows("typed meanwhile"))
  }
}
