import TestSupport
import Testing

@testable import FormattedText

@Suite("Trees as text and as HTML")
struct WritingTests {
  static let samples: [(String, String)] = [
    (
      "a **b** *c* ~~d~~ `e` ||f||",
      "a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code> <span data-mx-spoiler>f</span>"
    ),
    ("a\nb", "a<br>b"),
    ("a\n\nb < c & \"d\"", "<p>a</p><p>b &lt; c &amp; &quot;d&quot;</p>"),
    ("# a\nb", "<h1>a</h1>b"),
    ("> a\n> b", "<blockquote>a<br>b</blockquote>"),
    ("- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"),
    ("3. a", "<ol start=\"3\"><li>a</li></ol>"),
    ("```c++\nif (a < b)\n  c\n```", "<pre><code class=\"language-c++\">if (a &lt; b)\n  c\n</code></pre>"),
    ("[a *b*](https://c.d/?e&f)", "<a href=\"https://c.d/?e&amp;f\">a <em>b</em></a>"),
    ("\\*a\\*", "*a*"),
    ("---", "<hr>"),
    ("| a |\n|---|", "<table><thead><tr><th>a</th></tr></thead></table>"),
    (
      "| a | *b* |\n|---|---|\n| c | d\\|e |\n| ||f|| | |",
      "<table><thead><tr><th>a</th><th><em>b</em></th></tr></thead><tbody><tr><td>c</td><td>d|e</td></tr>"
        + "<tr><td><span data-mx-spoiler>f</span></td><td></td></tr></tbody></table>"
    ),
  ]

  @Test("A tree becomes HTML", arguments: samples)
  func html(_ sample: (text: String, html: String)) {
    #expect(HTMLWriter.html(Markdown.tree(sample.text)) == sample.html)
  }

  @Test("The HTML of a tree reads back as the tree", arguments: samples)
  func back(_ sample: (text: String, html: String)) {
    let read = HTMLReader.read(sample.html) { _ in false }
    let written = MarkdownWriter.text(read.tree)
    let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self))
    #expect(again.means(read.tree), "\(read.tree.outline) \(again.outline)")
  }

  @Test("Elements are links if they have a target")
  func elements() {
    let tree = Markdown.tree("**@Ana** #hill", elements: [2..<6, 9..<14])
    let html = HTMLWriter.html(tree, addressOfElement: { $0 == 0 ? "https://matrix.to/#/@ana:s" : nil })
    #expect(html == "<strong><a href=\"https://matrix.to/#/@ana:s\">@Ana</a></strong> #hill")
    let read = HTMLReader.read(html) { _ in true }
    #expect(read.addresses == ["https://matrix.to/#/@ana:s"])
    let text = MarkdownWriter.text(read.tree)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "**@Ana** #hill")
    #expect(text.elements == [2..<6])
  }

  @Test("Only the hidden text of a link is hidden")
  func hiddenLink() {
    let read = HTMLReader.read("<a href='x'>a <span data-mx-spoiler>b</span> c</a>") { _ in true }
    let text = MarkdownWriter.text(read.tree)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "a ||b|| c")
    #expect(text.elements == [0..<1, 4..<5, 8..<9])
    #expect(read.addresses == ["x", "x", "x"])
  }

  @Test("Hidden text is hidden, whatever surrounds it", arguments: 0..<4)
  func hidden(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b c ", ".", " ", "“", "é", "*", "_", "||", "`", "<b>", "</b>", "<i>", "</i>", "<code>", "</code>",
      "<br>",
      "<a href='x'>", "</a>", "<p>", "<ul>", "</ul>", "<li>", "<del>", "</del>", "<td>", "&nbsp;", "<sup>",
      "(", ")", "&#8203;", "\u{3000}", "</sup>",
    ]
    let hidden = [
      "H", "H.", "(H)", "<b>H</b>", "<code>H</code>", "“H”", "H<br>H", "<a href='x'>H</a>", "*H*", "H||",
      "|H|",
      "a <i>H</i>!", "<pre>H</pre>", "&nbsp;H", "H&nbsp;", "<b>H&nbsp;</b>", "&#8203;H", "H&shy;",
      "\u{3000}H",
      "H&zwj;", "&lrm;H&rlm;", "&ensp;H&thinsp;", "H&ZeroWidthSpace;", "H<br>&nbsp;<br>H&nbsp;",
      "<sup>H</sup>", "<code>&#8203;H&shy;</code>", "H</b>H", "<p>H</b>H",
    ]
    for _ in 0..<2_000 {
      let before = (0..<random.below(8)).map { _ in random.one(of: pieces) }.joined()
      let after = (0..<random.below(6)).map { _ in random.one(of: pieces) }.joined()
      let html = "\(before)<span data-mx-spoiler>\(random.one(of: hidden))</span>\(after)"
      let text = MarkdownWriter.text(HTMLReader.read(html) { _ in true }.tree)
      let typed = String(decoding: text.bytes, as: UTF8.self)
      #expect(
        !Markdown.words(typed, elements: text.elements).contains("H"), "\(html) \(typed.debugDescription)")
    }
  }

  static let reading: [(String, String)] = [
    ("<b>a</b> b <i>c</i>", "**a** b *c*"),
    ("<b>a </b>b", "**a** b"),
    ("<b><i>a</i></b>", "**_a_**"),
    ("<b>a<b>b</b>c</b>d", "**abc**d"),
    ("<b>Note:</b>text", "Note:text"),
    ("<p>a</p>\n<p>b<br>c</p>", "a\n\nb\nc"),
    ("a<br><br>b", "a\n\nb"),
    ("<ul>\n<li>a</li>\n<li><p>b</p><p>c</p></li>\n</ul>d", "- a\n- b\n\n  c\nd"),
    ("<ul><li>a<ol start=\"4\"><li>b</li></ol></li></ul>", "- a\n\n  4. b"),
    ("<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c", "> a\n> > b\n\nc"),
    ("<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n* b"),
    ("<pre><code class=\"language-rust\">\nfn a() {\n\n}\n</code></pre>b", "```rust\nfn a() {\n\n}\n```\nb"),
    ("<pre>```</pre>", "````\n```\n````"),
    ("<code>a`b</code>", "``a`b``"),
    ("<h2>a<br>b</h2>c", "## a b\nc"),
    ("2 * 3 * 4 a_b", "2 * 3 * 4 a_b"),
    ("*a* _b_ `c` ||d||", "\\*a\\* \\_b\\_ \\`c\\` \\|\\|d\\|\\|"),
    ("# a", "\\# a"), ("1. a", "1\\. a"), ("- a", "\\- a"), ("&gt; a", "\\> a"),
    ("<span data-mx-spoiler=\"end\">he dies</span>", "(end) ||he dies||"),
    ("<span data-mx-color=\"#ff0000\">a</span>", "a"),
    (
      "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>",
      "| a | b |\n| --- | --- |\n| c | d |"
    ),
    ("<details><summary>a</summary>b</details>", "a\n\nb"),
    ("<u>a</u><script>b</script><foo>c</foo>", "abc"),
    ("<b>a<p>b</b>c</p>", "**a**\n\n**b**\n\nc"),
    ("<ul>a<li></li><li>b</ul>", "- a\n- b"),
    ("a<hr>b", "a\n\n***\nb"),
    ("<mx-reply><b>x</b></mx-reply>a", "a"),
    ("https://a.b/c_d_ *", "https://a.b/c_d_ *"),
    ("<p>a</p><p><b>(b)</b></p><p>c</p>", "a\n\n**(b)**\n\nc"),
    ("<ul><li><b>a.</b></li><li><i>&quot;b&quot;</i></li></ul>", "- **a.**\n- *\"b\"*"),
    ("<h2><b>a:</b></h2><p>b</p>", "## **a:**\nb"),
    ("<ol start=\"3\"><li>a</li></ol><ol start=\"7\"><li>b</li></ol>", "3. a\n7. b"),
    ("<ol><li>a</li></ol><ol><li>b</li></ol><ol start=\"2\"><li>c</li></ol>", "1. a\n1) b\n2. c"),
    ("<pre><div>a</div><div>b</div>c</pre>", "```\na\nb\nc\n```"),
    ("<pre><p>a</p>b</pre>", "```\na\nb\n```"),
    ("<a href='https://a.b'><pre>a\nb</pre></a>", "```\na\nb\n```"),
    ("<ul><li><code> </code></li></ul>a", "a"),
    ("&ZeroWidthSpace;&times;&Ouml;&omega;&hearts;&rlm;&nosuch;", "\u{200B}×Öω♥\u{200F}&nosuch;"),
    ("<p>a</p><h1>&nbsp;</h1><ul><li>&nbsp; </li></ul><p>b</p>", "a\n\nb"),
    ("a<br>&nbsp;<br>&nbsp;b", "a\n\u{A0}\n\u{A0}b"),
    ("a <code> b  c </code> d  e", "a `b  c` d e"),
    ("<pre> <code class=\"language-c\">  a&nbsp;b \n \n c\n \n</code></pre>", "```c\n  a b \n \n c\n```"),
    ("<pre>\n \n  a</pre>", "```\n  a\n```"),
    ("a<sup>2</sup> <sup>b</sup><br><sup>c</sup><p><sup>d</sup></p>", "a^2 b\nc\n\nd"),
    ("<input type='checkbox' checked>a <input>b <INPUT TYPE=Checkbox>", "[x] a b [ ]"),
    ("<ol><li value='3'>a<li value='x'>b<li value=-7>c</ol><ul><li value=9>d</ul>", "3. a\n4. b\n0. c\n- d"),
    ("<li value=\"2\">a</li>b", "a\n\nb"),
    (
      "<table><tr><td><p>a</p>b<p>c</p></td><td>d<br>e</td></tr></table><p>f<br>g</p>",
      "| a b c | d e |\n| --- | --- |\n\nf\ng"
    ),
    (
      "<table><caption>t</caption><thead><tr><th>a</th></tr></thead><tbody><tr><td><b>x|y</b></td><td></td></tr></tbody></table>z",
      "t\n\n| a |\n| --- |\n| **x\\|y** |  |\n\nz"
    ),
    ("<table><tr><td><ul><li>a</li></ul></td><td>b</td></tr></table>", "- a\nb"),
    ("<table><tr><td><code>a|b</code></td></tr></table>", "| `a|b` |\n| --- |"),
    (
      "<table><tr><td><span data-mx-spoiler>a</span></td><td>b</td></tr></table>",
      "| ||a|| | b |\n| --- | --- |"
    ),
    ("<td>a<br>b<tr><td>c", "a b\nc"),
    ("a<span data-mx-spoiler>b</span>c<span data-mx-spoiler>.</span>d", "a ||b|| c ||.|| d"),
    ("(<span data-mx-spoiler>a!</span>)<span data-mx-spoiler=\"b\">c</span>!", "(||a!||)(b) ||c||!"),
    ("a <span data-mx-spoiler><pre><code>b\nc</code></pre>d</span>", "a\n\n||`b c`||\n\n||d||"),
    ("<code>a <span data-mx-spoiler>b</span> c</code>", "`a` ||`b`|| `c`"),
    ("<b>a <i>b</b> c</i> d", "**a _b_** *c* d"),
    ("<b>a&nbsp;</b>b&nbsp;<i>&#8203;c</i>", "**a**\u{A0}b\u{A0}\u{200B}*c*"),
    ("<code>&#8203;a&#8203;b&#8203;</code>c", "`a\u{200B}b`\u{200B}c"),
    ("<b>a&nbsp; b<code>c&nbsp;d</code></b>", "**a\u{A0} b`c d`**"),
    ("<b>\u{1F469}&zwj;\u{1F4BB}</b>", "**\u{1F469}\u{200D}\u{1F4BB}**"),
    ("<span data-mx-spoiler>\u{1F469}&zwj;\u{1F4BB}&nbsp;</span>", "||\u{1F469}\u{200D}\u{1F4BB}||"),
    ("a<b>(<span data-mx-spoiler>b</b>c</span>", "a(||b|| ||c||"),
    ("a<i><del><code>b c `<span data-mx-spoiler>*d*</span></del>", "ab c \\`||\\*d\\*||"),
    ("<p>a</p><p><b>&nbsp;</b></p><p>b</p>", "a\n\nb"),
    ("<pre><code>a\n<span data-mx-spoiler>b</span>\nc</code></pre>d", "```\na\n```\n||b|| c\n\nd"),
    ("<pre>a <span data-mx-spoiler=\"b\">c\n d</span></pre>", "```\na\n```\n(b) ||c d||"),
    ("<ol><li value=1>a<li>b<li value=3>c<li value=5>d<li value=6>e</ol>", "1. a\n2. b\n3. c\n5. d\n6. e"),
    ("<ol><li value=1>a<ol><li value=1>b</ol><li value=2>c</ol>", "1. a\n   1. b\n2. c"),
    ("<ol><li value=1></li><li value=2>a</li></ol>", "2. a"),
    ("a<sup></sup>b<sup> <b></b></sup>c<sup><i>d</i></sup>", "ab c^*d*"),
    ("<b><span data-mx-spoiler><p>a</b> b</p></span>c", "**||a||**\n\n||b|| c"),
  ]

  @Test("HTML becomes the Markdown that a person would type", arguments: reading)
  func typed(_ sample: (html: String, text: String)) {
    let read = HTMLReader.read(sample.html) { _ in false }
    #expect(String(decoding: MarkdownWriter.text(read.tree).bytes, as: UTF8.self) == sample.text)
  }

  @Test("If one style cannot be written, the others are kept")
  func onlyOneIsLost() {
    let samples = [
      ("word<b>(x)</b> and <i>y</i>", "word(x) and *y*"), ("<b>w<i>or</i>d</b>", "**w*or*d**"),
      ("<i>.</i> <b>a</b>", ". **a**"), ("a<code> </code>*<b>b</b>", "a ***b**"),
    ]
    for (html, text) in samples {
      let read = HTMLReader.read(html) { _ in false }
      #expect(String(decoding: MarkdownWriter.text(read.tree).bytes, as: UTF8.self) == text)
    }
  }

  @Test("Text that resembles markup is shown as it is", arguments: 0..<2)
  func plainWords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10_000 {
      let text = (0..<random.within(1...16)).map { _ in random.one(of: Self.pieces) }.joined()
      let written = MarkdownWriter.text(showing: text, elements: Self.elements(in: text))
      let string = String(decoding: written.bytes, as: UTF8.self)
      let shown = ShownText(Markdown.tree(string, elements: written.elements))
      #expect(
        shown.runs.isEmpty && shown.links.isEmpty, "\(text.debugDescription) \(string.debugDescription)")
      #expect(shown.text.words == text.words, "\(text.debugDescription) \(string.debugDescription)")
    }
    #expect(MarkdownWriter.text(showing: "__init__ */*").bytes == Array("\\_\\_init\\_\\_ \\*/\\*".utf8))
    #expect(MarkdownWriter.text(showing: "a_b 2 * 3").bytes == Array("a_b 2 * 3".utf8))
  }

  @Test(
    "Text after a list that begins with blanks stays after it",
    arguments: [
      " - f\n  `\n`", " - f\n  g", "  1. f\n   g", "- f\n * g\n  h", "- f\n\n g", "> - f\n - g\n  h",
      "- a\n  - b\n   c",
    ])
  func behind(text: String) {
    let tree = Markdown.tree(text)
    let written = MarkdownWriter.text(tree)
    let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self))
    #expect(again.means(tree), "\(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
  }

  @Test(
    "Text and rules after an item's marker do not become a rule with it",
    arguments: [
      "+ --", "> + - --", "+ - -", "- a\n+ - --", "- ***", "- a\n* ***", "+ **", "- a\n\n+ **", "+ > --",
    ])
  func rules(text: String) {
    let tree = Markdown.tree(text)
    let written = MarkdownWriter.text(tree)
    let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self))
    #expect(again.means(tree), "\(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
  }

  @Test(
    "Inline code that begins with a line break is still in its item",
    arguments: ["1. `\n   ``a`", "- `\n  ``a`", "- - ``\n    `a``", "1. `\n\t``\u{0}`18"])
  func codeAcrossLines(text: String) {
    let tree = Markdown.tree(text)
    let written = MarkdownWriter.text(tree)
    let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self))
    #expect(again.means(tree), "\(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
  }

  @Test("Code that loses its marks keeps its words in the item", arguments: ["1. `\n   a` x**(b)**y *c*"])
  func codeWithoutMarks(text: String) {
    let tree = Markdown.tree(text)
    let written = MarkdownWriter.text(tree)
    let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self))
    #expect(again.words == tree.words, "\(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
  }

  static let pieces = [
    "a", "bc", " ", "d e", "**", "*", "_", "~~", "||", "`", "x_y", "\n", "\n\n", "> ", "- ", "1. ", "# ",
    "```\n", "\\*",
    "[", "](https://a.b)", "é", "(", ".", "@",
  ]

  @Test("A tree's content round-trips", arguments: 0..<4)
  func survival(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var same = 0
    let rounds = 5_000
    for _ in 0..<rounds {
      let text = (0..<random.within(1...16)).map { _ in random.one(of: Self.pieces) }.joined()
      let tree = Markdown.tree(text, elements: Self.elements(in: text))
      let written = MarkdownWriter.text(tree)
      let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self), elements: written.elements)
      #expect(
        again.words == tree.words,
        "\(text.debugDescription) \(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
      if again.means(tree) { same += 1 }
    }
    // The others have marks next to letters and symbols, where the original text is ambiguous.
    #expect(same * 1_000 >= rounds * 998)
  }

  /// Each `@` is an element.
  static func elements(in text: String) -> [Range<Int>] {
    Array(text.utf8).enumerated().filter { $0.element == UInt8(ascii: "@") }.map { $0.offset..<$0.offset + 1 }
  }

  @Test("Random HTML gives a tree, is written in time, and keeps its text")
  func anyHTML() {
    var random = SeededGenerator(seed: 3)
    let names = [
      "b", "i", "p", "ul", "ol", "li", "blockquote", "code", "pre", "h1", "a href='x'", "br", "hr",
      "span data-mx-spoiler", "del", "table", "tr", "td",
    ]
    for _ in 0..<5_000 {
      let html = (0..<random.within(1...24)).map { _ in
        switch random.below(4) {
        case 0: "<\(random.one(of: names))>"
        case 1: "</\(random.one(of: names).split(separator: " ")[0])>"
        case 2: random.one(of: ["a", "b c", "*", "_x_", " ", "\n", "1. ", "- ", "`"])
        default: random.one(of: ["word", " word ", "w"])
        }
      }.joined()
      let read = HTMLReader.read(html) { _ in true }
      let written = MarkdownWriter.text(read.tree)
      let again = Markdown.tree(String(decoding: written.bytes, as: UTF8.self), elements: written.elements)
      #expect(
        again.words == read.tree.words,
        "\(html) \(String(decoding: written.bytes, as: UTF8.self).debugDescription)")
      #expect(written.elements.count == read.addresses.count)
      if again.words != read.tree.words { return }
    }
  }

  @Test(
    "Deep or long HTML gives a small tree",
    arguments: [
      "<b>", "<ul><li>", "<blockquote>x", "<p>", "<pre>", "<b>x</b> ", "<b><i></b>", "<a href='x'>y", "<td>",
      "<code>`", "*", "<code>a  ", "<pre>a \n", "<pre> ", "<td><p>a", "<td>a<br>", "<ol><li value=2>a",
      "a<sup>",
      "<input type=checkbox>", "a<span data-mx-spoiler>.</span>", "<p>&nbsp;", "<font color='#f00'>a",
      "<span data-mx-color='#ff0000' data-mx-bg-color='#ff0000'>a",
    ])
  func hostile(_ piece: String) {
    let html = String(repeating: piece, count: 65_000 / piece.utf8.count)
    var tokens = HTMLTokenizer(html)
    var count = 0
    while tokens.next() != nil { count += 1 }
    #expect(count <= html.utf8.count)
    let read = HTMLReader.read(html) { _ in true }
    #expect(read.tree.nodes.count <= 2 * html.utf8.count)
    #expect(read.tree.depth <= 3 * HTMLReader.deepest)
    #expect(MarkdownWriter.text(read.tree).bytes.count <= 40 * html.utf8.count)
  }
}

extension String {
  /// The non-empty lines.
  fileprivate var words: [Substring] {
    split(separator: "\n").filter { !$0.allSatisfy { $0 == " " } }
  }
}
