import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Small terminals and wide characters", .serialized)
struct SizeTests {
  @Test("The oldest message, reached on a small screen, has the next ones below it on a large one")
  func growing() async throws {
    let mia = try await Scenario(columns: 30, rows: 8)
    for number in 1...40 { try await mia.say("said \(number)", by: "ana") }
    try await mia.say(Array(repeating: "a line", count: 60).joined(separator: "\n"), by: "ana")
    await mia.start()
    await mia.keys("M-s g Esc")
    await mia.resize(columns: 100, rows: 30)
    mia.sees("said 1", "said 15")
  }

  @Test("On a screen that is too small typed text is kept, nothing is sent, and one can leave")
  func unseen() async throws {
    let mia = try await Scenario().start()
    await mia.resize(columns: 10, rows: 3)
    await mia.type("unseen", keys: "Enter")
    #expect(try await mia.said().isEmpty)
    await mia.resize(columns: 80, rows: 24)
    await mia.keys("C-l", .line("unseen|"))
    await mia.resize(columns: 10, rows: 3)
    await mia.keys("C-x C-c")
    #expect(!mia.isRunning)
  }

  @Test("Reading, writing and sending work down to 20x5")
  func smallest() async throws {
    let scenario = try await Scenario(columns: 20, rows: 5)
    try await scenario.say("hi", by: "ana")
    await scenario.start()
    scenario.sees("hi")
    await scenario.type("small", .shows("small"))
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text) == ["hi", "small"])
  }

  @Test(
    "Below that one line states the minimum size, and typed text is kept",
    arguments: [
      Size(columns: 19, rows: 24), Size(columns: 80, rows: 4), Size(columns: 1, rows: 1),
      Size(columns: 3, rows: 2),
    ])
  func below(size: Size) async throws {
    let scenario = try await Scenario().start()
    await scenario.type("before ")
    await scenario.resize(columns: size.columns, rows: size.rows)
    #expect(scenario.terminal.lines.joined().hasPrefix("T"))
    await scenario.type("after")
    await scenario.resize(columns: 80, rows: 24)
    #expect(scenario.textBeforeCursor.hasSuffix(" before after"))
  }

  @Test("Panes fold away in order and return")
  func folding() async throws {
    let scenario = try await Scenario(columns: 140, rows: 30)
    try await scenario.say("a parent", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t", type: "a reply", .shows("Channels"), .shows("→ #general"))
    await scenario.resize(columns: 80, rows: 30)
    scenario.sees("Channels", "→ thread in #general")
    scenario.misses("→ #general")
    await scenario.resize(columns: 40, rows: 12)
    scenario.misses("Channels")
    scenario.sees("a reply")
    await scenario.resize(columns: 20, rows: 5)
    scenario.sees("a reply")
    await scenario.resize(columns: 140, rows: 30)
    scenario.sees("→ #general", "a reply")
  }

  @Test("A resize while typing leaves the text as it is, and the cursor at its end")
  func whileTyping() async throws {
    let scenario = try await Scenario().start()
    var typed = ""
    for (index, word) in "the quick brown fox jumps over the lazy dog".split(separator: " ").enumerated() {
      typed += word + " "
      await scenario.type(word + " ")
      await scenario.resize(columns: 20 + index * 13, rows: 5 + index * 3)
      #expect(scenario.textBeforeCursor.hasSuffix(word + " ") || scenario.textBeforeCursor.isEmpty)
    }
    #expect(scenario.client.draftMessages().map(\.text) == [typed])
  }

  @Test("A resize during a slow save is shown in the new size")
  func whileStoring() async throws {
    let scenario = try await Scenario().start()
    await scenario.disk.take(.milliseconds(30))
    await scenario.type("x")
    await scenario.resize(columns: 40, rows: 10)
    await scenario.wait(.milliseconds(30))
    #expect(scenario.terminal.frame?.grid.size == Size(columns: 40, rows: 10))
    #expect(scenario.textBeforeCursor.hasSuffix(" x"))
  }

  @Test("A resize before Enter changes neither text nor destination")
  func enter() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("to general")
    scenario.terminal.send([.key(KeyEvent(.enter)), .key(KeyEvent(.down, .alt))])
    scenario.terminal.resize(to: Size(columns: 30, rows: 8))
    await scenario.settle()
    #expect(try await scenario.said().map(\.text) == ["to general"])
    #expect(try await scenario.said(in: "offtopic").isEmpty)
  }

  @Test(
    "Wide characters at the edge are never halved, in messages and in the composer",
    arguments: [20, 21, 40, 79, 80, 81])
  func wide(columns: Int) async throws {
    let scenario = try await Scenario(columns: columns, rows: 12)
    try await scenario.say(String(repeating: "漢字と仮名", count: 20), by: "ana")
    await scenario.start()
    for letter in ["漢", "a", "👩‍💻", "字", "🇩🇪", "e\u{301}"] {
      for _ in 0..<12 { await scenario.type(letter) }
    }
    await scenario.keys("C-a C-f C-f C-e C-b Backspace C-_")
    #expect(scenario.terminal.frame?.grid.halfGlyphs.isEmpty == true)
    scenario.sees("漢")
  }

  @Test("A notice longer than a line is shown whole", arguments: [(40, 12), (80, 24)])
  func longNotice(_ columns: Int, _ rows: Int) async throws {
    let mia = try await Scenario(columns: columns, rows: rows).start()
    let name = columns == 40 ? "nonsense" : String(repeating: "nonsense", count: 5)
    await mia.enter("/" + name, .notice("There is no /\(name); //\(name) sends it as text"))
    #expect(mia.line == "/\(name)|" && mia.status.contains("online"))
    await mia.keys("C-a", .hides("There is no /"))
    await mia.keys("C-x b", .status("online"))
  }

  @Test("A narrow screen keeps the important part")
  func narrow() async throws {
    let mia = try await Scenario(columns: 40, rows: 12)
    try await mia.say("words", by: "ana")
    await mia.start()
    await mia.type("/cre", .shows("/create NAME [@PERSON…]"))
    await mia.keys("Esc C-a C-k M-s", .shows("r reply · t thread"), .shows(" q back "))
    await mia.offline(true)
    #expect(mia.foot.contains("offline"), "what is wrong stays")
    await mia.offline(false)
    await mia.keys("q F1", type: "in an empty composer")
    let help = mia.screen.map { $0.filter { !"│▸".contains($0) } }.joined(separator: " ")
    for word in ["line;", "last"] {
      #expect(help.contains(word), "\(help)")
    }
  }

  @Test("The preview of a long message has up to three rows")
  func preview() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab")
    await mia.type("whether it is done", keys: "C-x v")
    let words = mia.main.joined(separator: " ")
    #expect(words.contains("⇒ notifies Ana García"))
    mia.sees("is done")
    #expect(mia.main.contains { $0.hasPrefix(" whether it is done") || $0.hasSuffix("it is done") })
    await mia.type(String(repeating: "more words ", count: 40), .notice("…"))
    #expect(mia.line.hasSuffix("words |"))
  }
}
