import TestSupport
import Testing

@testable import FormattedText

@Suite("Markdown")
struct MarkdownTests {
  static let inlines: [(String, String)] = [
    ("a **b** c", #"p("a " b("b") " c")"#),
    ("***both***", #"p(i(b("both")))"#),
    ("**is*", #"p("*" i("is"))"#),
    ("*a **b** c*", #"p(i("a " b("b") " c"))"#),
    ("~~a~~ ||b|| ~c~ |d|", #"p(s("a") " " spoiler("b") " ~c~ |d|")"#),
    ("a `b*c*` d", #"p("a " code("b*c*") " d")"#),
    ("`` a`b ``", #"p(code("a`b"))"#),
    ("snake_case_words :thumbs_up:", #"p("snake_case_words :thumbs_up:")"#),
    ("2*3*4 x*2*y", #"p("2*3*4 x*2*y")"#),
    ("中*文*字", #"p("中" i("文") "字")"#),
    ("a**2 + b**2 = c**2", #"p("a**2 + b**2 = c**2")"#),
    ("(a)*(b)*(c) 2*(x)*3", #"p("(a)*(b)*(c) 2*(x)*3")"#),
    ("/usr/*/lib /opt/*/lib", #"p("/usr/*/lib /opt/*/lib")"#),
    ("src/**/*.c **/*.h */*", #"p("src/**/*.c **/*.h */*")"#),
    ("*.txt foo* *.* *:*", #"p("*.txt foo* *.* *:*")"#),
    ("SELECT *, COUNT(*)", #"p("SELECT *, COUNT(*)")"#),
    (".*foo.* \"*\" '*' [*]", #"p(".*foo.* "*" '*' [*]")"#),
    ("he/*she* *end.* (*a*)", #"p("he/" i("she") " " i("end.") " (" i("a") ")")"#),
    ("a * b * c", #"p("a * b * c")"#),
    ("https://a.b/c_d_e_f", #"p("https://a.b/c_d_e_f")"#),
    ("**https://a.b/c**.", #"p(b("https://a.b/c") ".")"#),
    ("see <https://a.b/*c*> (http://d.e)", #"p("see " "https://a.b/*c*" " (" "http://d.e" ")")"#),
    ("https://a.b/(c)_(d)", #"p("https://a.b/(c)_(d)")"#),
    ("¯\\_(ツ)_/¯", #"p("¯\_(ツ)_/¯")"#),
    ("¯\\_(ツ)_/¯ ¯\\_(ツ)_/¯", #"p("¯\_(ツ)_/¯ ¯\_(ツ)_/¯")"#),
    (":) *:)*  <3", #"p(":) " i(":)") "  <3")"#),
    ("\\*a\\* C:\\new", #"p(\* "a" \* " C:\new")"#),
    ("[a *b*](https://c.d/e_(f))", #"p(link[https://c.d/e_(f)]("a " i("b")))"#),
    ("[a](https://b.c d) list[0](next)", #"p("[a](" "https://b.c" " d) list[0](next)")"#),
    ("[[a](https://b.c)](https://d.e)", #"p("[" link[https://b.c]("a") "](" "https://d.e" ")")"#),
    ("*a [b*](https://c.d)", #"p("*a " link[https://c.d]("b*"))"#),
    ("a\nb *c\nd*", #"p("a" br "b " i("c" br "d"))"#),
    ("\u{200B}**a**\u{200B}", "p(\"\u{200B}\" b(\"a\") \"\u{200B}\")"),
    ("**a\n\n b**", #"p("**a") - p(" b**")"#),
  ]

  @Test("Text has the styles of its markup", arguments: inlines)
  func inline(_ sample: (text: String, outline: String)) {
    let tree = Markdown.tree(sample.text)
    #expect(tree.outline == sample.outline)
    #expect(tree.gap == nil)
  }

  static let blocks: [(String, String)] = [
    ("# a *b* ##\nc", #"h1("a " i("b")) p("c")"#),
    ("#channel\n#", ##"p("#channel" br "#")"##),
    ("> a\n> b\n>\n> c\nd", #"quote(p("a" br "b") - p("c")) p("d")"#),
    (">_< and\n>:(", #"p(">_< and" br ">:(")"#),
    ("> > a\n> b", #"quote(quote(p("a")) p("b"))"#),
    ("- a\n- b\n  c\n  - d\n- e", #"list(item(p("a")) item(p("b" br "c") list(item(p("d")))) item(p("e")))"#),
    ("1. a\n2. b\nc", #"list1(item(p("a")) item(p("b"))) p("c")"#),
    ("7) a", #"list7(item(p("a")))"#),
    (
      "| a | b |\n|---|:-:|\n| *c* | d |\ne",
      #"table[|---|:-:|](cell("a") cell("b") br cell(i("c")) cell("d")) p("e")"#
    ),
    ("x\na | b\n--|--\n\nc", #"p("x") table[--|--](cell("a") cell("b")) - p("c")"#),
    ("> | a |\n> |-|\n> |  |\n> | b | c", #"quote(table[|-|](cell("a") br cell() br cell("b") cell("c")))"#),
    (
      "| `a|b` | ||c|| | d\\|e |\n|-|-|-|",
      #"table[|-|-|-|](cell(code("a|b")) cell(spoiler("c")) cell("d" \| "e"))"#
    ),
    ("| *a | b* |\n|-|-|\n| **c\n", #"table[|-|-|](cell("*a") cell("b*") br cell("**c"))"#),
    ("| a | b |\n|---|\n| c |\n\na\n---", #"p("| a | b |" br "|---|" br "| c |") - p("a" br "---")"#),
    ("3. a\n7. b\n8. c", #"list3(item(p("a"))) list7(item(p("b")) item(p("c")))"#),
    ("1. a\n1. b\n1. c", #"list1(item(p("a")) item(p("b")) item(p("c")))"#),
    (
      "> 2. a\n> 4. b\n>    - c\n> 5. d",
      #"quote(list2(item(p("a"))) list4(item(p("b") list(item(p("c")))) item(p("d"))))"#
    ),
    ("2026. Good year", #"p("2026. Good year")"#),
    ("born in\n14. May", #"p("born in" br "14. May")"#),
    ("- a\n\n- b\n\nc", #"list(item(p("a")) - item(p("b"))) - p("c")"#),
    ("- \n--\n-a", #"p("- " br "--" br "-a")"#),
    ("a\n---\nb\n\n---\nc", #"p("a" br "---" br "b") - hr p("c")"#),
    ("```please run make", #"p("```please run make")"#),
    ("```swift\nlet *a*\n\n  b\n```\nc", #"fence[swift]("let *a*" br br "  b") p("c")"#),
    ("~~~\na", #"fence[]("a")"#),
    ("a\n```\nb\n```", #"p("a") fence[]("b")"#),
    ("```code```", #"p(code("code"))"#),
    ("> ```\n> a\nb", #"quote(fence[]("a")) p("b")"#),
    ("- ```\n  a\n\n  b\n  ```\n- c", #"list(item(fence[]("a" br br "b")) item(p("c")))"#),
    ("> - a\n>   b\n> - c", #"quote(list(item(p("a" br "b")) item(p("c"))))"#),
    ("> a *b\n> c*", #"quote(p("a " i("b" br "c")))"#),
    ("a\n\n\nb\n", #"p("a") - - p("b")"#),
    ("```\n```", "fence[]()"), ("", ""), ("\n", "-"), ("\n\na", #"- - p("a")"#),
  ]

  @Test("Lines form blocks by their prefixes", arguments: blocks)
  func block(_ sample: (text: String, outline: String)) {
    let tree = Markdown.tree(sample.text)
    #expect(tree.outline == sample.outline)
    #expect(tree.gap == nil, "\(sample.text.debugDescription)")
  }

  @Test("An element is a unit: no markup begins or ends inside it")
  func elements() {
    func outline(_ text: String, _ elements: [Range<Int>]) -> String {
      let tree = Markdown.tree(text, elements: elements)
      #expect(tree.gap == nil)
      return tree.outline
    }
    #expect(outline("**@Ana** x", [2..<6]) == #"p(b(@0) " x")"#)
    #expect(outline("*a @*b c*", [3..<6]) == #"p(i("a " @0 " c"))"#)
    #expect(outline("# x\ny", [0..<5]) == "p(@0)")
    #expect(outline("`a @b`", [3..<5]) == #"p(code("a " @0))"#)
    #expect(outline("``` @b\nc", [4..<6]) == #"p("``` " @0 br "c")"#)
    #expect(outline("https://a.b/@c", [12..<14]) == #"p("https://a.b/" @0)"#)
    #expect(outline("[a](https://@c)", [12..<14]).hasPrefix(#"p("[a]("#))
  }

  @Test("Random text: leaves and markup cover it all, and plain text is detected at once")
  func random() {
    var random = SeededGenerator(seed: 17)
    let pieces = [
      "*", "**", "_", "~~", "||", "`", "``", "```\n", "[", "](https://a.b)", "]", "\\", "> ", "- ", "1. ",
      "# ", "\n",
      "\n\n", "  ", " ", "a", "bc", "1", ".", "(", ")", "é", "😀", "---\n", "http://x.y", "\t", "~~~", "+ ",
    ]
    for round in 0..<20_000 {
      let text = (0..<random.within(1...14)).map { _ in random.one(of: pieces) }.joined()
      let tree = Markdown.tree(text)
      #expect(tree.gap == nil, "\(round): \(text.debugDescription): \(tree.gap ?? "")")
      if Markdown.parse(text) == nil {
        #expect(!tree.isFormatted, "\(text.debugDescription) is formatted")
      }
      if tree.gap != nil { return }
    }
  }

  static let hostilePieces = [
    "[", "[a](", "[a](https://b", "![[]()", "*a_", "**a ", "~~a ", "*", "_", "`a", "> ", "- ", "  - ", "*_",
    "http://",
    "https://a.b/(", "<https://", "\\", "||", "|| a", "a\n\n", "# a\n", "1. ", "```\n", "> ```\n", "]", "a*",
    "_a*~~",
    "\u{200B}*", "](https://(", "\u{200B}```\u{200D}\n", "**", "***a", "*_", "`https://a.b` https://c.d ",
  ]

  @Test("Hostile text is read in linear time", arguments: hostilePieces)
  func hostile(_ piece: String) {
    let count = Markdown.longest / piece.utf8.count
    for text in [
      String(repeating: piece, count: count),
      String(repeating: piece, count: count / 2)
        + String(String(repeating: piece, count: count / 2).reversed()),
    ] {
      var parser = BlockParser(Array(text.utf8), elements: [])
      let tree = parser.parse()
      #expect(parser.steps <= 40 * text.utf8.count, "\(parser.steps)")
      #expect(tree.gap == nil)
      let blocks = BlockParser.deepestQuote + 2 * BlockParser.deepestList
      #expect(tree.depth <= InlineParser.deepest + blocks + 3)
    }
    var ticks = ""
    for length in 1...360 { ticks += String(repeating: "`", count: length) + "a" }
    var parser = BlockParser(Array(ticks.utf8), elements: [])
    _ = parser.parse()
    #expect(parser.steps <= 40 * ticks.utf8.count)
  }
}
