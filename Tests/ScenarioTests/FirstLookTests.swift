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

  @Test("With the channels there come the open one and its messages, in one frame")
  func oneFrame() async throws {
    let scenario = try await Scenario(showsPieces: false)
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    // The first frame with the channels, behind one without them.
    var first: [String]?
    scenario.terminal.onFrame = { frame in
      let hasChannels = frame.grid.lines.contains { $0.contains("offtopic") }
      if !hasChannels { first = [] } else if first == [] { first = frame.grid.lines }
    }
    await scenario.start(in: nil)
    #expect(first?.contains { $0.contains("flow?") } == true)
    try await scenario.restart()
    #expect(first?.contains { $0.contains("flow?") } == true)
  }

  @Test("Many drafts that the service does not have are published behind what is to be seen")
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
    let scenario = try await Scenario(store: store, showsPieces: false)
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    var waiting: Int?
    scenario.terminal.onFrame = { frame in
      guard waiting == nil, frame.grid.lines.contains(where: { $0.contains("flow?") }) else { return }
      waiting = scenario.client.drafts.registry.inOrder.count(where: \.needsPublishing)
    }
    await scenario.start(in: nil)
    #expect(waiting ?? 0 > 50)
    #expect(scenario.client.drafts.registry.inOrder.allSatisfy { !$0.needsPublishing })
  }

  @Test("Where no messages come, the channels are shown a moment later")
  func noMessages() async throws {
    let scenario = try await Scenario(showsPieces: false)
    await scenario.offline(true)
    await scenario.start(in: nil)
    await scenario.wait(.milliseconds(16))
    #expect(scenario.shows("Channels"))
    await scenario.type("typed meanwhile")
    #expect(scenario.shows("typed meanwhile"))
  }
}
