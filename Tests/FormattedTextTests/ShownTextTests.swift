import Testing

@testable import FormattedText

@Suite("Formatted text on a screen")
struct ShownTextTests {
  static let samples: [(String, String)] = [
    ("a **b** *c* ~~d~~ `e`", "a b c d `e`"),
    ("# a\n\n> b\n> c\n\nd", "a\n\n▎ b\n▎ c\n\nd"),
    ("- a\n- b\n  c\n  1. d\n  2. e", "• a\n• b\n  c\n  1. d\n  2. e"),
    ("```swift\nlet a\n\n```\nb", "┌─ swift\n│ let a\n│ \n└─\nb"),
    ("> - a\n>   b", "▎ • a\n▎   b"),
    ("a\n\n---\nb", "a\n\n────────\nb"),
    ("[a](https://b.c) [https://b.c](https://b.c)", "a https://b.c"),
    ("[https://bank.com](https://e.vil)", "https://bank.com (https://e.vil)"),
    ("[bank.com](https://e.vil) [e.vil](https://www.e.vil/a)", "bank.com (https://e.vil) e.vil"),
    ("[see bank.com!](http://bank.com/) [v1.2](https://a.b)", "see bank.com! v1.2"),
    ("| a | **b** |\n|---|---|\n| c |\n|  | d |", "a │ b\nc\n │ d"),
    ("3. a\n7. b\n8. c", "3. a\n7. b\n8. c"),
    ("\\*a\\* https://b.c/d_e_", "*a* https://b.c/d_e_"),
  ]

  @Test("Markup is removed, and blocks have their markers", arguments: samples)
  func text(_ sample: (text: String, shown: String)) {
    #expect(ShownText(Markdown.tree(sample.text)).text == sample.shown)
  }

  @Test("Styles, elements and links are at their text")
  func places() {
    let shown = ShownText(Markdown.tree("**a @Ana** [b](https://c.d) ```e```", elements: [4..<8]))
    #expect(shown.text == "a @Ana b `e`")
    #expect(shown.elements == [2..<6])
    #expect(shown.links == [ShownText.Link(range: 7..<8, address: "https://c.d")])
    #expect(
      shown.runs == [
        ShownText.Run(range: 0..<2, look: .bold, code: nil),
        ShownText.Run(range: 2..<6, look: .bold, code: nil),
        ShownText.Run(range: 9..<10, look: .tick, code: nil),
        ShownText.Run(range: 10..<11, look: .code, code: nil),
        ShownText.Run(range: 11..<12, look: .tick, code: nil),
      ])
  }

  @Test("Code has its colours, after the bar")
  func code() {
    let shown = ShownText(Markdown.tree("> ```swift\n> let /* a\n> b */ c\n> ```"))
    #expect(shown.text == "▎ ┌─ swift\n▎ │ let /* a\n▎ │ b */ c\n▎ └─")
    let colours = shown.runs.compactMap { run in
      run.code.map { "\($0):\(String(decoding: Array(shown.text.utf8)[run.range], as: UTF8.self))" }
    }
    #expect(colours == ["keyword:let", "comment:/* a", "comment:b */"])
  }

  @Test("An address that cannot be opened is shown after the text")
  func unopened() {
    let shown = ShownText(Markdown.tree("[a](magnet:?xt=b) [c](https://d.e)")) { $0.hasPrefix("https") }
    #expect(shown.text == "a (magnet:?xt=b) c")
  }

  @Test("Lines with markers say how continuation rows begin")
  func margins() {
    let shown = ShownText(Markdown.tree("a\n> - b\n>   c\n```\nd\n```"))
    #expect(shown.text == "a\n▎ • b\n▎   c\n┌─\n│ d\n└─")
    let further = shown.margins.map { $0.further.map(\.text).joined() }
    #expect(further == ["▎   ", "▎   ", "│ "])
    #expect(shown.margins.map(\.isCode) == [false, false, true])
  }

  @Test("Code blocks are copied as written")
  func copied() {
    let text = "a\n```c\nif (*a) {\n\n}\n```\n> ~~~\n> b\n> ~~~"
    #expect(Markdown.codeBlocks(in: text) == ["if (*a) {\n\n}", "b"])
  }

  @Test("Single-line text reports its styles, also nested and beyond the limit")
  func unmarked() {
    let words = Markdown.unmarked("# a\nb *c **d*** `e` ~~f~~ ||**g**||")
    #expect(words.text == "a\nb c d e f ▒")
    let runs = words.runs.map { run in
      let utf8 = Array(words.text.utf8)[run.range]
      return (String(decoding: utf8, as: UTF8.self), run.look)
    }
    #expect(runs.map(\.0) == ["a", "c ", "d", "e", "f", "▒"])
    #expect(runs.map(\.1) == [.bold, .italic, [.italic, .bold], .code, .struck, .bold])
    #expect(UnmarkedText("a", words.runs).runs.map(\.range) == [0..<1])
    let long = Markdown.unmarked("**" + String(repeating: "a", count: 5_000) + "**", upTo: 100)
    #expect(long.runs.allSatisfy { $0.range.upperBound <= long.text.utf8.count })
  }

  @Test("Plain text hides spoilers")
  func words() {
    #expect(Markdown.words("**a** ||bé|| c") == "a ▒▒ c")
    #expect(Markdown.words("a b") == "a b")
    #expect(Markdown.words("> a\n\n- b\n- `c`\n```\nd\n```") == "a\n• b\n• c\nd")
    let long = "a ||" + String(repeating: "secret ", count: 1_000) + "|| b"
    #expect(!Markdown.words(long).contains("secret"))
  }

  @Test("Code has its colours while it is typed, and its fence is quiet")
  func typedCode() {
    let text = "```swift\nlet a /* b\nc */ 1\n"
    let runs = TypedLooks.runs(text)
    let bytes = Array(text.utf8)
    let colours = runs.compactMap { run in
      run.code.map { "\($0):\(String(decoding: bytes[run.range], as: UTF8.self))" }
    }
    #expect(colours == ["keyword:let", "comment:/* b", "comment:c */", "number:1"])
    #expect(runs.first?.look == .sign && runs.dropFirst().allSatisfy { $0.look.contains(.block) })
    #expect(TypedLooks.runs("```\nlet a\n```").allSatisfy { $0.code == nil })
  }
}
