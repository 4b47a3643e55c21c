import DraftEngine
import Testing

@testable import MatrixService

@Suite("HTML of other clients")
struct FormattedBodyTests {
  static func link(_ text: String, _ url: String) -> MessageElement {
    .link(text: text, target: .url(url: url))
  }

  static let readings: [(String, [MessageElement])] = [
    ("a <b>bold</b> &amp; <i>b</i>", [.plainText(text: "a **bold** & *b*")]),
    ("a<br>b<br/>c", [.plainText(text: "a\nb\nc")]),
    ("<p>a</p>\n<p>b</p>", [.plainText(text: "a\n\nb")]),
    ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>c", [.plainText(text: "- a\n- b\nc")]),
    ("  a \n\t b  ", [.plainText(text: "a b")]),
    ("<pre><code>a\n  b</code></pre>c", [.plainText(text: "```\na\n  b\n```\nc")]),
    ("<mx-reply><blockquote>old</blockquote></mx-reply>new", [.plainText(text: "new")]),
    ("<mx-reply><mx-reply>a</mx-reply>b</mx-reply>c", [.plainText(text: "c")]),
    (
      #"hey <a href="https://matrix.to/#/@ben:s">Ben</a>!"#,
      [.plainText(text: "hey "), .link(text: "Ben", target: .user(userId: "@ben:s")), .plainText(text: "!")]
    ),
    (
      #"<a href='https://matrix.to/#/%40ben%3As?via=x'>Ben</a>"#,
      [.link(text: "Ben", target: .user(userId: "@ben:s"))]
    ),
    (
      #"<a href="https://matrix.to/#/!a:s">Hill</a>"#,
      [.link(text: "Hill", target: .channel(channelId: "!a:s"))]
    ),
    (#"<a href="matrix:u/ben:s">Ben</a>"#, [.link(text: "Ben", target: .user(userId: "@ben:s"))]),
    (#"<a href="matrix:roomid/a:s?via=s">H</a>"#, [.link(text: "H", target: .channel(channelId: "!a:s"))]),
    (#"<a href="https://matrix.to/#/!a:s/$e">here</a>"#, [link("here", "https://matrix.to/#/!a:s/$e")]),
    (#"<a href="https://matrix.to/#/@not a user">x</a>"#, [.plainText(text: "x")]),
    (
      #"<a href="http://a.b/?c=1&amp;d=2"> c  d </a>e"#,
      [link("c d", "http://a.b/?c=1&d=2"), .plainText(text: " e")]
    ),
    (#"<A HREF=http://a.b>c</A>"#, [link("c", "http://a.b")]),
    (#"<a href="http://a.b">c<br>d</a>"#, [link("c d", "http://a.b")]),
    (
      #"<a href="http://a.b"><a href="http://c.d">e</a></a>f"#,
      [link("e", "http://c.d"), .plainText(text: "f")]
    ),
    (#"<a href="http://a.b">open"#, [link("open", "http://a.b")]),
    (#"<a href="http://a.b"></a>c"#, [.plainText(text: "c")]),
    (#"x<img src="mxc://a/b" alt=":cat:">"#, [.plainText(text: "x:cat:")]),
    ("&lt;b&gt; &#39;&#x41;&#0;&hellip;&nbsp;&unknown; &", [.plainText(text: "<b> 'A…\u{A0}&unknown; &")]),
    ("1 < 2 and 3 > 2", [.plainText(text: "1 < 2 and 3 > 2")]),
  ]

  @Test("Allowed HTML becomes text, links and line ends", arguments: readings)
  func reading(_ sample: (html: String, elements: [MessageElement])) {
    #expect(FormattedBody.elements(sample.html) == sample.elements)
  }

  static let hostile: [(String, String)] = [
    ("<script>alert(1)</script>", "alert(1)"), ("<style>a{}</style>b", "a{}b"),
    (#"<a href="javascript:alert(1)">x</a>"#, "x"), (#"<a href="JaVaScRiPt:alert(1)">x</a>"#, "x"),
    (#"<a href="java&#10;script:alert(1)">x</a>"#, "x"), (#"<a href="data:text/html,x">x</a>"#, "x"),
    (#"<a href="file:///etc/passwd">x</a>"#, "x"), (#"<a href="//evil">x</a>"#, "x"),
    (#"<a href="">x</a>"#, "x"),
    (#"<a href="https://a.b/&#x202E;c">x</a>"#, "x"), (#"<a href="https:">x</a>"#, "x"),
    ("a&#27;[2J&#155;b\u{1b}c", "a[2Jbc"), ("a<!-- b --> c<!doctype html>d<?x?>e", "a cde"),
    ("a<!-- b", "a<!-- b"),
    ("<b", "<b"), ("<b <i>x</i>", "<b *x*"), (#"<b a="c>d"#, #"<b a="c>d"#), ("<>x</>", "<>x</>"),
    ("</b>x", "x"),
    ("a</mx-reply>b", "ab"), ("a<mx-reply>b", "a"), ("</pre></pre>a  b", "a b"),
    ("&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}"),
    ("&#99999999999;", "&#99999999999;"),
  ]

  @Test("Hostile HTML becomes text or nothing", arguments: hostile)
  func hostility(_ sample: (html: String, text: String)) {
    let elements = FormattedBody.elements(sample.html)
    #expect(elements.text == sample.text)
    #expect(elements.allSatisfy { $0.target == nil })
  }

  @Test(
    "Deep or long HTML is read in linear time",
    arguments: [
      "<b>", "<a href=\"http://a.b\">", "<mx-reply>", "<", "<a <", "<a b=\"", "&", "&#", "<!--", "<p>",
      "</p>", "<pre>",
      "<a b=c d='", "<a b='' c='", "<li><br>", "[",
    ])
  func depth(_ piece: String) {
    let html = String(repeating: piece, count: String.longestText / piece.utf8.count)
    var laws = WireLaws()
    laws.checkHTML(Array(html.utf8))
    #expect(laws.breaches.isEmpty, "\(laws.breaches.prefix(3))")
  }

  @Test("HTML beyond the size of an event is not read")
  func size() {
    #expect(FormattedBody.elements(String(repeating: "a", count: String.longestText + 1)).isEmpty)
    #expect(!FormattedBody.elements(String(repeating: "a", count: String.longestText)).isEmpty)
  }

  @Test("Clients that know only HTML read our messages as written")
  func ours() throws {
    let elements: [MessageElement] = [
      .plainText(text: "a<b & \"c\"\nd "), .link(text: "@Ben", target: .user(userId: "@ben/x:s")),
      .plainText(text: " "),
      .link(text: "hill", target: .channel(channelId: "!a:s")),
      .link(text: "e", target: .url(url: "https://f.g/?h=i&j=\"k\"")),
    ]
    let html = try #require(FormattedBody.html(elements))
    #expect(FormattedBody.elements(html) == elements)
    #expect(FormattedBody.html([.plainText(text: "a<b")]) == nil)
  }
}
