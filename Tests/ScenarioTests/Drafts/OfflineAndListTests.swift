import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 9 and 10: offline, and the list of drafts", .serialized)
struct OfflineAndListTests {
  @Test("Offline everything works, and only the last state is sent afterwards")
  func lastState() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    scenario.sees("offline")
    for word in ["one ", "two ", "three"] {
      await scenario.type(word)
      await scenario.wait(.seconds(5))
    }
    scenario.sees("one two three", "drafts saved")
    let before = await scenario.device("mia", "terminal").requestCounts[.saveDraft] ?? 0
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    scenario.sees("online")
    #expect(try await scenario.draftElsewhere() == "one two three")
    let after = await scenario.device("mia", "terminal").requestCounts[.saveDraft] ?? 0
    #expect(after - before == 1)
  }

  @Test("Drafts do not expire", arguments: [3, 400])
  func days(count: Int) async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    await scenario.type("long ago")
    scenario.clock.advance(by: .seconds(count * 86_400))
    try await scenario.restart()
    scenario.sees("long ago")
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    #expect(try await scenario.draftElsewhere() == "long ago")
  }

  @Test("The list shows all drafts, newest first, and Enter goes to one")
  func view() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.type("the older one")
    await scenario.wait(.seconds(5))
    await scenario.keys("M-Down", type: "the newer one")
    await scenario.keys("M-Down C-x d")
    let newer = scenario.screen.firstIndex { $0.contains("✎ the newer one") && $0.contains("12:") }
    let older = scenario.screen.firstIndex { $0.contains("✎ the older one") && $0.contains("12:") }
    #expect(try #require(newer) < #require(older))
    await scenario.keys("Down Enter", .shows("→ #general"))
    #expect(scenario.textBeforeCursor.hasSuffix(" the older one"))
  }

  @Test("Unfinished edits are counted like the rows of the list")
  func countsEdits() async throws {
    let mia = try await Scenario().start()
    await mia.enter("said")
    await mia.keys("Up", type: " more")
    await mia.keys("M-Down M-Up", .shows("Drafts 1"), .shows("unfinished edit"))
    await mia.keys("C-x d", .shows("#general · unfinished edit"))
    await mia.keys("Esc", type: "and a draft here", .shows("Drafts 1"))
    try await mia.restart()
    mia.sees("Drafts 1")
    await mia.keys("C-a C-k", .shows("Drafts 1"))
    await mia.keys("Up C-g", .hides("Drafts 1"))
  }

  @Test("C-x k in the list discards a draft, and one key restores it")
  func discard() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("not yet", keys: "C-x d C-x k", .shows("Draft discarded"))
    #expect(scenario.client.draftMessages().isEmpty)
    await scenario.keys("C-_")
    #expect(scenario.client.draftMessages().map(\.text) == ["not yet"])
    await scenario.keys("Escape")
    #expect(scenario.main.contains { $0.contains("not yet") })
  }

  @Test("More drafts than a page are all counted and reachable")
  func pages() async throws {
    let scenario = try await Scenario()
    for number in 10..<50 {
      let parent = try await scenario.say("parent \(number)", by: "ana")
      try await scenario.writeElsewhere("reply \(number)", under: parent.id)
    }
    await scenario.start()
    await scenario.keys("C-x d M->")
    await scenario.keys("M->", .shows("Drafts 40"), .shows("reply 10"))
  }
}
