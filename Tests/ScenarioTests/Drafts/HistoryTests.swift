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

  @Test("The files of a text are named, also after a restart and for an edit")
  func filesAfterRestart() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach ~/notes.txt")
    await mia.enter("read this")
    await mia.wait(.seconds(1))
    await mia.keys("Up", type: " now")
    await mia.keys("Enter")
    await mia.enter("/attach ~/notes.txt")
    await mia.type("never mind", keys: "C-c")
    try await mia.restart()
    await mia.keys("C-x h", .shows("sent with notes.txt"), .shows("edited 12:00 with notes.txt"))
    // The file stays in the composer when its text is put aside.
    await mia.keys("Enter", .line("never mind|"), .notice("Restored"), .hides("Restored without"))
    await mia.keys("C-x d C-x k Tab", type: "never mind")
    await mia.keys("Enter", .notice("Restored without notes.txt"))
    await mia.type("!", keys: "C-x h", .shows("cleared with notes.txt"))
    await mia.type("read this now")
    await mia.keys(
      "Enter", .line("read this now|"), .notice("Restored without notes.txt; /attach adds a file"))
    #expect(mia.foot.contains("the text it replaced is in the history"), "\(mia.picture)")
  }

  @Test("A restored text says that it replaced another one only if it did")
  func replacing() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach ~/notes.txt")
    await mia.type("aside", keys: "C-c C-x h Enter", .line("aside|"), .hides("it replaced"))
    await mia.type("!", keys: "C-x h Enter", .line("aside|"))
    #expect(mia.foot.contains("Restored; the text it replaced is in the history"), "\(mia.picture)")
    await mia.keys("C-x h Down Enter", .line("aside|"), .notice("Restored"), .hides("it replaced"))
  }

  @Test("The files of an edit that was given up are named too")
  func filesOfParkedEdit() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach ~/notes.txt")
    await mia.enter("read this")
    await mia.wait(.seconds(1))
    await mia.keys("Up", type: " now")
    await mia.keys("Escape", .notice("Edit cancelled; C-x h restores your text"))
    await mia.keys("C-x h", .shows("put aside with notes.txt"))
    await mia.keys(
      "Enter", .line("read this now|"), .notice("Restored without notes.txt; /attach adds a file"))
  }

  @Test("A place without a history opens on all places; a place whose history was erased does not")
  func allPlaces() async throws {
    let mia = try await Scenario()
    try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.keys("C-x h", .shows("History of #general"), .shows("nothing sent or cleared yet"))
    await mia.keys("Esc M-s t")
    await mia.enter("a reply")
    await mia.keys("C-x 0 C-x h", .shows("History of all places"), .shows("a reply"))
    await mia.keys("Esc")
    await mia.enter("an answer")
    await mia.keys("C-x h", .shows("History of #general"), .hides("│▸ a reply"))
    await mia.keys("C-x K")
    await mia.confirm()
    #expect(try await mia.kept().isEmpty)
    mia.misses("History of all places")
  }

  @Test("Up restores a command with an argument; after one without it edits the last message")
  func upAfterCommand() async throws {
    let mia = try await Scenario().start()
    await mia.enter("said")
    await mia.enter("/theme light")
    await mia.keys("Up", .line("/theme light|"), .hides("editing"))
    await mia.keys("C-u")
    await mia.enter("/offline")
    await mia.keys("Up", .line("said|"), .shows("✎ editing: said"))
    await mia.keys("C-g M-p", .line("/offline|"))
  }

  @Test("A message that waits is not listed as sent, but as queued")
  func queued() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/offline")
    await mia.enter("later")
    await mia.keys("C-x h", .shows("later"), .shows("│    queued"), .hides("│    sent"))
    await mia.keys("Esc")
    await mia.enter("/online")
    await mia.keys("C-x h", .shows("│    sent"), .hides("queued"))
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
