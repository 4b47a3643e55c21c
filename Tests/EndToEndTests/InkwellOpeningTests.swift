import Glibc
import ProgramTerminal
import Testing

@Suite("Opening files with the built program", .serialized)
struct InkwellOpeningTests {
  /// Selects the message with the demo's file.
  private func chosen(_ terminal: VirtualTerminal) throws {
    try terminal.type("\u{18}s", until: "Search in #general")
    try terminal.type("standup notes", until: "▸ Standup notes")
    try terminal.type(Keys.enter)
    try terminal.until("the message is found") { $0.shows("▤ standup.txt") && !$0.shows("Search in") }
    try terminal.type(Keys.messageMode, until: "the message is chosen") {
      $0.shows("▤ standup.txt", " message ") && !$0.shows("Search in")
    }
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("A file is saved where only its owner can read it, and passed to xdg-open")
  func file() throws {
    let scratch = Scratch()
    scratch.write("#!/bin/sh\nprintf '%s' \"$1\" >\"${0%/*}/asked\"\n", to: "xdg-open", mode: 0o700)
    let folder = "\(scratch.path)/inkwell/files"
    let terminal = try VirtualTerminal.inkwell(
      environment: ["PATH": "\(scratch.path):/usr/bin:/bin", "XDG_CACHE_HOME": scratch.path])
    try chosen(terminal)
    try terminal.type("o", until: "Saved as")
    #expect(scratch.text(of: "asked") == "\(folder)/standup.txt")
    #expect(mode("\(folder)/standup.txt") == 0o600 && mode(folder) == 0o700)
    #expect(scratch.text(of: "inkwell/files/standup.txt")?.hasPrefix("Ana: login flow\n") == true)
    // After a restart the program does not know the existing file, so it is not overwritten.
    let again = try VirtualTerminal.inkwell(
      environment: ["PATH": "\(scratch.path):/usr/bin:/bin", "XDG_CACHE_HOME": scratch.path])
    try chosen(again)
    try again.type("o", until: "Saved as")
    #expect(scratch.text(of: "asked") == "\(folder)/standup (2).txt")
  }

  @Test("A file is saved at the given path, and replaces another only after a question")
  func saved() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal.inkwell(home: home)
    try chosen(terminal)
    try terminal.type(">", until: "> ~/standup.txt")
    try terminal.type(Keys.enter, until: "Saved as ~/standup.txt")
    try terminal.until("→ ~/standup.txt")
    #expect(home.text(of: "standup.txt")?.hasPrefix("Ana: login flow\n") == true)
    home.write("mine", to: "standup.txt")
    try chosen(terminal)
    try terminal.type(">", until: "> ~/standup.txt")
    try terminal.type(Keys.enter, until: "Replace this file?")
    try terminal.type(Keys.cancel)
    try terminal.until("the path again") { $0.shows("> ~/standup.txt") && !$0.shows("Replace this file?") }
    #expect(home.text(of: "standup.txt") == "mine")
  }

  @Test("A missing opener is reported in a sentence")
  func missing() throws {
    let terminal = try VirtualTerminal.inkwell(environment: [
      "PATH": "/nowhere", "BROWSER": "no-such-browser",
    ])
    try terminal.type("https://example.org\(Keys.enter)")
    try terminal.until("the message") { $0.shows("you          https://example.org", "write to #general") }
    try terminal.type("\(Keys.messageMode)o", until: "no-such-browser did not open")
  }
}

@Suite("Opening and copying messages", .serialized)
struct InkwellMessageTests {
  /// Selects Ben's message with a link.
  func chosen(_ environment: [String: String] = [:]) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal.inkwell(columns: 150, environment: environment)
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("kkk", until: "Ben's message") { terminal in
      // A heading of the sidebar may be to the left: its row depends on whether midnight was in between.
      terminal.row(of: "on it, see login notes").map { row in
        ["│▌", "┤▌"].contains { terminal.line(row).contains($0) }
      } ?? false
    }
    return terminal
  }

  @Test("A link is passed to the configured opener, and its failure is reported")
  func opening() throws {
    let scratch = Scratch()
    let opener = scratch.editor("echo \"$1\" >'\(scratch.file("address"))'; exit 1")
    let terminal = try chosen(["BROWSER": opener])
    try terminal.type("o", until: "did not open")
    #expect(scratch.text(of: "address") == "https://example.org/login\n")
  }

  @Test("$BROWSER may list several commands with arguments; missing ones are skipped")
  func browsers() throws {
    let scratch = Scratch()
    let opener = scratch.editor("echo \"$1 $2 $3\" >'\(scratch.file("words"))'; exit 1")
    let terminal = try chosen(["BROWSER": "no-such-browser:\(opener) --new %s 'a b'"])
    try terminal.type("o", until: "did not open")
    #expect(scratch.text(of: "words") == "--new https://example.org/login a b\n")
  }

  @Test("The text of a message goes to the terminal's clipboard")
  func copying() throws {
    let terminal = try chosen()
    try terminal.type("y", until: "Sent to the terminal's clipboard")
    #expect(terminal.output(after: 0).contains("\u{1B}]52;c;b24gaXQsIHNlZSBsb2dpbiBub3Rlcw==\u{7}"))
  }

  @Test("A link carries its address")
  func links() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.until("the link") {
      $0.output(after: 0).contains("https://example.org/login\u{7}login notes\u{1B}]8;;\u{7}")
    }
  }
}
