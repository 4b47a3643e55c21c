import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: deleting and swapping", .serialized)
struct EditingKeyTests {
  @Test(
    "Each key deletes or swaps",
    arguments: [
      ("C-d", "ab cd| f"), ("Delete", "ab cd| f"), ("C-h", "ab c|ef"), ("Backspace", "ab c|ef"),
      ("C-t", "ab ced|"), ("M-t", "cdef ab|"),
    ])
  func edits(_ key: String, _ expected: String) async throws {
    let mia = try await Scenario().start()
    let isSwap = key.hasSuffix("t")
    await mia.type(
      isSwap
        ? (key == "C-t" ? "ab cde" : "ab cdef") : key == "C-d" || key == "Delete" ? "ab cde f" : "ab cdef")
    if !isSwap { await mia.keys("C-a M-f Right Right Right") }
    await mia.keys(key, .gives(expected))
  }

  @Test(
    "Case keys change a word from the caret on, as in Readline, and the caret ends behind it",
    arguments: [
      ("M-u", "ONE| two"), ("M-l", "one| two"), ("M-c", "One| two"), ("Right M-u", "oNE| two"),
      ("Right M-c", "oNe| two"), ("M-f M-c", "one Two|"), ("M-f M-u M-u", "one TWO|"),
      ("M-u C-_", "one| two"),
    ])
  func letterCase(_ keys: String, _ expected: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("one two")
    await mia.keys("C-a " + keys, .gives(expected))
  }

  @Test("Case changes keep characters whole whose length changes")
  func letterCaseOfAll() async throws {
    let mia = try await Scenario().start()
    await mia.type("straße éa 漢字")
    await mia.keys("C-a M-u M-c M-u M-u", .gives("STRASSE Éa 漢字|"))
    await mia.keys("C-a M-l")
    #expect(mia.line.hasPrefix("strasse| Éa"))
  }

  @Test(
    "Case keys leave other elements alone; a mention whose letters change becomes text until undo")
  func letterCaseAndMentions() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @al")
    await mia.keys("Tab C-a M-u")
    #expect(mia.line.hasPrefix("ASK| Alex Dunn"))
    await mia.keys("M-c")
    #expect(mia.app.channel?.composer.draft.mentionSpans.count == 1, "Alex is written so already")
    await mia.keys("M-c M-b M-b M-u")
    #expect(mia.line.hasPrefix("ASK ALEX| Dunn"))
    #expect(mia.app.channel?.composer.draft.mentionSpans.isEmpty == true)
    await mia.keys("C-_")
    #expect(mia.line.contains("ASK") && mia.line.contains("Alex"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["alex"])
  }

  @Test("The first Backspace at the end of a mention selects it, the second removes it")
  func mention() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @al")
    await mia.keys("Tab Backspace", .gives("ask Alex Dunn|"))
    let plain = try mia.style(of: "Alex Dunn").attributes
    await mia.keys("Backspace", .gives("ask Alex Dunn|", because: "selected, and still there"))
    #expect(try mia.style(of: "Alex Dunn").attributes != plain, "it is seen that it is selected")
    await mia.keys("Backspace", .gives("ask |"))
    await mia.keys("C-_", .shows("ask Alex Dunn"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["alex"], "undo brings back the mention")
  }

  @Test("Delete before a mention selects it first, and an arrow key deselects it")
  func mentionForward() async throws {
    let mia = try await Scenario().start()
    await mia.type("@al")
    await mia.keys("Tab C-a C-d", .gives("|Alex Dunn"))
    await mia.keys("Right Backspace", .shows("Alex Dunn", because: "let go of, it is selected anew"))
    await mia.keys("Backspace")
    #expect(!mia.line.contains("Alex"))
  }

  @Test("A click deselects a mention: the next Backspace deletes at the caret")
  func clickLetsGo() async throws {
    let mia = try await Scenario().start()
    await mia.type("words @al")
    await mia.keys("Tab Backspace Backspace", .gives("words Alex Dunn|"))
    let start = try mia.place(of: "words Alex")
    await mia.click(Position(column: start.column + 5, row: start.row))
    #expect(mia.line == "words| Alex Dunn")
    await mia.keys("Backspace", .gives("word| Alex Dunn"))
  }
}

@Suite("Keys: undo", .serialized)
struct UndoKeyTests {
  @Test("C-_ undoes typing word by word, and M-_ redoes it")
  func undo() async throws {
    let mia = try await Scenario().start()
    await mia.type("one two")
    await mia.keys("C-_")
    #expect(!mia.line.contains("two"))
    await mia.keys("M-_", .gives("one two|"))
    await mia.keys("C-_ C-_ C-_ C-_")
    #expect(mia.line.hasPrefix("|"), "nothing is left but what invites to write")
    #expect(mia.status.contains("Nothing to undo"))
  }

  @Test("Undo restores a kill as one step")
  func kill() async throws {
    let mia = try await Scenario().start()
    await mia.type("one two three")
    await mia.keys("C-u C-_")
    #expect(mia.line.contains("one two three"))
    await mia.keys("M-_")
    #expect(mia.draft() == nil, "done again, nothing is left to keep")
  }

  @Test("M-_ says when there is nothing to redo")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("M-_")
    #expect(mia.status.contains("Nothing to do again"))
  }
}
