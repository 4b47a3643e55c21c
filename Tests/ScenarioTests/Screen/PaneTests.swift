import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatControllers
@testable import ChatUI

@Suite("Thread pane", .serialized)
struct ThreadPaneTests {
  private func thread(columns: Int, rows: Int) async throws -> Scenario {
    let mia = try await Scenario(columns: columns, rows: rows)
    let parent = try await mia.say("a question about the login flow?", by: "ana")
    try await mia.say("an answer", by: "ben", under: parent.id)
    await mia.start()
    await mia.keys("M-s t")
    return mia
  }

  @Test("A small screen shows the message and its reply", arguments: [(40, 12), (80, 12)])
  func small(columns: Int, rows: Int) async throws {
    let mia = try await thread(columns: columns, rows: rows)
    mia.sees("a question", "an answer")
    await mia.type("my words", .shows("a question"))
  }

  @Test("On a large screen nothing is between the message and its replies")
  func large() async throws {
    let mia = try await thread(columns: 140, rows: 40)
    let rule = try #require(mia.screen.firstIndex { $0.contains("── replies") })
    #expect(mia.screen[rule - 1].contains("login flow?"))
    let reply = try #require(mia.screen.firstIndex { $0.contains("an answer") && !$0.contains("↳") })
    #expect(reply > rule && reply <= rule + 3, "\(mia.picture)")
    try await mia.click(on: "an answer")
    #expect(mia.app.workspace.navigator.thread?.found != nil)
    for number in 1...60 {
      try await mia.say(
        "reply \(number).", by: "ben", under: mia.app.workspace.navigator.thread?.key.parentId)
    }
    mia.sees("reply 60.", "a question about the login flow?")
  }

  @Test(
    "The thread's switch is whole at any width", arguments: [30, 34, 40, 60, 80, 100, 140])
  func switchIsWhole(columns: Int) async throws {
    let mia = try await thread(columns: columns, rows: 20)
    let line = try #require(mia.screen.first { $0.contains("[ ]") })
    let words = try #require(line.firstRange(of: "[ ]").map { line[$0.upperBound...] })
    let rest = words.prefix { $0 != "│" }.trimmingBlanks
    #expect(
      ["C-x c", "also to the channel (C-x c)", "channel too (C-x c)", "channel (C-x c)"].contains(rest),
      "\(line)")
    // Words follow where there is room for them.
    #expect(columns < 60 || rest.contains("channel"), "\(line)")
    await mia.keys("C-x c", .shows("[x]"))
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var rest = self.drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}

@Suite("Help", .serialized)
struct HelpTests {
  @Test("The help cuts no word at any width", arguments: [80, 83, 90, 97, 104, 111, 120])
  func whole(columns: Int) async throws {
    let mia = try await Scenario(columns: columns, rows: 60).start()
    for opening in ["F1", "/help"] {
      if opening == "F1" {
        await mia.keys("F1")
      } else {
        await mia.enter(opening)
      }
      for _ in 0..<8 {
        // Only the hints of command arguments contain an ellipsis on purpose.
        let cut = mia.screen.filter { $0.replacing("PERSON…", with: "").contains("…") }
        #expect(cut.isEmpty, "\(cut)")
        await mia.keys("PgDn")
      }
      await mia.keys("Escape")
    }
  }

  @Test("PgDn moves by the number of visible rows", arguments: [24, 60])
  func pages(rows: Int) async throws {
    let mia = try await Scenario(columns: 100, rows: rows).start()
    await mia.keys("F1")
    let panel = try #require(mia.app.workspace.navigator.panels.panel as? ListPanel<HelpSource>)
    let last = try #require(mia.screen.lastIndex { $0.contains("└") && $0.contains("Esc close") })
    let shown = mia.screen[last - 1]
    await mia.keys("PgDn")
    let chosen = try #require(mia.screen.first { $0.contains("▸") })
    // The previous last row is still visible.
    #expect(panel.choices.selection >= rows / 3, "\(panel.choices.selection)")
    #expect(mia.screen.contains(shown) || chosen == shown.replacing("│  ", with: "│▸ "), "\(mia.picture)")
    await mia.keys("PgUp")
    // Where rows wrap, one page has fewer rows than the other.
    #expect(panel.choices.selection <= 4)
  }
}

@Suite("First start", .serialized)
struct FirstLookTests {
  @Test("Channels are listed even if no messages can be loaded")
  func noMessages() async throws {
    let scenario = try await Scenario()
    await scenario.offline(true)
    await scenario.start(in: nil)
    #expect(scenario.shows("Channels"))
    await scenario.type("typed meanwhile", .shows("typed meanwhile"))
  }
}
