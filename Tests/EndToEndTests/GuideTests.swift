import Foundation
import ProgramTerminal
import Testing

/// Follows the steps of the guide in the built program. The guide must name each key and command; its wording is
/// free.
@Suite("The steps of the guide work", .serialized)
struct GuideTests {
  let guide: GuideText

  init() throws { guide = try GuideText() }

  enum Press {
    static let escape = "\u{1B}"
    static let newline = "\u{1B}\r"
    static let backspace = "\u{7F}"
    static let undo = "\u{1F}"
    static let mark = "\0"
    static let word = "\u{1B}b"
    static let lineStart = "\u{1}"
    static let lineEnd = "\u{5}"
    static let yank = "\u{19}"
    static let yankOlder = "\u{1B}y"
    static let killWord = "\u{17}"
    static let pageUp = "\u{1B}[5~"

    static func ctrlX(_ key: String) -> String { "\u{18}\(key)" }
    static func meta(_ key: String) -> String { "\u{1B}\(key)" }
  }

  /// Empties the composer.
  func empty(_ terminal: VirtualTerminal) throws {
    try terminal.type(Keys.killLine, until: "an empty composer") { $0.row.hasPrefix("write to") }
  }

  @Test("What the screen shows")
  func screen() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: home)
    try terminal.until("the tour") { $0.shows("Tour 1/6", "→ #general") }
    guide.names("C-x T", "/tour")
    try terminal.type(Press.ctrlX("T"), until: "the end of it") { !$0.shows("Tour 1/6") }
    try terminal.type("/tour\(Keys.enter)", until: "Tour 1/6")
    try terminal.type(Press.ctrlX("T"), until: "the end of it") { !$0.shows("Tour 1/6") }
    try terminal.type("x", until: "the list") {
      $0.shows("┌ Channels", "# release", "@ Alex Dunn", "├ Threads", "├ Drafts 1")
    }
    #expect(terminal.line(terminal.cursor.row - 1).contains("→ #general"))
    #expect(terminal.line(23).contains("demo") && terminal.line(23).contains("drafts saved"))
    guide.names("C-x C-c", "/quit")
    try empty(terminal)
    try terminal.type("/quit\(Keys.enter)")
    #expect(try terminal.end() == 0)
  }

  @Test("Writing: keys and mentions")
  func writing() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.names("M-Enter")
    try terminal.type("one\(Press.newline)two")
    try terminal.until("two lines") { $0.row == "two" && $0.line($0.cursor.row - 1).hasSuffix("│ one") }
    try terminal.type(Keys.enter)
    try terminal.until("the message") { $0.shows("you          one") && $0.row.hasPrefix("write to") }
    guide.names("C-y", "M-y", "C-_")
    try terminal.type("alpha beta\(Press.killWord)\(Press.lineEnd)\(Press.killWord)\(Press.yank)")
    try terminal.until("the last kill") { $0.row == "alpha" }
    try terminal.type(Press.yankOlder, until: "the one before") { $0.row == "beta" }
    try terminal.type(Press.undo, until: "undone") { $0.row == "alpha" }
    try empty(terminal)

    try terminal.type("for @JURG", until: "›Jürgen Groß")
    guide.names("Escape")
    try terminal.type(Press.escape, until: "no suggestions") { $0.row == "for @JURG" && !$0.shows("›") }
    try empty(terminal)
    guide.names("Tab", "C-n", "C-p")
    try terminal.type("for @al", until: "›Alex Dunn")
    try terminal.type("\u{E}", until: "▸Robin Vale")
    try terminal.type("\u{10}", until: "▸Alex Dunn")
    try terminal.type(Keys.tab, until: "the name") { $0.row == "for Alex Dunn" && !$0.shows("›") }
    try terminal.type(Keys.preview, until: "⇒ notifies Alex Dunn · for Alex Dunn (@alex)")
    try terminal.type("\(Press.lineStart)only \(Press.lineEnd)today")
    try terminal.until("⇒ notifies Alex Dunn · only for Alex Dunn (@alex)")
    guide.names("Backspace")
    try terminal.type(Press.killWord + Press.backspace)
    try terminal.until("only the name") { $0.row == "only for Alex Dunn" }
    try terminal.type(Press.backspace)
    #expect(terminal.shows("⇒ notifies Alex Dunn"))
    try terminal.type(Press.backspace, until: "⇒ notifies no one · only for")
    try terminal.type(Press.undo, until: "⇒ notifies Alex Dunn")
    try terminal.type(Keys.preview, until: "no preview") { !$0.shows("⇒") }
    try empty(terminal)
    try terminal.type("#rel", until: "›#release")
    try terminal.type("\(Keys.tab):tad", until: "🎉")
    try terminal.until("emoji") { $0.shows("┌ emoji") }
  }

  @Test("Writing: links, files and the editor")
  func elements() throws {
    let home = Scratch()
    home.write("one", to: "notes.txt")
    let other = home.write("two", to: "other.txt")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": home.editor("sed -i 's/$/ edited/' \"$1\"")])
    guide.names("C-Space", "C-x l")
    try terminal.type("see notes\(Press.mark)\(Press.word)")
    try terminal.type(Keys.paste("https://a.example/b"))
    try terminal.untilAtRest()
    try terminal.type(Keys.preview, until: "⇒ notifies no one · see notes (https://a.")
    try terminal.type(Keys.preview)
    try empty(terminal)
    try terminal.type("see more\(Press.mark)\(Press.word)\(Press.ctrlX("l"))", until: "┌ Link to")
    try terminal.type("https://c.example\(Keys.enter)\(Keys.preview)")
    try terminal.until("⇒ notifies no one · see more (https://c.")
    try terminal.type(Keys.preview)
    try empty(terminal)

    guide.names("/attach", "Tab")
    try terminal.type("/attach ~/no", until: "›notes.txt")
    try terminal.type(Keys.tab, until: "the path") { $0.row == "/attach ~/notes.txt" }
    try terminal.type(Keys.enter, until: "▤ notes.txt  3 B")
    guide.names("Tab")
    try terminal.type(Keys.paste(other), until: "›attach other.txt")
    // A key right after a paste would be taken as part of it.
    try terminal.untilAtRest()
    try terminal.type(Keys.tab, until: "▤ other.txt")
    try terminal.type(Press.undo, until: "the path again") { !$0.shows("▤ other.txt") && $0.row == other }
    guide.names("C-x k")
    try terminal.type(Press.ctrlX("k"), until: "no file") { !$0.shows("▤ notes.txt") }
    try terminal.type(Keys.killLine)

    guide.names("C-x C-e", "$VISUAL", "$EDITOR")
    try terminal.type("ask @ale", until: "›Alex Dunn")
    try terminal.type("\(Keys.tab)\(Keys.editor)")
    try terminal.until("what was edited") { $0.row == "ask Alex Dunn  edited" }
    try terminal.type(Keys.preview, until: "⇒ notifies Alex Dunn")
  }
}

/// The text of `docs/guide.md`, without its markup.
struct GuideText {
  private let text: String

  init() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let page = try String(contentsOf: top.appending(path: "docs/guide.md"), encoding: .utf8)
    text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ").filter { $0 != "*" && $0 != "`" }
  }

  /// Fails if the guide does not name one of these keys and commands.
  func names(_ keys: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for key in keys {
      let isNamed = text.ranges(of: key).contains { range in
        text[range.upperBound...].first?.isLetter != true && text[..<range.lowerBound].last?.isLetter != true
      }
      #expect(isNamed, "the guide does not name \(key)", sourceLocation: sourceLocation)
    }
  }
}
