import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: threads", .serialized)
struct ThreadTests {
  @Test("A message shows its number of replies, and who replied last and when")
  func count() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("question", by: "mia")
    await scenario.start()
    try await scenario.say("answer", by: "ben", under: parent.id)
    scenario.sees("↳ 1 reply")
    try await scenario.say("another", by: "ana", under: parent.id)
    scenario.sees("↳ 2 replies", "last Ana")
    #expect(!scenario.main.contains { $0.contains("another") })
  }

  @Test("A reply goes to the thread and not to the channel")
  func reply() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("question", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t")
    await scenario.enter("my answer")
    #expect(try await scenario.said(under: parent.id).map(\.text) == ["my answer"])
    await scenario.keys("C-x 0")
    #expect(!scenario.main.contains { $0.contains("my answer") })
    scenario.sees("↳ 1 reply")
  }

  @Test("On a small screen a cut question is shown whole when it is selected")
  func smallScreen() async throws {
    let scenario = try await Scenario(columns: 40, rows: 12)
    let parent = try await scenario.say(
      "Could someone look at the login flow? It asks twice for the code, and only on the second day.",
      by: "ana")
    for number in 1...9 { try await scenario.say("reply \(number)", by: "ben", under: parent.id) }
    await scenario.start()
    await scenario.keys("M-s t", .shows("rest hidden · replies"), .hides("second day"))
    await scenario.keys("M-s k k k k k k k k k k", .shows("second day"), .hides("rest hidden"))
    await scenario.keys("Escape", .shows("rest hidden · replies"))
  }

  @Test("A short question is never said to have hidden text", arguments: 7...13)
  func shortQuestion(rows: Int) async throws {
    let scenario = try await Scenario(columns: 40, rows: rows)
    let parent = try await scenario.say("At noon?", by: "ana")
    for number in 1...9 { try await scenario.say("reply \(number)", by: "ben", under: parent.id) }
    await scenario.start()
    await scenario.keys("M-s t", .shows("At noon?"), .hides("rest hidden"))
  }

  @Test("The switch also sends a reply to the channel")
  func toChannel() async throws {
    let scenario = try await Scenario()
    try await scenario.say("question", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t C-x c", .shows("[x] channel too (C-x c)"))
    await scenario.enter("for all to see", .shows("[ ] channel too (C-x c)"))
    await scenario.type("for the thread", keys: "Enter C-x 0")
    #expect(scenario.main.contains { $0.contains("for all to see") && $0.contains("↳ thread") })
    #expect(!scenario.main.contains { $0.contains("for the thread") }, "it held for one message")
    #expect(!scenario.main.contains { $0.contains("question") && $0.contains("↳ thread") })
  }

  @Test("A failed reply keeps its switch for the channel")
  func toChannelRefused() async throws {
    let scenario = try await Scenario()
    try await scenario.say("question", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t C-x c")
    await scenario.refuse([.send])
    await scenario.enter("for all to see", .shows("! failed"))
    await scenario.noFaults()
    await scenario.keys("M-s R")
    await scenario.confirm()
    #expect(try await scenario.said().map(\.text) == ["question", "for all to see"])
  }

  @Test("Replies to a reply and to a deleted message are refused before sending")
  func refused() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("question", by: "mia")
    try await scenario.say("answer", by: "ben", under: parent.id)
    await scenario.start()
    await scenario.keys("M-s t M-s t", .shows("A reply cannot have replies"))
    await scenario.keys("Escape C-x 0")
    try await scenario.device("mia").delete(parent.id, in: "general", hard: false)
    await scenario.settle()
    await scenario.keys("M-s t", .shows("The message was deleted"))
  }

  @Test("The thread list shows unread replies and the last one")
  func unread() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("question", by: "mia")
    try await scenario.say("first answer", by: "ben", under: parent.id)
    try await scenario.say("second answer", by: "ben", under: parent.id)
    await scenario.start()
    #expect(scenario.firstLine(of: "↳ question").contains("2"))
    scenario.previews("Ben Okafor: second", in: "↳ question")
    await scenario.keys("M-s t")
    await scenario.wait(.seconds(5))
    #expect(!scenario.firstLine(of: "↳ question").contains("2 "))
  }

  @Test("A queued reply counts at once, and its draft mark disappears")
  func draftMark() async throws {
    let scenario = try await Scenario()
    try await scenario.say("question", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t", type: "thinking")
    await scenario.keys("C-x 0", .shows("✎ draft"))
    await scenario.keys("M-s t Enter C-x 0", .hides("✎ draft"))
  }

  @Test("A thread's scroll position survives closing it")
  func place() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("the question", by: "ana")
    for number in 1...40 { try await mia.say("reply \(number).", by: "ben", under: parent.id) }
    await mia.start()
    await mia.keys("M-s t", .shows("reply 40."))
    await mia.keys("PgUp PgUp", .hides("reply 40."))
    let before = mia.main.filter { $0.contains("reply ") }
    await mia.keys("C-x 0 M-s t")
    #expect(mia.main.filter { $0.contains("reply ") } == before, "\(mia.picture)")
    await mia.keys("M-1 M-/ M-s t")
    #expect(mia.main.filter { $0.contains("reply ") } == before)
    try await mia.say("one more.", by: "ben", under: parent.id)
    await mia.keys("M-End", .shows("one more."))
  }

  @Test("A line in the thread shows where reading stopped")
  func newReplies() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("question", by: "mia")
    for number in 1...3 { try await mia.say("answer \(number).", by: "ben", under: parent.id) }
    await mia.start()
    await mia.keys("M-s t C-x 0")
    await mia.keys("M-1")
    for number in 4...5 { try await mia.say("answer \(number).", by: "ana", under: parent.id) }
    await mia.keys("M-/ C-x t Enter")
    let rows = mia.main
    let mark = try #require(rows.firstIndex { $0.contains("── new ") }, "\(mia.picture)")
    #expect(rows[mark + 1].contains("answer 4.") && rows[mark - 1].contains("answer 3."), "\(mia.picture)")
    await mia.keys("C-x 0 C-x t Enter", .shows("answer 5."), .hides("── new "))
  }

  @Test("t on a reply in the channel opens its thread")
  func shownReply() async throws {
    let mia = try await Scenario()
    try await mia.say("question", by: "mia")
    await mia.start()
    await mia.keys("M-s t C-x c", type: "for all to see")
    await mia.keys("Enter C-x 0 M-s t", .header("Thread · #general"))
    #expect(mia.main.contains { $0.hasPrefix("▸") && $0.contains("for all to see") }, "the reply is marked")
    await mia.keys("Esc", .line("|write to thread in #general"), .shows("C-x 0 close thread · F1 help"))
  }

  @Test("The thread list calls the own user \"you\"")
  func you() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("question", by: "ana")
    try await mia.say("my answer", by: "mia", under: parent.id)
    await mia.start()
    mia.previews("you: my answer", in: "↳ question")
    await mia.keys("C-x t", .shows("#general · you: my answer"))
  }

  @Test(
    "A reply below a deleted message stays in the composer", arguments: [false, true])
  func deletedParent(isHard: Bool) async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("question", by: "ana")
    try await mia.say("my answer", by: "mia", under: parent.id)
    await mia.start()
    await mia.keys("M-s t", type: "one more")
    try await mia.service.device(user: "ana", id: "other").delete(parent.id, in: "general", hard: isHard)
    await mia.settle()
    await mia.keys("Enter", .status("Not sent: the message was deleted"))
    #expect(mia.draft(under: parent.id)?.text == "one more")
  }
}
