import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 1: one for each channel and thread", .serialized)
struct PlacesTests {
  @Test("A draft is in the sidebar after leaving the channel and in the composer after coming back")
  func leaveAndComeBack() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.type("half a thought")
    await scenario.keys("M-Down")
    scenario.previews("✎ half a thought", in: "# general")
    scenario.sees("→ #offtopic")
    #expect(!scenario.main.contains { $0.contains("half a thought") })
    await scenario.keys("M-Up")
    #expect(scenario.main.contains { $0.contains("half a thought") })
    #expect(scenario.textBeforeCursor.hasSuffix("half a thought"))
  }

  @Test("The caret is restored on coming back")
  func caret() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("one two")
    await scenario.keys("M-b M-Down M-Up")
    #expect(scenario.textBeforeCursor.hasSuffix(" one "))
  }

  @Test("Each channel has its own draft")
  func channels() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.type("for all")
    await scenario.keys("M-Down")
    await scenario.type("for few")
    await scenario.keys("M-Down", .shows("→ @ Alex Dunn"))
    scenario.previews("✎ for all", in: "# general")
    scenario.previews("✎ for few", in: "# offtopic")
    scenario.sees("Drafts 2")
  }

  @Test("A thread's draft stays out of the channel")
  func thread() async throws {
    let scenario = try await Scenario()
    try await scenario.say("who looks at the login?", by: "ana")
    await scenario.start()
    await scenario.type("in the channel")
    await scenario.keys("M-s t")
    #expect(!scenario.main.contains { $0.contains("in the channel") })
    await scenario.type("in the thread")
    await scenario.keys("C-x 0")
    #expect(scenario.main.contains { $0.contains("in the channel") })
    scenario.previews("✎ in the channel", in: "# general")
    scenario.previews("✎ in the thread", in: "↳ who looks")
    scenario.sees("✎ draft")
  }

  @Test("A draft reply to a message without replies has a row that leads to it")
  func threadRow() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("any news?", by: "ben")
    await scenario.start()
    await scenario.keys("M-s t")
    await scenario.type("soon")
    await scenario.keys("C-x 0 C-x t Enter")
    #expect(scenario.app.thread?.key == DraftKey(channelId: "general", parentId: parent.id))
    #expect(scenario.textBeforeCursor.hasSuffix(" soon"))
  }

  @Test("With enough room channel and thread are side by side, each with its draft")
  func beside() async throws {
    let scenario = try await Scenario(columns: 140, rows: 30)
    try await scenario.say("any news?", by: "ben")
    await scenario.start()
    await scenario.type("left words")
    await scenario.keys("M-s t")
    await scenario.type("right words")
    await scenario.keys("C-x o")
    await scenario.type("!", .shows("left words!"))
    scenario.sees("right words")
    await scenario.keys("C-x o")
    await scenario.type("?", .shows("right words?"))
  }
}
