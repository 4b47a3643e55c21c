import ProgramTerminal
import Testing

@Suite("Asking the terminal for its background", .serialized)
struct InkwellBackgroundTests {
  private static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
  private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{7}"
  private static let fence = "\u{1B}[?64;1;2c"
  /// The quiet words of the themes for white, black and either.
  private static let quiet = (light: "38;5;242", dark: "38;5;245", unknown: "38;5;243")

  @Test(
    "It asks after the first frame; the answer changes the colours, a late one nothing, and none is typed")
  func answers() throws {
    let terminal = try VirtualTerminal.inkwell()
    try terminal.until("the question") { $0.output(after: 0).contains(Self.question) }
    try terminal.untilAtRest()
    let text = terminal.output(after: 0)
    let question = try #require(text.firstRange(of: Self.question))
    #expect(text[..<question.lowerBound].contains("Channels"))
    #expect(text.contains(Self.quiet.unknown) && !text.contains(Self.quiet.dark))
    let before = terminal.text
    var start = terminal.output.count
    try terminal.type(Self.white + Self.fence)
    try terminal.until("colours for white") { $0.output(after: start).contains(Self.quiet.light) }
    try terminal.untilAtRest()
    #expect(terminal.text == before)
    start = terminal.output.count
    try terminal.type(Self.black + "x", until: "✎ x")
    try terminal.untilAtRest()
    #expect(!terminal.output(after: start).contains(Self.quiet.dark))
  }

  @Test("COLORFGBG applies from the first frame until the terminal answers")
  func variable() throws {
    let terminal = try VirtualTerminal.inkwell(environment: ["COLORFGBG": "0;15"])
    try terminal.untilAtRest()
    let text = terminal.output(after: 0)
    #expect(text.contains(Self.quiet.light) && !text.contains(Self.quiet.unknown))
    try terminal.type(Self.black + Self.fence)
    try terminal.until("colours for black") { $0.output(after: 0).contains(Self.quiet.dark) }
  }

  @Test("With eight colours quiet text is not bold black, and xterm has 256 colours in spite of its name")
  func xterm() throws {
    let plain = try VirtualTerminal.inkwell(environment: ["TERM": "xterm"])
    try plain.untilAtRest()
    #expect(!plain.output(after: 0).contains("38;5;") && !plain.output(after: 0).contains("[30m"))
    let xterm = try VirtualTerminal.inkwell(environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"])
    try xterm.untilAtRest()
    #expect(xterm.output(after: 0).contains(Self.quiet.unknown))
  }
}
