import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: moving", .serialized)
struct MovingKeyTests {
  @Test(
    "Each key moves as in Readline",
    arguments: [
      ("C-a", "|one two. three"), ("Home", "|one two. three"), ("C-e", "one two. three|"),
      ("End", "one two. three|"), ("C-b", "one tw|o. three"), ("Left", "one tw|o. three"),
      ("C-f", "one two.| three"), ("Right", "one two.| three"), ("M-b", "one |two. three"),
      ("C-Left", "one |two. three"), ("M-Left", "one |two. three"), ("M-f", "one two. three|"),
      ("C-Right", "one two. three|"), ("M-Right", "one two. three|"), ("M-<", "|one two. three"),
      ("C-Home", "|one two. three"), ("M->", "one two. three|"), ("C-End", "one two. three|"),
    ])
  func moves(_ key: String, _ expected: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("one two. three")
    await mia.keys("Left Left Left Left Left Left Left", .gives("one two|. three"))
    await mia.keys(key, .gives(expected))
    #expect(mia.draft()?.text == "one two. three", "moving changes no words")
  }

  @Test("Line keys go to the ends of the line, text keys to the ends of the text")
  func lines() async throws {
    let mia = try await Scenario().start()
    await mia.type("first line")
    await mia.keys("M-Enter")
    await mia.type("second line")
    await mia.keys("C-a", .gives("|second line"))
    await mia.keys("M-<", .gives("|first line"))
    await mia.keys("C-e", .gives("first line|"))
    await mia.keys("M->", .gives("second line|"))
  }

  @Test("Up and Down move by visible rows and keep their column across short ones")
  func rows() async throws {
    let mia = try await Scenario().start()
    for words in ["a long first row", "ab", "another long row"] {
      if words != "a long first row" { await mia.keys("C-j") }
      await mia.type(words)
    }
    await mia.keys("Up", .gives("ab|"))
    await mia.keys("Up", .gives("a long first row|"))
    await mia.keys("Down Down", .gives("another long row|"))
  }

  @Test("C-p and C-n are Up and Down, as in Readline")
  func readlineRows() async throws {
    let mia = try await Scenario().start()
    await mia.type("one")
    await mia.keys("C-j")
    await mia.type("two")
    await mia.keys("C-p", .gives("one|"))
    await mia.keys("C-n", .gives("two|"))
  }

  @Test("The cursor column counts the cells of wide and combined characters")
  func wide() async throws {
    let mia = try await Scenario().start()
    await mia.type("日本 e\u{301}x")
    #expect(mia.cursor?.column == 28 + 7)
    await mia.keys("C-b C-b", .gives("日本 |e\u{301}x"))
    await mia.keys("C-b C-b", .gives("日|本 e\u{301}x"))
  }

  @Test("The composer grows to ten rows, then scrolls with the cursor")
  func scrolls() async throws {
    let mia = try await Scenario(columns: 80, rows: 40).start()
    for number in 1...14 {
      if number > 1 { await mia.keys("C-j") }
      await mia.type("row \(number).")
    }
    #expect(mia.line == "row 14.|")
    #expect(mia.shows("row 5.") && !mia.shows("row 4."))
    #expect(mia.shows("row 14 of 14"))
    await mia.keys("M-<", .gives("|row 1."))
    #expect(!mia.shows("row 11.") && mia.shows("row 10."))
  }
}
