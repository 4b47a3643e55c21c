import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("The history of drafts", .serialized)
struct HistoryTests {
  @Test("An edited text and its original are told apart")
  func edited() async throws {
    let mia = try await Scenario().start()
    await mia.enter("the first words")
    await mia.wait(.seconds(120))
    await mia.keys("Up", type: " and more")
    await mia.keys("Enter C-x h", .shows("edited 12:0"))
    let rows = mia.screen.filter { $0.contains("│  ") || $0.contains("│▸ ") }
    #expect(rows.count { $0.contains("edited 12:0") } == 1, "\(mia.picture)")
    #expect(rows.contains { $0.contains(" sent") }, "\(mia.picture)")
  }

  @Test("A restored text says which files it was sent with")
  func withoutFile() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach ~/notes.txt", .shows("notes.txt"))
    await mia.enter("read this")
    await mia.wait(.seconds(1))
    await mia.keys(
      "C-x h Enter", .line("read this|"), .notice("Restored without notes.txt; /attach adds a file"))
    await mia.keys("C-u")
    await mia.enter("no file")
    await mia.keys("C-x h Enter", .line("no file|"), .notice("Restored"), .hides("Restored without"))
  }

  @Test("The history of a thread names the thread")
  func thread() async throws {
    let mia = try await Scenario(columns: 120)
    try await mia.say("who has the key?", by: "ana")
    await mia.start()
    await mia.keys("M-s t")
    await mia.keys("C-x h", .shows("History of #general ↳ who has the key?"))
  }

  @Test("One undo takes back a restored text with its mentions")
  func undo() async throws {
    let mia = try await Scenario().start()
    await mia.type("for @ana", keys: "Tab Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"])
    await mia.type("mine", keys: "C-x h Enter")
    #expect(mia.app.focused?.composer.draft.mentionSpans.count == 1, "\(mia.picture)")
    await mia.keys("C-_", .line("mine|"))
  }

  @Test("The name of a command that was not run is not in the history")
  func command() async throws {
    let mia = try await Scenario().start()
    await mia.type("/hel", keys: "Esc C-c")
    await mia.type("some words", keys: "C-c C-x h", .shows("some words"))
    #expect(!mia.shows("/hel "), "\(mia.picture)")
  }

  @Test("A message that was refused is not listed as sent")
  func refused() async throws {
    let mia = try await Scenario().start()
    await mia.refuse([.send])
    await mia.enter("in vain")
    await mia.keys("C-x h", .shows("in vain"), .shows("not sent"))
  }

  @Test("A path that was put aside and is no command is in the history")
  func path() async throws {
    let mia = try await Scenario().start()
    await mia.type("/etc", keys: "Esc C-c C-x h", .shows("/etc  "))
    mia.sees("put aside")
  }
}
