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
    await scenario.type("half a thought", keys: "M-Down")
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
    await scenario.type("one two", keys: "M-b M-Down M-Up")
    #expect(scenario.textBeforeCursor.hasSuffix(" one "))
  }

  @Test("Each channel has its own draft")
  func channels() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.type("for all", keys: "M-Down")
    await scenario.type("for few", keys: "M-Down", .shows("→ @ Alex Dunn"))
    scenario.previews("✎ for all", in: "# general")
    scenario.previews("✎ for few", in: "# offtopic")
    scenario.sees("Drafts 2")
  }

  @Test("A thread's draft stays out of the channel")
  func thread() async throws {
    let scenario = try await Scenario()
    try await scenario.say("who looks at the login?", by: "ana")
    await scenario.start()
    await scenario.type("in the channel", keys: "M-s t")
    #expect(!scenario.main.contains { $0.contains("in the channel") })
    await scenario.type("in the thread", keys: "C-x 0")
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
    await scenario.keys("M-s t", type: "soon")
    await scenario.keys("C-x 0 C-x t Enter")
    #expect(scenario.app.thread?.key == DraftKey(channelId: "general", parentId: parent.id))
    #expect(scenario.textBeforeCursor.hasSuffix(" soon"))
  }

  @Test("With enough room channel and thread are side by side, each with its draft")
  func beside() async throws {
    let scenario = try await Scenario(columns: 140, rows: 30)
    try await scenario.say("any news?", by: "ben")
    await scenario.start()
    await scenario.type("left words", keys: "M-s t")
    await scenario.type("right words", keys: "C-x o")
    await scenario.type("!", .shows("left words!"), .shows("right words"))
    await scenario.keys("C-x o", type: "?", .shows("right words?"))
  }
}

@Suite("Drafts 7: restoring a draft sends no notification", .serialized)
struct RestoringTests {
  private func typingRequests(_ scenario: Scenario) async -> Int {
    await scenario.device("mia", "terminal").requestCounts[.setTyping] ?? 0
  }

  @Test("Restoring a draft sends no typing signal")
  func typing() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("wait", keys: "M-Down")
    let before = await typingRequests(scenario)
    #expect(before > 0)
    await scenario.wait(.seconds(20))
    await scenario.keys("M-Up")
    await scenario.wait(.seconds(20))
    try await scenario.restart()
    await scenario.wait(.seconds(20))
    #expect(await typingRequests(scenario) == before)
  }

  @Test("Typing a command sends no typing signal", arguments: ["/search secret", " /thread", "/"])
  func command(line: String) async throws {
    let scenario = try await Scenario().start()
    await scenario.type(line)
    await scenario.wait(.seconds(5))
    await scenario.type("s")
    await scenario.settle()
    #expect(await typingRequests(scenario) == 0)
    await scenario.keys("C-a C-k", type: "//words")
    #expect(await typingRequests(scenario) > 0)
  }

  @Test("A draft keeps its first time through leaving, typing and a restart")
  func created() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("begun")
    let created = scenario.client.draftMessages().map(\.createdAt)
    await scenario.wait(.seconds(600))
    await scenario.keys("M-Down M-Up", type: " and on")
    await scenario.wait(.seconds(600))
    try await scenario.restart()
    #expect(scenario.client.draftMessages().map(\.createdAt) == created)
  }

  @Test("A draft neither reorders the channels nor hides the time")
  func order() async throws {
    let scenario = try await Scenario()
    try await scenario.say("newest here", by: "ana")
    await scenario.start(in: "offtopic")
    await scenario.type("a draft", keys: "M-Up")
    let names = scenario.side.filter { $0.contains("# ") }
    #expect(names.map { $0.contains("general") } == [true, false])
    #expect(scenario.firstLine(of: "# general").contains("12:00"))
  }

  @Test("A channel with a draft still shows its time")
  func time() async throws {
    let scenario = try await Scenario()
    try await scenario.say("said", by: "ana")
    await scenario.start()
    await scenario.type("a draft")
    #expect(scenario.firstLine(of: "# general").contains("12:00"))
    scenario.previews("✎ a draft", in: "# general")
  }
}

@Suite("Drafts 2: drafts can be switched off", .serialized)
struct SwitchTests {
  private var off: ClientConfiguration {
    var configuration = ClientConfiguration()
    configuration.isDraftMessagesEnabled = false
    return configuration
  }

  @Test("With drafts off nothing is shown, saved or announced, and the last line says so")
  func nothing() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.type("for my eyes only", keys: "M-Down")
    await scenario.wait(.seconds(10))
    scenario.misses("✎", "Drafts 1")
    scenario.sees("drafts are not saved")
    #expect(try await scenario.store.drafts().isEmpty)
    #expect(try await scenario.draftElsewhere() == nil)
  }

  @Test("With drafts off typed text is still sent")
  func sends() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.enter("hello")
    #expect(try await scenario.said().map(\.text) == ["hello"])
  }

  @Test("With drafts off older drafts are hidden, and nothing refers to the history")
  func history() async throws {
    let before = try await Scenario().start()
    await before.enter("sent before")
    await before.end()
    let scenario = try await Scenario(configuration: off, store: before.store).start()
    await scenario.keys("C-x h", .hides("sent before"), .shows("drafts are off"))
    await scenario.keys("C-g", type: "put aside")
    await scenario.keys("C-c", .line("|write to #general"))
    #expect(!scenario.foot.contains("C-x h") && scenario.foot.contains("C-_"), "\(scenario.picture)")
    await scenario.keys("C-_", .line("put aside|"))
    await scenario.keys("C-a C-k")
    await scenario.enter("/discard these words")
    #expect(!scenario.foot.contains("C-x h") && scenario.foot.contains("C-_"), "\(scenario.picture)")
    #expect(try await before.store.draftHistory(for: nil, limit: 10).map(\.elements.text) == ["sent before"])
  }

  @Test("With drafts off drafts of other devices are neither shown nor changed")
  func leftAlone() async throws {
    let scenario = try await Scenario(configuration: off)
    try await scenario.writeElsewhere("from the phone")
    await scenario.start()
    scenario.misses("from the phone")
    await scenario.enter("x")
    #expect(try await scenario.draftElsewhere() == "from the phone")
  }
}
