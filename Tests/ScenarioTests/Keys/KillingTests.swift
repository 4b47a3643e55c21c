import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

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
    await mia.type("one two three-four five")
    await mia.keys("C-a M-f M-f", .gives("one two| three-four five"))
    await mia.keys(key, .gives(expected))
    await mia.keys("C-y")
    #expect(mia.draft()?.text == "one two three-four five")
  }

  @Test("C-w deletes to the blank, M-Backspace to the start of the word")
  func words() async throws {
    let mia = try await Scenario().start()
    await mia.type("see src/main.c")
    await mia.keys("M-Backspace", .gives("see src/main.|"))
    await mia.keys("C-_ C-w", .gives("see |"))
  }

  @Test("Consecutive kills are yanked as one, in order")
  func joins() async throws {
    let mia = try await Scenario().start()
    await mia.type("one two three")
    await mia.keys("C-w C-w", .gives("one |"))
    await mia.keys("C-y", .gives("one two three|"))
  }

  @Test("M-y after C-y cycles through earlier kills")
  func ring() async throws {
    let mia = try await Scenario().start()
    await mia.type("one two")
    await mia.keys("C-w Left Right C-w C-y", .gives("one |"))
    await mia.keys("M-y", .gives("two|"))
    await mia.keys("M-y", .gives("one |"))
    await mia.type("x")
    await mia.keys("M-y", .gives("one x|", because: "only right after a yank"))
  }

  @Test("A mention killed in one channel is yanked as a mention in another")
  func mention() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an")
    await mia.keys("Tab", .gives("ask Ana García |"))
    await mia.keys("C-a C-k M-2 C-y", .gives("ask Ana García |"))
    await mia.keys("Enter")
    #expect(try await mia.said(in: "offtopic").last?.mentionedUsers == ["ana"])
  }

  @Test("C-k at the end of a line joins it with the next")
  func lineEnd() async throws {
    let mia = try await Scenario().start()
    await mia.type("one")
    await mia.keys("C-j")
    await mia.type("two")
    await mia.keys("Up C-k", .gives("one|two"))
  }

  @Test(
    "A word kill into a mention takes all of it, and it is yanked as a mention",
    arguments: ["M-Backspace", "C-w"])
  func mentionByWords(_ key: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an")
    await mia.keys("Tab Backspace " + key, .gives("ask |"))
    await mia.keys("C-y", .gives("ask Ana García|"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("A forward kill takes a whole mention too, joined with earlier kills")
  func mentionForward() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @an")
    await mia.keys("Tab C-a M-d M-d C-y Enter")
    #expect(try await mia.said().last?.elements.text == "ask Ana García ")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
  }

  @Test("Lists and the composer share one kill ring")
  func lists() async throws {
    let mia = try await Scenario().start()
    await mia.type("some offtopic")
    await mia.keys("C-w C-x b C-y")
    #expect(mia.shows("> offtopic") && mia.shows("▸ #offtopic"), "\(mia.picture)")
    await mia.keys("M-Backspace")
    await mia.type("first second")
    await mia.keys("C-w C-w Esc C-y", .gives("some first second|"))
    await mia.keys("M-y", .gives("some offtopic|"))
  }
}
