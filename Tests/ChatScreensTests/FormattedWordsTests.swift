import ChatDomain
import DraftEngine
import FormattedText
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatScreens

@Suite("Wrapping formatted text")
struct FormattedWordsTests {
  static func words(_ elements: [MessageElement], columns: Int = 80) throws -> FormattedWords {
    try #require(FormattedWords(elements, elements.text, columns: columns))
  }

  static func pieces(_ words: FormattedWords) -> [String] {
    let bytes = Array(words.text.utf8)
    return words.spans.map { "\(String(decoding: bytes[$0.range], as: UTF8.self)) \($0.target)" }
  }

  @Test("Each row of a quote, list or code starts with its markers")
  func signs() throws {
    let text = "> one two three four\n\n- five six seven eight\n\n```\nnine ten eleven twelve\n```"
    let words = try Self.words([.plainText(text: text)], columns: 14)
    #expect(
      words.text == """
        ▎ one two\u{20}
        ▎ three four

        • five six\u{20}
          seven eight

        ┌─
        │ nine ten\u{20}
        ┊ eleven\u{20}
        ┊ twelve
        └─
        """)
    let bytes = Array(words.text.utf8)
    var last = 0
    for look in words.looks {
      #expect(look.range.lowerBound >= last && look.range.upperBound <= bytes.count)
      last = look.range.upperBound
      #expect(!bytes[look.range].contains(0x0A))
    }
    let signs = words.looks.filter { $0.look == .quote }.map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
    #expect(signs == ["▎ ", "one two ", "▎ ", "three four"])
  }

  @Test("Words before a list take room from its first row only")
  func indent() throws {
    let text = "- five six seven eight\n- nine ten eleven"
    let words = try #require(
      FormattedWords([.plainText(text: text)], text, columns: 20, indent: "* Ann ".count))
    #expect(
      words.text == """
        • five six\u{20}
          seven eight
        • nine ten eleven
        """)
    for (number, line) in words.text.split(separator: "\n").enumerated() {
      #expect(line.count + (number == 0 ? 6 : 0) <= 20 + 1, "\(line)")
    }
  }

  @Test("No row begins with a wide comma, full stop or closing bracket")
  func closers() {
    for (text, last) in [
      ("一二三四五，六七", "五，六七"), ("一二三四五六", "六"), ("一二三四五。", "五。"), ("一二三四」。六", "四」。六"),
      ("一二三 four，六", "four，六"),
    ] {
      let rows = TextRows(text, TextRows.Rule(columns: 10, overhang: .max))
      #expect(String(text.utf8.dropFirst(rows.starts.last ?? 0)) == last, "\(text)")
    }
  }

  @Test("Rows that continue a line of code have a broken line before them")
  func continuedCode() throws {
    let text = "```\nlet sum = first + second + third\n```"
    let words = try #require(FormattedWords([.plainText(text: text)], text, columns: 20))
    let lines = words.text.split(separator: "\n").filter { $0.first.map { "│┊".contains($0) } == true }
    #expect(lines.map { $0.first } == ["│", "┊"], "\(words.text)")
  }

  @Test(
    "What others' names begin with is no own name",
    arguments: [
      ("Ann joined", "You joined"), ("Ann named the channel “x”", "You named the channel “x”"),
      ("Ann Marie left", "Ann Marie left"), ("Ann Marie was banned", "Ann Marie was banned"),
    ])
  func ownName(_ text: String, _ shown: String) {
    let message = Message(
      id: "1", channelId: "c", kind: .system, author: User(id: "ann", name: "Ann"),
      elements: [.plainText(text: text)], createdAt: Timestamp(seconds: 1))
    #expect(message.shown(to: "ann").text == shown)
  }

  static let tables: [(columns: Int, text: String, shown: String)] = [
    (
      30, "| Name | Role |\n|---|--:|\n| Ana | Design |\n| 山田 | Ops |",
      "Name │   Role\n─────┼───────\nAna  │ Design\n山田 │    Ops"
    ),
    (
      17, "| Key | What it does in the end |\n|---|---|\n| C-x | closes the window |\n| q | quits |",
      """
      Key │ What it
          │ does in the
          │ end
      ────┼────────────
      C-x │ closes the
          │ window
      ────┼────────────
      q   │ quits
      """
    ),
    (20, "> | a | b |\n> |:-:|---|\n> | `xyz` | c |", "▎   a   │ b\n▎ ──────┼──\n▎ `xyz` │ c"),
    (20, "one\n| a |\n|---|\ntwo", "one\na\ntwo"),
    (8, "| a | b | c |\n|-|-|-|", "a │ b │ c"),
  ]

  @Test("A table has columns side by side, and cells that are too wide are folded", arguments: tables)
  func table(_ sample: (columns: Int, text: String, shown: String)) throws {
    let words = try Self.words([.plainText(text: sample.text)], columns: sample.columns)
    let lines = words.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    #expect(lines.joined(separator: "\n") == sample.shown)
    var last = 0
    for look in words.looks {
      #expect(look.range.lowerBound >= last && look.range.upperBound <= words.text.utf8.count)
      last = look.range.upperBound
    }
  }

  @Test("A mention in a folded cell leads to its target in each row")
  func mentionInTable() throws {
    let words = try Self.words(
      [
        .plainText(text: "| who | what |\n|---|---|\n| "),
        .link(text: "Ana García", target: .user(userId: "ana")),
        .plainText(text: " | see https://a.b/c |"),
      ], columns: 16)
    #expect(
      Self.pieces(words) == [
        "Ana user:ana", "García user:ana", "https:/ url:https://a.b/c", "/a.b/c url:https://a.b/c",
      ], "\(words.text)")
  }

  @Test("A wrapped link still leads to its target")
  func brokenLink() throws {
    let words = try Self.words([.plainText(text: "> [one two three](https://a.b)")], columns: 12)
    #expect(words.text == "▎ one two \n▎ three")
    #expect(Self.pieces(words) == ["one two  url:https://a.b", "three url:https://a.b"])
  }

  @Test("A mention inside a link stays a mention")
  func mentionInLink() throws {
    let words = try Self.words([
      .plainText(text: "[see "), .link(text: "@Ana", target: .user(userId: "ana")),
      .plainText(text: " there](https://a.b)"),
    ])
    #expect(words.text == "see @Ana there")
    #expect(
      Self.pieces(words) == [
        "see  url:https://a.b", "@Ana user:ana", " there url:https://a.b",
      ])
  }

  @Test("Addresses in code are not links, even many of both")
  func codeAndAddresses() throws {
    let piece = "`https://a.b` https://c.d/e "
    let words = try Self.words([.plainText(text: String(repeating: piece, count: 1_000))])
    #expect(words.spans.count == 1_000)
    #expect(Self.pieces(words).allSatisfy { $0 == "https://c.d/e url:https://c.d/e" })
  }

  @Test("The address is shown if the link's text hides it")
  func hiddenAddress() {
    let link = MessageElement.link(text: "bank.com", target: .url(url: "https://e.vil"))
    #expect([link].withHiddenAddresses.text == "bank.com (https://e.vil)")
    let unopened = MessageElement.link(text: "a", target: .url(url: "magnet:?xt=b"))
    #expect([unopened].withHiddenAddresses.text == "a (magnet:?xt=b)")
    let open = MessageElement.link(text: "the bank", target: .url(url: "https://bank.com"))
    #expect([open].withHiddenAddresses == [open])
  }
}

@Suite("Formatted messages")
struct FormattedTimelineTests {
  static let items: [TimelineItem] = [
    Scene.message(
      "f1", Scene.ana, "09:12", "this is **bold**, *italic*, ~~struck~~ and `code`, and 2*3*4 is none"),
    Scene.message(
      "f2", Scene.ben, "09:13",
      [
        .plainText(text: "> said **before**\n\nand "), .link(text: "@Ana", target: .user(userId: "ana")),
        .plainText(
          text:
            " likes [notes](https://notes.example/a_b_c) and https://a.example/x_y_z\n- one\n- two\n  1. three"
        ),
      ]),
    Scene.message(
      "f3", Scene.ana, "09:14", "```swift\nfunc add(_ a: Int) -> Int {\n  return a + 1 // done\n}\n```"),
    Scene.message("f4", Scene.ben, "09:15", "the end: ||everybody leaves||"),
    Scene.message("f5", Scene.ben, "09:16", "# Plan\nmore"),
  ]

  @Test("Text is styled by its markup", arguments: Golden.sizes)
  func formatted(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.timeline.items = Self.items }, "Timeline/formatted")
  }

  @Test("A table, and one of which not all fits", arguments: Golden.sizes)
  func tables(size: Size) throws {
    let text =
      "| Service | State | Since |\n|---|:-:|--:|\n| **login** | `up` | 09:12 |\n| 決済 | ~~down~~ | 10:45 |"
    let wide =
      "| Command | What it does |\n|---|---|\n| `make check` | runs the linter, the architecture tests and the unit tests |\n"
      + "| `make goldens` | records the pictures of all screens that look different now |"
    try Golden.check(
      Scene.state(size) {
        $0.timeline.items = [
          Scene.message("t1", Scene.ana, "09:12", text) { $0.message.editedAt = Timestamp(seconds: 9) },
          Scene.message("t2", Scene.ben, "09:13", wide),
        ]
      }, "Timeline/tables")
  }

  @Test("Rows of quotes, lists and code start with their markers", arguments: Golden.sizes)
  func wrapped(size: Size) throws {
    let text =
      "> 我们上次说过的 path is a long one, and it should be walked *slowly* by everybody\n\n"
      + "3. the third thing to do is to read the whole of the plan again, before anybody asks\n"
      + "7. and the seventh is short\n\n"
      + "```python\nfor name in sorted(names): print(f\"{name} comes along with us\")  # all of them\n```"
    try Golden.check(
      Scene.state(size) { $0.timeline.items = [Scene.message("w1", Scene.ana, "09:12", text)] },
      "Timeline/wrapped")
  }

  @Test("A spoiler is shown when its message is chosen")
  func spoiler() throws {
    let size = Size(columns: 80, rows: 24)
    try Golden.check(
      Scene.state(size) {
        $0.timeline.items = Self.items
        $0.timeline.selection = "f4"
      }, "Timeline/spoiler")
  }

  @Test("A background replaces the backticks of code, and a theme without one keeps them")
  func code() throws {
    func row(_ theme: Theme) throws -> [Cell] {
      let grid = Screen.frame(
        of: Scene.state(Size(columns: 80, rows: 24)) {
          $0.timeline.items = Self.items
          $0.theme = theme
        }
      ).grid
      let rows = (0..<grid.size.rows).map { Array(grid.row($0)) }
      return try #require(rows.first { $0.map(\.text).joined().contains("code") })
    }
    for theme in [Theme.dark, .light, .unknown, .highContrast, .highContrastOnLight] {
      let cells = try row(theme)
      #expect(!cells.contains { $0.text == "`" })
      #expect(cells.filter { $0.style.background == theme.code.background }.map(\.text).joined() == " code ")
    }
    for theme in [Theme.monochrome, .highContrastOnUnknown] {
      #expect(try row(theme).map(\.text).joined().contains("`code`"))
    }
  }

  @Test("In a row with a spoiler too")
  func codeBesideSpoiler() {
    let grid = Screen.frame(
      of: Scene.state(Size(columns: 100, rows: 24)) {
        $0.timeline.items = [Scene.message("s", Scene.ana, "09:12", "||a `b`|| `c`")]
      }
    ).grid
    let words = (0..<grid.size.rows).map { grid.row($0).map(\.text).joined() }
    #expect(words.contains { $0.contains("▒▒▒▒▒  c ") }, "\(words)")
  }
}
