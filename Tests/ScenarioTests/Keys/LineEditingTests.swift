import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

/// Each case is a text, keys, and the line after each key.
@Suite("Keys: line editing", .serialized)
struct LineEditingTests {
  nonisolated struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let steps: [(keys: String, line: String)]

    init(_ title: String, _ text: String, _ steps: (String, String)...) {
      testDescription = title
      self.text = text
      self.steps = steps.map { (keys: $0.0, line: $0.1) }
    }
  }

  @Test("Keys move and change the text", arguments: moving + deleting + changingCase + killing)
  func steps(_ row: Row) async throws {
    let mia = try await Scenario().start()
    for (number, line) in row.text.split(separator: "\n").enumerated() {
      if number > 0 { await mia.keys("C-j") }
      await mia.type(String(line))
    }
    for step in row.steps { await mia.keys(step.keys, .line(step.line, because: step.keys)) }
  }

  nonisolated private static let moving = [
    Row(
      "Line keys go to the ends of the line, text keys to the ends of the text", "first line\nsecond line",
      ("C-a", "|second line"), ("M-<", "|first line"), ("C-e", "first line|"), ("M->", "second line|")),
    Row(
      "Up and Down move by visible rows and keep their column across short ones",
      "a long first row\nab\nanother long row",
      ("Up", "ab|"), ("Up", "a long first row|"), ("Down Down", "another long row|")),
    Row("C-p and C-n are Up and Down, as in Readline", "one\ntwo", ("C-p", "one|"), ("C-n", "two|")),
  ]

  nonisolated private static let deleting = [
    Row("C-d deletes forward", "ab cde f", ("C-a M-f Right Right Right C-d", "ab cd| f")),
    Row("Delete deletes forward", "ab cde f", ("C-a M-f Right Right Right Delete", "ab cd| f")),
    Row("C-h deletes backward", "ab cdef", ("C-a M-f Right Right Right C-h", "ab c|ef")),
    Row("Backspace deletes backward", "ab cdef", ("C-a M-f Right Right Right Backspace", "ab c|ef")),
    Row("C-t swaps characters", "ab cde", ("C-t", "ab ced|")),
    Row("M-t swaps words", "ab cdef", ("M-t", "cdef ab|")),
  ]

  /// As in Readline: the change starts at the caret, and the caret ends after the word.
  nonisolated private static let changingCase = [
    ("M-u", "ONE| two"), ("M-l", "one| two"), ("M-c", "One| two"), ("Right M-u", "oNE| two"),
    ("Right M-c", "oNe| two"), ("M-f M-c", "one Two|"), ("M-f M-u M-u", "one TWO|"), ("M-u C-_", "one| two"),
  ].map { Row("\($0.0) changes case", "one two", ("C-a \($0.0)", $0.1)) }

  nonisolated private static let killing = [
    Row(
      "C-w deletes to the blank, M-Backspace to the start of the word", "see src/main.c",
      ("M-Backspace", "see src/main.|"), ("C-_ C-w", "see |")),
    Row(
      "Consecutive kills are yanked as one, in order", "one two three",
      ("C-w C-w", "one |"), ("C-y", "one two three|")),
    Row(
      "M-y right after C-y cycles through earlier kills", "one two",
      ("C-w Left Right C-w C-y", "one |"), ("M-y", "two|"), ("M-y", "one |"), ("x M-y", "one x|")),
    Row("C-k at the end of a line joins it with the next", "one\ntwo", ("Up C-k", "one|two")),
    Row(
      "C-w kills the region instead of a word", "one two three",
      ("M-b C-Space M-b", "one |two three"), ("C-w", "one |three"), ("C-e C-y", "one threetwo |")),
    Row(
      "M-w copies the region and keeps it", "one two three",
      ("M-b C-Space M-b M-w C-e C-y", "one two threetwo |")),
  ]
}

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
    await mia.type("one two. three", keys: "Left Left Left Left Left Left Left", .line("one two|. three"))
    await mia.keys(key, .line(expected))
    #expect(mia.draft()?.text == "one two. three", "moving changes no words")
  }

  @Test("The cursor column counts the cells of wide and combined characters")
  func wide() async throws {
    let mia = try await Scenario().start()
    await mia.type("日本 e\u{301}x")
    #expect(mia.cursor?.column == 28 + 7)
    await mia.keys("C-b C-b", .line("日本 |e\u{301}x"))
    await mia.keys("C-b C-b", .line("日|本 e\u{301}x"))
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
    await mia.keys("M-<", .line("|row 1."), .hides("row 11."), .shows("row 10."))
  }
}

@Suite("Keys: killing", .serialized)
struct KillingKeyTests {
  @Test(
    "Each kill matches Readline, and C-y yanks it",
    arguments: [
      ("C-k", "one two|"), ("C-u", "| three-four five"), ("C-w", "one | three-four five"),
      ("M-d", "one two|-four five"), ("C-Delete", "one two|-four five"),
      ("M-Backspace", "one | three-four five"), ("C-Backspace", "one | three-four five"),
    ])
  func kills(_ key: String, _ expected: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("one two three-four five", keys: "C-a M-f M-f", .line("one two| three-four five"))
    await mia.keys(key, .line(expected))
    await mia.keys("C-y")
    #expect(mia.draft()?.text == "one two three-four five")
  }

  @Test("A mention killed in one channel is yanked as a mention in another")
  func mention() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab", .line("ask Ana García |"))
    await mia.keys("C-a C-k M-2 C-y", .line("ask Ana García |"))
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").last?.mentionedUsers == ["ana"])
  }

  @Test(
    "A word kill into a mention takes all of it, and it is yanked as a mention",
    arguments: ["M-Backspace", "C-w"])
  func mentionByWords(_ key: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab Backspace " + key, .line("ask |"))
    await mia.keys("C-y", .line("ask Ana García|"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("A forward kill takes a whole mention too, joined with earlier kills")
  func mentionForward() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an", keys: "Tab C-a M-d M-d C-y Enter")
    #expect(try await mia.said().last?.elements.text == "ask Ana García ")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("Lists and the composer share one kill ring")
  func lists() async throws {
    let mia = try await Scenario().start()
    await mia.type("some offtopic", keys: "C-w C-x b C-y", .shows("> offtopic"), .shows("▸ #offtopic"))
    await mia.keys("M-Backspace", type: "first second")
    await mia.keys("C-w C-w Esc C-y", .line("some first second|"))
    await mia.keys("M-y", .line("some offtopic|"))
  }
}
