import ProgramTerminal
import Testing

@Suite("Opening and copying messages", .serialized)
struct InkwellMessageTests {
  /// Message mode at the message of Ben's that has a link.
  func chosen(_ environment: [String: String] = [:]) throws -> VirtualTerminal {
    let terminal = try VirtualTerminal.inkwell(columns: 150, environment: environment)
    try terminal.type(Keys.messageMode, until: " message ")
    try terminal.type("kkk", until: "Ben's message") { terminal in
      // Left of it may stand a heading of the sidebar: which row it is depends on whether midnight was between.
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
