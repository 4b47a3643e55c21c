import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Timeline", .serialized)
struct TimelineTests {
  @Test("After a message with files the same person's next one has a blank line above it")
  func filesAndWords() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach ~/notes.txt")
    await mia.enter("read this")
    await mia.wait(.seconds(1))
    await mia.enter("and tell me")
    await mia.wait(.seconds(1))
    let rows = mia.main
    let file = try #require(rows.lastIndex { $0.contains("▤ notes.txt") }, "\(mia.picture)")
    #expect(rows[file + 1].allSatisfy { $0 == " " || $0 == "│" }, "\(mia.picture)")
    #expect(rows[file + 2].contains("12:00") && rows[file + 2].contains("and tell me"), "\(mia.picture)")
  }

  @Test("Authors are grouped and days separated")
  func grouped() async throws {
    let scenario = try await Scenario()
    try await scenario.say("one", by: "ana")
    try await scenario.say("two", by: "ana")
    scenario.clock.advance(by: .seconds(86_400))
    try await scenario.say("three", by: "ana")
    await scenario.start()
    #expect(scenario.main.filter { $0.contains("Ana García") }.count == 2)
    scenario.sees("── Fri day ─", "── Sat day ─")
  }

  @Test("Pins are marked and counted, and expire")
  func pins() async throws {
    let scenario = try await Scenario()
    let message = try await scenario.say("remember this", by: "ana")
    await scenario.start()
    _ = try await scenario.device("ben").pin(
      message.id, in: "general", Pinning(expiresAt: scenario.clock.now + .seconds(60)))
    await scenario.settle()
    scenario.sees("⌕ 1 pinned")
    #expect(scenario.main.contains { $0.contains("remember this") && $0.contains("pinned") })
    await scenario.wait(.seconds(61))
    await scenario.keys("C-l")
    #expect(!scenario.main.contains { $0.contains("remember this") && $0.contains("pinned") })
  }

  @Test("Everyone's reactions are below the message")
  func reactions() async throws {
    let scenario = try await Scenario()
    let message = try await scenario.say("we won", by: "ana")
    await scenario.start()
    for user: UserID in ["ben", "alex"] {
      _ = try await scenario.device(user).react("🎉", to: message)
    }
    await scenario.settle()
    scenario.sees("🎉")
    #expect(scenario.main.contains { $0.contains("🎉") && $0.contains("2") })
  }

  @Test("Typing people are named above the composer and in the sidebar, until they stop")
  func typing() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.type("my draft")
    try await scenario.device("ben").setTyping(true, in: DraftKey(channelId: "general"))
    await scenario.settle()
    scenario.sees("Ben Okafor is typing…")
    scenario.previews("is typing…", in: "# general")
    try await scenario.device("ana").setTyping(true, in: DraftKey(channelId: "general"))
    await scenario.settle()
    scenario.previews("2 are typing…", in: "# general")
    await scenario.wait(.seconds(10))
    scenario.misses("typing…")
    scenario.previews("✎ my draft", in: "# general")
  }

  @Test("Typing in a group is signalled, and its end when the message is sent")
  func isTyping() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("h")
    let count = await scenario.device("mia", "terminal").requestCounts[.setTyping] ?? 0
    #expect(count == 1)
    await scenario.keys("Enter")
    #expect(await scenario.device("mia", "terminal").requestCounts[.setTyping] == 2)
  }

  @Test("A direct conversation shows whether the other person is online")
  func presence() async throws {
    let scenario = try await Scenario().start(in: nil)
    await scenario.service.setAlwaysOnline(true, "alex")
    await scenario.settle()
    scenario.sees("Alex Dunn •")
    await scenario.keys("M-3", .shows("@ Alex Dunn · online"))
    await scenario.service.setAlwaysOnline(false, "alex")
    await scenario.settle()
    scenario.misses("Alex Dunn •", "· online")
  }

  @Test("A line shows where reading stopped")
  func newLine() async throws {
    let scenario = try await Scenario()
    try await scenario.say("old", by: "ana")
    await scenario.start()
    await scenario.go(to: "offtopic")
    try await scenario.say("fresh", by: "ben")
    #expect(scenario.firstLine(of: "# general").contains("1"))
    await scenario.go(to: "general")
    let rows = scenario.main
    let mark = try #require(rows.firstIndex { $0.contains("── new ─") })
    #expect(try #require(rows.firstIndex { $0.contains("old") }) < mark)
    #expect(try #require(rows.firstIndex { $0.contains("fresh") }) > mark)
  }

  @Test("Visible messages are read, here and on other devices; others are not")
  func readPosition() async throws {
    let scenario = try await Scenario().start()
    await scenario.look(away: true)
    try await scenario.say("unseen", by: "ana")
    let phone = await scenario.device("mia", "phone")
    #expect(try await phone.channel("general").reading.unreadCount == 1)
    await scenario.look(away: false)
    #expect(try await phone.channel("general").reading.unreadCount == 0)
  }

  @Test("Messages read on another device are read here")
  func readElsewhere() async throws {
    let scenario = try await Scenario().start(in: "offtopic")
    let message = try await scenario.say("hello", by: "ana")
    #expect(scenario.firstLine(of: "# general").contains("1"))
    let token = try #require(message.timetoken)
    _ = try await scenario.device("mia", "phone").markRead("general", upTo: token)
    await scenario.settle()
    #expect(!scenario.firstLine(of: "# general").contains("1 "))
  }

  @Test("A mention has a badge in the sidebar and is highlighted in the timeline")
  func mention() async throws {
    let scenario = try await Scenario().start(in: "offtopic")
    try await scenario.say("ask [Mia](pn-user://mia) please", by: "ana")
    #expect(scenario.firstLine(of: "# general").contains("1 ●"))
    await scenario.keys("M-a", .shows("ask @you please"))
    #expect(!scenario.firstLine(of: "# general").contains("●"))
  }

  @Test("After answering there is no second line for new messages")
  func newLineOnce() async throws {
    let mia = try await Scenario()
    try await mia.say("read before.", by: "ana")
    await mia.start()
    await mia.keys("M-1")
    try await mia.say("came meanwhile.", by: "ana")
    await mia.keys("M-/", .shows("── new "))
    await mia.enter("an answer")
    try await mia.say("and another.", by: "ben")
    mia.sees("and another.")
    #expect(mia.screen.count { $0.contains("── new ") } == 1, "\(mia.picture)")
  }

  @Test("The header counts all pins, also those too far back to be loaded")
  func pinned() async throws {
    let mia = try await Scenario()
    let old = try await mia.say("house rules", by: "ana")
    let ana = await mia.device("ana")
    _ = try await ana.pin(old.id, in: "general", Pinning())
    try await mia.said(120)
    await mia.start()
    #expect(mia.header.contains("⌕ 1"), "\(mia.picture)")
    await mia.keys("M-s p")
    await mia.confirm()
    #expect(mia.header.contains("⌕ 2"), "\(mia.picture)")
    _ = try await ana.unpin(old.id, in: "general")
    await mia.settle()
    #expect(mia.header.contains("⌕ 1"))
  }
}
