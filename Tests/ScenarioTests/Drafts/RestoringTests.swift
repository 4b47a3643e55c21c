import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 7: restoring a draft notifies nobody", .serialized)
struct RestoringTests {
  private func typingRequests(_ scenario: Scenario) async -> Int {
    await scenario.device("mia", "terminal").requestCounts[.setTyping] ?? 0
  }

  @Test("Restoring a draft sends no typing signal")
  func typing() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("wait")
    await scenario.keys("M-Down")
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
    await scenario.keys("C-a C-k")
    await scenario.type("//words")
    #expect(await typingRequests(scenario) > 0)
  }

  @Test("A draft keeps its first time through leaving, typing and a restart")
  func created() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("begun")
    let created = scenario.client.draftMessages().map(\.createdAt)
    await scenario.wait(.seconds(600))
    await scenario.keys("M-Down M-Up")
    await scenario.type(" and on")
    await scenario.wait(.seconds(600))
    try await scenario.restart()
    #expect(scenario.client.draftMessages().map(\.createdAt) == created)
  }

  @Test("A draft neither reorders the channels nor hides the time")
  func order() async throws {
    let scenario = try await Scenario()
    try await scenario.say("newest here", by: "ana")
    await scenario.start(in: "offtopic")
    await scenario.type("a draft")
    await scenario.keys("M-Up")
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
