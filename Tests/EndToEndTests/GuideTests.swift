import ProgramTerminal
import Testing

/// The guide, section by section and in its order: what it says is quoted, done in the built program, and looked for.
@Suite("The guide is true", .serialized)
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

  /// Empties the composer, whatever stands there.
  func empty(_ terminal: VirtualTerminal) throws {
    try terminal.type(Keys.killLine)
    try terminal.until("an empty composer") { $0.row.hasPrefix("write to") }
  }

  @Test("What the screen shows")
  func screen() throws {
    let home = Scratch()
    let terminal = try VirtualTerminal([BuiltProgram.inkwell, "--quiet"], home: home)
    guide.says("At the first start a tour of six steps shows what is special here")
    try terminal.until("the tour") { $0.shows("Tour 1/6", "→ #general") }
    guide.says("C-x T leaves it, /tour begins it again")
    try terminal.type(Press.ctrlX("T"))
    try terminal.until("the end of it") { !$0.shows("Tour 1/6") }
    try terminal.type("/tour\(Keys.enter)")
    try terminal.until("Tour 1/6")
    try terminal.type(Press.ctrlX("T"))
    try terminal.until("the end of it") { !$0.shows("Tour 1/6") }
    guide.says(
      "at the left the channels, the conversations between two, your threads and how many drafts there are")
    try terminal.type("x")
    try terminal.until("the list") {
      $0.shows("┌ Channels", "# release", "@ Alex Dunn", "├ Threads", "├ Drafts 1")
    }
    guide.says("The line above it says where Enter will send to")
    #expect(terminal.line(terminal.cursor.row - 1).contains("→ #general"))
    guide.says("the last line: whether the service is there, whether what you typed is saved")
    #expect(terminal.line(23).contains("online") && terminal.line(23).contains("drafts saved"))
    guide.says("C-x C-c or /quit leaves")
    try empty(terminal)
    try terminal.type("/quit\(Keys.enter)")
    #expect(try terminal.end() == 0)
  }

  @Test("Writing: keys and mentions")
  func writing() throws {
    let terminal = try VirtualTerminal.inkwell()
    guide.says("Enter sends, M-Enter begins a new line")
    try terminal.type("one\(Press.newline)two")
    try terminal.until("two lines") { $0.row == "two" && $0.line($0.cursor.row - 1).hasSuffix("│ one") }
    try terminal.type(Keys.enter)
    try terminal.until("the message") { $0.shows("you         one") && $0.row.hasPrefix("write to") }
    guide.says("C-y brings back what was killed, M-y what was killed before that. C-_ undoes.")
    try terminal.type("alpha beta\(Press.killWord)\(Press.lineEnd)\(Press.killWord)\(Press.yank)")
    try terminal.until("the last kill") { $0.row == "alpha" }
    try terminal.type(Press.yankOlder)
    try terminal.until("the one before") { $0.row == "beta" }
    try terminal.type(Press.undo)
    try terminal.until("undone") { $0.row == "alpha" }
    try empty(terminal)

    guide.says("Type @ and some letters of a name or an id, accents and case do not matter")
    try terminal.type("for @JURG")
    try terminal.until("›Jürgen Groß")
    guide.says("Escape closes the suggestions and keeps what you typed")
    try terminal.type(Press.escape)
    try terminal.until("no suggestions") { $0.row == "for @JURG" && !$0.shows("›") }
    try empty(terminal)
    guide.says("Tab takes what is chosen, C-n and C-p choose")
    try terminal.type("for @al")
    try terminal.until("›Alex Dunn")
    try terminal.type("\u{E}")
    try terminal.until("▸Robin Vale")
    try terminal.type("\u{10}")
    try terminal.until("▸Alex Dunn")
    try terminal.type(Keys.tab)
    try terminal.until("the name") { $0.row == "for Alex Dunn" && !$0.shows("›") }
    guide.says("a line under the composer then says who will be told and where links lead")
    try terminal.type(Keys.preview)
    try terminal.until("⇒ tells Alex Dunn · for Alex Dunn (@alex)")
    guide.says("Text that you write around it never breaks it")
    try terminal.type("\(Press.lineStart)only \(Press.lineEnd)today")
    try terminal.until("⇒ tells Alex Dunn · only for Alex Dunn (@alex)")
    guide.says(
      "Backspace behind it selects it as a whole, a second Backspace removes it, and undo brings it back")
    try terminal.type(Press.killWord + Press.backspace)
    try terminal.until("only the name") { $0.row == "only for Alex Dunn" }
    try terminal.type(Press.backspace)
    #expect(terminal.shows("⇒ tells Alex Dunn"))
    try terminal.type(Press.backspace)
    try terminal.until("⇒ tells nobody · only for")
    try terminal.type(Press.undo)
    try terminal.until("⇒ tells Alex Dunn")
    try terminal.type(Keys.preview)
    try terminal.until("no preview") { !$0.shows("⇒") }
    try empty(terminal)
    guide.says("# does the same for channels. : and letters suggest emoji.")
    try terminal.type("#rel")
    try terminal.until("›#release")
    try terminal.type("\(Keys.tab):tad")
    try terminal.until("🎉")
    try terminal.until("emoji") { $0.shows("┌ emoji") }
  }

  @Test("Writing: links, files and the editor")
  func elements() throws {
    let home = Scratch()
    home.write("one", to: "notes.txt")
    let other = home.write("two", to: "other.txt")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": home.editor("sed -i 's/$/ edited/' \"$1\"")])
    guide.says("Select words (C-Space, then move) and paste an address over them, or press C-x l")
    try terminal.type("see notes\(Press.mark)\(Press.word)")
    try terminal.type(Keys.paste("https://a.example/b"))
    try terminal.untilAtRest()
    try terminal.type(Keys.preview)
    try terminal.until("⇒ tells nobody · see notes (https://a.")
    try terminal.type(Keys.preview)
    try empty(terminal)
    try terminal.type("see more\(Press.mark)\(Press.word)\(Press.ctrlX("l"))")
    try terminal.until("┌ Link to")
    try terminal.type("https://c.example\(Keys.enter)\(Keys.preview)")
    try terminal.until("⇒ tells nobody · see more (https://c.")
    try terminal.type(Keys.preview)
    try empty(terminal)

    guide.says("/attach PATH with Tab completing the path")
    try terminal.type("/attach ~/no")
    try terminal.until("›notes.txt")
    try terminal.type(Keys.tab)
    try terminal.until("the path") { $0.row == "/attach ~/notes.txt" }
    try terminal.type(Keys.enter)
    try terminal.until("▤ notes.txt  3 B")
    guide.says(
      "A file that you drop on the terminal arrives as a pasted path, which stays text: Tab attaches the file instead, and undo makes it a path again."
    )
    try terminal.type(Keys.paste(other))
    try terminal.until("›attach other.txt")
    // What follows a paste at once belongs to it.
    try terminal.untilAtRest()
    try terminal.type(Keys.tab)
    try terminal.until("▤ other.txt")
    try terminal.type(Press.undo)
    try terminal.until("the path again") { !$0.shows("▤ other.txt") && $0.row == other }
    guide.says("C-x k takes the last one off")
    try terminal.type(Press.ctrlX("k"))
    try terminal.until("no file") { !$0.shows("▤ notes.txt") }
    try terminal.type(Keys.killLine)

    guide.says(
      "C-x C-e opens the draft in $VISUAL or $EDITOR. Mentions survive the trip, and it comes back into the composer: an editor never sends anything."
    )
    try terminal.type("ask @ale")
    try terminal.until("›Alex Dunn")
    try terminal.type("\(Keys.tab)\(Keys.editor)")
    try terminal.until("what was edited") { $0.row == "ask Alex Dunn  edited" }
    try terminal.type(Keys.preview)
    try terminal.until("⇒ tells Alex Dunn")
  }
}
