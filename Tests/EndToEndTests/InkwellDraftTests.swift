import ProgramTerminal
import Testing

@Suite("Drafts in the built program", .serialized)
struct InkwellDraftTests {
  @Test("A mention is completed, sent with Enter and shown in the timeline")
  func mention() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("ask @ale", until: "›Alex Dunn")
    try terminal.type(Keys.tab, until: "ask Alex Dunn")
    try terminal.type("soon\(Keys.preview)", until: "notifies Alex Dunn")
    try terminal.type(Keys.preview + Keys.enter, until: "the message and an empty composer") {
      $0.shows("you          ask Alex Dunn soon", "│▌   you: ask Alex Dunn s", "write to #general")
    }
  }

  @Test("The sidebar shows the draft of a channel that was left, and the caret is there on return")
  func leaving() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("half a thought\u{1B}b\u{1B}b")
    try terminal.until("the caret before “a”") { $0.line($0.cursor.row).hasSuffix("half a thought") }
    let caret = terminal.cursor
    #expect(terminal.letters(caret.column, caret.row) == "a")
    try terminal.type(Keys.metaDown, until: "the other channel") {
      $0.shows("→ #help", "write to #help", "✎ half a thought")
    }
    try terminal.type("elsewhere\(Keys.metaUp)", until: "the words and the caret") {
      $0.shows("→ #general", "✎ elsewhere") && $0.line(caret.row).hasSuffix("half a thought")
        && $0.cursor == caret
    }
    try terminal.type("X", until: "half Xa thought")
  }

  @Test("A draft reply is shown in the list of threads")
  func thread() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("kt", until: "→ thread in #general")
    try terminal.type("a reply to be\(Keys.closeThread)")
    try terminal.until("the channel again, with the reply in the list") {
      $0.shows("→ #general", "↳ 大家好，th… ✎", "↳ ✎ draft")
    }
  }

  @Test("Editing a message parks the draft, and cancelling the edit restores it")
  func parking() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("sent first\(Keys.enter)", until: "you          sent first")
    try terminal.type("a draft", until: "✎ a draft")
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("e", until: "✎ editing: sent first")
    try terminal.type(" and changed", until: "sent first and changed")
    try terminal.type(Keys.cancel)
    try terminal.until("the draft") { !$0.shows("editing:") && $0.line($0.cursor.row).hasSuffix("┤ a draft") }
    #expect(terminal.text.contains("you          sent first\n"))
  }

  @Test("Up in an empty composer edits the last own message")
  func editing() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("wrold\(Keys.enter)", until: "you          wrold")
    try terminal.type(Keys.up, until: "✎ editing: wrold")
    try terminal.type("\(Keys.killLine)world\(Keys.enter)")
    try terminal.until("the changed message") {
      $0.shows("you          world", "edited", "write to #general")
    }
  }
}

@Suite("Sending from the built program", .serialized)
struct InkwellSendingTests {
  @Test("A message sent offline waits and goes out later")
  func offline() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type("/offline\(Keys.enter)", until: "offline · /online")
    try terminal.type("patience\(Keys.enter)", until: "the waiting message") { terminal in
      terminal.row(of: "you          patience").map { terminal.line($0).hasSuffix("queued") } ?? false
    }
    try terminal.type("/online\(Keys.enter)", until: "the message sent and the line back") { terminal in
      terminal.shows("┘ demo") && !terminal.line(23).contains("offline")
        && terminal.row(of: "you          patience").map { terminal.line($0).hasSuffix("patience") } ?? false
    }
  }

  @Test("A message over the limit stays in the composer or goes as a file")
  func tooLong() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.type(Keys.paste(String(repeating: "word ", count: 7_000)) + "end", until: "row 701 of 701")
    try terminal.type(Keys.enter, until: "Too long for a message")
    try terminal.type(Keys.cancel, until: "the end of the words in the composer") {
      !$0.shows("Too long") && $0.shows("row 701 of 701") && $0.line($0.cursor.row).hasSuffix(" end")
    }
    try terminal.type(Keys.enter)
    try terminal.confirm("Too long for a message")
    try terminal.until("message.md  35 kB")
  }

  /// A sent message that fails because its file is gone.
  func failed(_ scratch: Scratch) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal.inkwell()
    let path = scratch.write("what it says", to: "note.txt")
    try terminal.type("/offline\(Keys.enter)", until: "offline · /online")
    try terminal.type("/attach \(path)\(Keys.enter)", until: "note.txt  12 B")
    try terminal.type("read this\(Keys.enter)", until: "queued")
    scratch.remove("note.txt")
    try terminal.type("/online\(Keys.enter)")
    try terminal.until("the failure and its reason") { $0.shows("failed", "note.txt cannot be read") }
    return terminal
  }

  @Test("A failed message says why, and R resends it")
  func retrying() throws {
    let scratch = Scratch()
    let terminal = try failed(scratch)
    scratch.write("what it says", to: "note.txt")
    try terminal.type("\(Keys.messageMode)R")
    try terminal.confirm("Send this message again?")
    try terminal.until("the message sent") {
      !$0.shows("failed") && $0.shows("you          read this", "note.txt  12 B")
    }
  }

  @Test("D discards a failed message, and the history has its text")
  func discarding() throws {
    let scratch = Scratch()
    let terminal = try failed(scratch)
    try terminal.type("\(Keys.messageMode)D")
    try terminal.confirm("Discard this message?")
    try terminal.until("no message") { !$0.shows("failed") && !$0.shows("you          read this") }
    try terminal.type("\u{18}h", until: "the history") { $0.shows("read this") }
  }
}
