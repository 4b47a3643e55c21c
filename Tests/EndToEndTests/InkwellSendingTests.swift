import ProgramTerminal
import Testing

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
