import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 7: bringing a draft back tells nobody anything", .serialized)
struct RestoringTests {
  private func typingRequests(_ scenario: Scenario) async -> Int {
    await scenario.device("mia", "terminal").requestCounts[.setTyping] ?? 0
  }

  @Test("Nobody is told of typing when a draft is shown again")
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

  @Test("Nobody is told that a command is typed", arguments: ["/search secret", " /thread", "/"])
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

  @Test("The time a draft was begun stays through leaving, typing and a restart")
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

  @Test("A draft does not change the order of the channels nor hide the time")
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

  @Test("A draft in the channel with a time keeps the time visible")
  func time() async throws {
    let scenario = try await Scenario()
    try await scenario.say("said", by: "ana")
    await scenario.start()
    await scenario.type("a draft")
    #expect(scenario.firstLine(of: "# general").contains("12:00"))
    scenario.previews("✎ a draft", in: "# general")
  }
}
