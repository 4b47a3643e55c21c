import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: deleting and swapping", .serialized)
struct EditingKeyTests {
  @Test("Case changes keep characters whole whose length changes")
  func letterCaseOfAll() async throws {
    let mia = try await Scenario().start()
    await mia.type("straße éa 漢字", keys: "C-a M-u M-c M-u M-u", .line("STRASSE Éa 漢字|"))
    await mia.keys("C-a M-l")
    #expect(mia.line.hasPrefix("strasse| Éa"))
  }

  @Test(
    "Case keys leave other elements alone; a mention whose letters change becomes text until undo")
  func letterCaseAndMentions() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @al", keys: "Tab C-a M-u")
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
    await mia.type("ask @al", keys: "Tab Backspace", .line("ask Alex Dunn|"))
    let plain = try mia.style(of: "Alex Dunn").attributes
    await mia.keys("Backspace", .line("ask Alex Dunn|", because: "selected, and still there"))
    #expect(try mia.style(of: "Alex Dunn").attributes != plain, "it is seen that it is selected")
    await mia.keys("Backspace", .line("ask |"))
    await mia.keys("C-_", .shows("ask Alex Dunn"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["alex"], "undo brings back the mention")
  }

  @Test("A click deselects a mention: the next Backspace deletes at the caret")
  func clickLetsGo() async throws {
    let mia = try await Scenario().start()
    await mia.type("words @al", keys: "Tab Backspace Backspace", .line("words Alex Dunn|"))
    let start = try mia.place(of: "words Alex")
    await mia.click(Position(column: start.column + 5, row: start.row))
    #expect(mia.line == "words| Alex Dunn")
    await mia.keys("Backspace", .line("word| Alex Dunn"))
  }
}

@Suite("Keys: undo", .serialized)
struct UndoKeyTests {
  @Test("M-_ says when there is nothing to redo")
  func nothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("M-_", .status("Nothing to redo"))
  }
}

@Suite("Keys: region", .serialized)
struct RegionKeyTests {
  private func marked() async throws -> Scenario {
    let mia = try await Scenario().start()
    await mia.type("one two three", keys: "M-b C-Space M-b", .line("one |two three"))
    return mia
  }

  @Test("C-Space starts a visible region")
  func marks() async throws {
    let mia = try await marked()
    let region = try mia.style(of: "two three").attributes
    #expect(region != (try mia.style(of: "three").attributes), "the region ends before three")
    await mia.keys("C-g")
    #expect(try mia.style(of: "two three").attributes != region, "C-g ends it")
    #expect(mia.line == "one |two three", "and clears no text")
  }

  @Test("C-x C-x swaps caret and mark, and says if there is no mark")
  func exchange() async throws {
    let mia = try await marked()
    await mia.keys("C-x C-x", .line("one two |three"))
    await mia.keys("C-x C-x", .line("one |two three"))
    await mia.keys("C-x C-x C-e C-w", .line("one |", because: "the region goes on from its other end"))
    await mia.keys("C-g C-x C-x", .status("No selection; C-Space starts one"))
  }

  @Test("C-x l links the region to an address that is asked for")
  func link() async throws {
    let mia = try await marked()
    await mia.keys("C-x l", .shows("Link to"), .line("> https://|"))
    await mia.enter("swift.org", .hides("Link to"))
    await mia.keys("C-e Enter")
    #expect(
      try await mia.said().last?.elements.contains(
        .link(text: "two ", target: .url(url: "https://swift.org")))
        == true)
  }

  @Test("C-x l says that nothing is marked")
  func noRegion() async throws {
    let mia = try await Scenario().start()
    await mia.type("words", keys: "C-x l", .status("Select some text first"))
  }

  @Test("Pasting an address over a region links it")
  func pasted() async throws {
    let mia = try await marked()
    await mia.paste("https://swift.org")
    #expect(mia.line.replacing("|", with: "") == "one two three")
    await mia.keys("C-e Enter")
    #expect(
      try await mia.said().last?.elements.contains(
        .link(text: "two ", target: .url(url: "https://swift.org")))
        == true)
  }
}
