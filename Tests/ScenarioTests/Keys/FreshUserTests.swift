import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("What a new user stumbles over", .serialized)
struct FreshUserTests {
  private func started(_ style: KeyStyle = .emacs, columns: Int = 80) async throws -> Scenario {
    var settings = Settings()
    settings.keyStyle = style
    let mia = try await Scenario(columns: columns, settings: settings)
    try await mia.say("question", by: "ben")
    return await mia.start()
  }

  // MARK: vi

  @Test(
    "The mode of vi's keys is beside the focused composer only, at every width", arguments: [40, 60, 120])
  func modeInThread(columns: Int) async throws {
    let mia = try await started(.vi, columns: columns)
    await mia.keys("M-s t")
    let thread = try #require(mia.screen.first { $0.contains("→ thread") })
    #expect(thread.contains("INSERT"), "\(mia.picture)")
    await mia.keys("Escape")
    #expect(mia.screen.filter { $0.contains("NORMAL") }.count == 1, "\(mia.picture)")
    #expect(try #require(mia.screen.first { $0.contains("→ thread") }).contains("NORMAL"), "\(mia.picture)")
    await mia.keys("C-x o")
    if columns >= 100 {
      let channel = try #require(mia.screen.first { $0.contains("→ #general") })
      #expect(channel.contains("→ #general  NORMAL"), "\(mia.picture)")
      #expect(mia.screen.filter { $0.contains("NORMAL") }.count == 1, "\(mia.picture)")
    }
  }

  @Test(
    "In an empty composer G goes to the newest message and gg to the oldest one; with text they move in it")
  func endsOfMessages() async throws {
    let mia = try await started(.vi)
    try await mia.said(40)
    await mia.keys("Escape g g", .shows("question"), .hides("message 40."))
    await mia.keys("G", .shows("message 40."), .hides("question"))
    await mia.keys("d G")
    await mia.keys("i", type: "one")
    await mia.keys("M-Enter", type: "two")
    await mia.keys("Escape g g x", .shows("message 40."))
    #expect(mia.draft()?.text.hasPrefix("one") == false, "\(mia.picture)")
  }

  @Test(":q quits with text in the composer, and :w runs a chosen row")
  func quitsWithDraft() async throws {
    let mia = try await started(.vi)
    await mia.keys("Escape :", type: "w")
    await mia.keys("Down Enter")
    mia.misses("Drafts are saved as you type")
    mia.misses("┌ Command")
    await mia.keys("Escape Escape C-g")
    await mia.keys("i C-a C-k", type: "half a thought")
    await mia.keys("Escape :", type: "q")
    await mia.keys("Enter")
    #expect(!mia.isRunning, "\(mia.picture)")
    try await mia.restart()
    #expect(mia.draft()?.text == "half a thought")
  }

  @Test("C-x ? describes a key after a click too", arguments: [KeyStyle.emacs, .vi])
  func describesAfterClick(_ style: KeyStyle) async throws {
    let mia = try await started(style)
    await mia.keys("Escape")
    try await mia.click(on: "question")
    await mia.keys("C-x ?", .notice("Press a key to read what it does"))
    await mia.keys("C-x d", .notice("C-x d: show all drafts"))
    #expect(mia.app.panel == nil)
    try await mia.click(on: "offtopic")
    await mia.keys("C-x ? C-x d", .notice("C-x d: show all drafts"))
  }

  // MARK: Undo

  @Test("With nothing to undo, C-_ says where the last text is")
  func nothingToUndo() async throws {
    let mia = try await started()
    await mia.keys("C-_", .notice("Nothing to undo"))
    await mia.enter("hello")
    await mia.keys("C-_", .notice("Nothing to undo; M-s selects a message, d deletes it"))
    await mia.keys("M-s d", .shows("Delete this message?"))
    await mia.keys("Escape Escape")
    await mia.type("later", keys: "C-c", .notice("Put aside; C-_ or C-x h restores it · C-x C-c quits"))
    try await mia.restart()
    await mia.keys("C-_", .notice("Nothing to undo; C-x h shows what was put aside"))
    await mia.keys("C-x h", .shows("later"), .shows("put aside"))
    await mia.keys("Enter", .line("later|"))
    await mia.keys("C-x h", .shows("in the composer"), .hides("put aside"))
  }

  // MARK: Editing

  @Test("An edit says whose message it changes, and which key leaves it")
  func editing() async throws {
    let mia = try await started(columns: 100)
    await mia.enter("hello")
    await mia.keys("Up", .shows("✎ editing: hello"), .shows("Esc cancels the edit"))
    await mia.keys("Escape", .notice("Edit cancelled"), .line("|write to #general"))
    let vi = try await started(.vi, columns: 100)
    await vi.enter("hello")
    await vi.keys("Up", .shows("C-g cancels the edit"))
    await vi.keys("C-g", .notice("Edit cancelled"))
  }

  // MARK: Names

  @Test("In a thread its people are suggested first, and a name is not warned about meanwhile")
  func namesInThread() async throws {
    let mia = try await started(columns: 120)
    // Two people whose names begin with the letter: the shorter name comes first elsewhere.
    await mia.type("@a")
    #expect(suggested(mia).first == "Alex Dunn")
    mia.misses("notifies no one")
    await mia.keys("Escape", .shows("@a notifies no one"))
    await mia.keys("C-a C-k")
    let parent = try await mia.say("Ana's question", by: "ana")
    await mia.keys("M-s t")
    #expect(mia.app.thread?.key.parentId == parent.id)
    await mia.type("@a")
    #expect(suggested(mia).prefix(2) == ["Ana García", "Alex Dunn"], "\(mia.picture)")
    mia.misses("notifies no one")
    await mia.keys("Tab", .line("Ana García |"))
  }

  private func suggested(_ mia: Scenario) -> [String] {
    mia.app.focused?.composer.completion.popup?.state.rows.map(\.label) ?? []
  }

  // MARK: Files

  @Test("C-x f attaches a file to the text, and completes its path")
  func attaches() async throws {
    let mia = try await started()
    await mia.type("see this", keys: "C-x f", .shows("┌ Attach a file"))
    await mia.type("~/no", keys: "Tab", .line("> ~/notes.txt|"))
    await mia.keys("Enter", .hides("┌ Attach a file"), .line("see this|"), .shows("notes.txt"))
    await mia.keys("Enter")
    await mia.wait(.seconds(1))
    #expect(try await mia.said().last?.files.map(\.name) == ["notes.txt"])
    await mia.keys("Up C-x f", .notice("Files cannot be added to a sent message"))
  }

  @Test("Tab attaches a file whose path was pasted, and says how it becomes a path again")
  func attachesPastedPath() async throws {
    let mia = try await started()
    await mia.paste("/home/mia/notes.txt")
    await mia.keys("Tab", .notice("Attached notes.txt; C-_ turns it back into a path"))
    await mia.keys("C-_", .line("/home/mia/notes.txt|"))
  }

  @Test("Enter on /attach in the help, beside a text, asks for the file")
  func attachesFromHelp() async throws {
    let mia = try await started()
    await mia.type("see this", keys: "F1")
    await mia.type("/attach", keys: "Enter", .shows("┌ Attach a file"))
    await mia.type("~/notes.txt", keys: "Enter", .line("see this|"), .shows("notes.txt"))
  }

  // MARK: The tour

  @Test("The tour accepts a text in any channel")
  func tourElsewhere() async throws {
    let mia = try await started()
    mia.app.beginTour()
    await mia.type("@al", keys: "Tab C-a C-k")
    mia.sees("Write something in any channel")
    await mia.keys("M-Down", type: "here instead")
    await mia.keys("M-Down")
    mia.sees("Tour 4/6")
  }

  @Test("The end of the tour is reported once it is closed or done")
  func tourEnds() async throws {
    let mia = try await started()
    var ends = 0
    mia.app.whenTourEnds { ends += 1 }
    mia.app.beginTour()
    await mia.settle()
    #expect(ends == 0)
    await mia.keys("C-x T")
    #expect(ends == 1)
  }
}
