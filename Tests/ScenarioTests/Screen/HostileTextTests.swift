import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Hostile text is harmless", .serialized)
struct HostileTextTests {
  /// The recording terminal checks frame, cursor and glyphs; this checks that no control character is left.
  private func isHarmless(_ scenario: Scenario) -> Bool {
    let steering: Set<UInt32> = [
      0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ]
    return scenario.terminal.lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 32 && !(127..<160).contains(scalar.value) && !steering.contains(scalar.value)
      }
    }
  }

  private nonisolated static let texts = [
    "\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{7}\u{9b}2J", "a\u{0}b\rc\u{8}\u{8}d\u{7f}",
    "user\u{202e}txt.exe\u{2066}x\u{2069}", "e" + String(repeating: "\u{301}", count: 10_000),
    "\u{200b}\u{feff}\u{ad}\u{fffe}\u{e0001}", String(repeating: "👨‍👩‍👧‍👦", count: 500),
    "a" + String(repeating: "\n", count: 5000) + "b", "\u{2028}\u{2029}\u{85}next",
  ]

  @Test("In a message, its preview, its thread and its quote", arguments: texts)
  func message(text: String) async throws {
    let scenario = try await Scenario(columns: 120, rows: 30)
    try await scenario.say(text, by: "ana")
    await scenario.start()
    try await scenario.say(text, by: "ben")
    #expect(isHarmless(scenario))
    await scenario.keys("M-s r M-s t C-x 0 C-x t Escape C-x b Escape")
    #expect(isHarmless(scenario))
    for columns in [20, 41, 60, 80] {
      await scenario.resize(columns: columns, rows: 12)
      #expect(isHarmless(scenario))
    }
  }

  @Test("In a pasted draft, its preview, its note and the history", arguments: texts)
  func draft(text: String) async throws {
    let scenario = try await Scenario().start()
    await scenario.paste(text)
    #expect(isHarmless(scenario))
    await scenario.keys("C-x v C-a C-e M-Down M-Up C-c C-x h Escape")
    #expect(isHarmless(scenario))
  }

  @Test(
    "In names of people and channels, however long",
    arguments: texts + [String(repeating: "name ", count: 1000)])
  func names(text: String) async throws {
    let scenario = try await Scenario(columns: 120, rows: 30)
    await scenario.service.add(User(id: "eve", name: text))
    let mia = await scenario.device("mia", "setup")
    _ = try await mia.createChannel(
      NewChannel(id: "evil", name: text, type: .group, topic: text, members: ["eve"]))
    _ = try await mia.directChannel(with: "eve")
    try await scenario.say("hello", by: "eve", in: "evil")
    await scenario.start(in: "evil")
    try await scenario.device("eve").setTyping(true, in: DraftKey(channelId: "evil"))
    await scenario.settle()
    #expect(isHarmless(scenario))
    scenario.sees("hello")
    await scenario.keys("C-x m Escape C-x b Escape @")
    #expect(isHarmless(scenario))
  }

  @Test("A line of a megabyte in a message and in the composer")
  func megabyte() async throws {
    let scenario = try await Scenario()
    let line = String(repeating: "0123456789abcdef", count: 65_536)
    _ = try await scenario.service.load(
      HistoricMessage(
        author: "ana", elements: [.plainText(text: line)], createdAt: scenario.clock.now), into: "general")
    await scenario.start()
    scenario.sees("cdef")
    await scenario.keys("PgUp PgUp M-Home M-End")
    await scenario.paste(line)
    await scenario.type("!", .shows("!"))
    #expect(scenario.client.draftMessages().map(\.text.utf8.count) == [1_048_577])
    await scenario.keys("C-a C-k C-y")
    #expect(isHarmless(scenario))
  }

  @Test("In names of reactions and files")
  func reactions() async throws {
    let scenario = try await Scenario()
    let message = try await scenario.say("hm", by: "ana")
    await scenario.start()
    _ = try? await scenario.device("ben").react("\u{1b}[2J\u{202e}", to: message)
    await scenario.settle()
    #expect(isHarmless(scenario))
  }
}
