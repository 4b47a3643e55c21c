import DraftEngine

/// The `formatted_body` of clients: the structure is theirs, with its source above each table; the text is ours.
enum ClientHTML {
  typealias Shape = (html: String, elements: [MessageElement])

  /// A shape that is text alone.
  static func plain(_ html: String, _ text: String) -> Shape { (html, [.plainText(text: text)]) }

  static let all: [(client: String, shape: Shape)] = [
    ("Element", element),
    ("Element, rich text", richText),
    ("Element X", ruma),
    ("FluffyChat", fluffyChat),
    ("Nheko", nheko),
    ("Cinny", cinny),
    ("NeoChat", neoChat),
    ("gomuks", gomuks),
    ("weechat-matrix", weechat),
    ("matrix-commander", matrixCommander),
    ("Telegram", BridgeHTML.telegram),
    ("WhatsApp", BridgeHTML.whatsApp),
    ("Discord", BridgeHTML.discord),
    ("Slack", BridgeHTML.slack),
    ("IRC", BridgeHTML.irc),
    ("bots", BridgeHTML.hookshot),
    ("webhooks", BridgeHTML.webhooks),
  ].flatMap { client, shapes in shapes.map { (client, $0) } }

  // Element: element-hq/element-web, src/Markdown.ts (commonmark.js), src/editor/serialize.ts, src/utils/colour.ts;
  // the spoiler is from Element Android's command.
  static let element: [Shape] = [
    plain(
      "tide is <strong>low</strong>, <em>very</em> <del>high</del> <strong><em>now</em></strong>",
      "tide is **low**, *very* ~~high~~ **_now_**"),
    plain(
      "<p>first line<br />second line</p>\n<p>then <code>ls  |  wc</code></p>\n",
      "first line\nsecond line\n\nthen `ls  |  wc`"),
    plain(
      "<blockquote>\n<p>as told<br />twice</p>\n</blockquote>\n<p>so what</p>\n",
      "> as told\n> twice\n\nso what"),
    plain(
      "<blockquote>\n<p>outer</p>\n<blockquote>\n<p>inner</p>\n</blockquote>\n</blockquote>\n<p>mine</p>\n",
      "> outer\n> > inner\n\nmine"),
    plain(
      #"<pre><code class="language-swift">let a = 1\#n\#nprint(a &lt; 2)\#n</code></pre>\#n"#,
      "```swift\nlet a = 1\n\nprint(a < 2)\n```"),
    plain(
      #"<ul>\#n<li>\#n<p>one</p>\#n</li>\#n<li>\#n<p>two</p>\#n<ol start="4">\#n<li>four</li>\#n</ol>\#n</li>\#n</ul>\#n"#,
      "- one\n- two\n\n  4. four"),
    plain(
      "<p>Buy</p>\n<ul>\n<li>rope\n<ul>\n<li>thin</li>\n</ul>\n</li>\n<li>tar</li>\n</ul>\n<p>today</p>\n",
      "Buy\n- rope\n  - thin\n- tar\ntoday"),
    plain("<h2>Plan</h2>\n<p>sail</p>\n<hr />\n<p>end</p>\n", "## Plan\nsail\n\n***\nend"),
    plain("10<sup>6</sup> l of H<sub>2</sub>O, <u>really</u>", "10^6 l of H2O, really"),
    plain(#"so <span data-mx-maths="x^2"><code>x^2</code></span> it is"#, "so `x^2` it is"),
    plain("<span data-mx-spoiler>he drowns</span>", "||he drowns||"),
    plain(
      ##"<span data-mx-color="#ff00be">a</span><span data-mx-color="#ff0080">h</span><span data-mx-color="#ff003b">o</span><span data-mx-color="#ff5f00">y</span>"##,
      "ahoy"),
    plain(
      #"<mx-reply><blockquote><a href="https://matrix.to/#/!hill:s/$e:s">In reply to</a> <a href="https://matrix.to/#/@ben:s">@ben:s</a><br>old <b>words</b></blockquote></mx-reply>new <em>words</em>"#,
      "new *words*"),
    (
      #"<a href="https://matrix.to/#/@ben:example.org">Ben</a>: <strong>look</strong> at <a href="https://matrix.to/#/#hill:example.org">#hill:example.org</a>"#,
      [
        .link(text: "Ben", target: .user(userId: "@ben:example.org")), .plainText(text: ": **look** at "),
        .link(text: "#hill:example.org", target: .url(url: "https://matrix.to/#/#hill:example.org")),
      ]
    ),
    (
      #"@room see <a href="https://matrix.to/#/!hill:s/$e?via=s">this</a>, <a href="https://a.b/c" title="d">that</a>"#,
      [
        .plainText(text: "@room see "),
        .link(text: "this", target: .url(url: "https://matrix.to/#/!hill:s/$e?via=s")),
        .plainText(text: ", "), .link(text: "that", target: .url(url: "https://a.b/c")),
      ]
    ),
    plain("&lt;b&gt; &amp; &quot;c&quot; <em>d</em> it's", #"<b> & "c" *d* it's"#),
  ]

  // Element's rich text editor: matrix-org/matrix-rich-text-editor, crates/wysiwyg/src/tests/test_to_message_html.rs
  // and dom/nodes/{container,text,mention}_node.rs. The shape with paragraphs is the editor's own state.
  static let richText: [Shape] = [
    plain("hello<br /><br /><br /><br />Ann", "hello\n\nAnn"),
    plain("<p>hello</p><p>&nbsp;</p><p>\u{A0}</p><p>Ann</p>", "hello\n\nAnn"),
    plain("foo<blockquote>bar</blockquote>baz", "foo\n> bar\n\nbaz"),
    (
      #"<a href="https://matrix.to/#/@ann:example.org">Ann</a>\#u{A0}"#,
      [.link(text: "Ann", target: .user(userId: "@ann:example.org")), .plainText(text: "\u{A0}")]
    ),
    (
      #"ask in <a href="https://matrix.to/#/#hill:example.org">#hill:example.org</a>\#u{A0}<strong>now</strong>"#,
      [
        .plainText(text: "ask in "),
        .link(text: "#hill:example.org", target: .url(url: "https://matrix.to/#/#hill:example.org")),
        .plainText(text: "\u{A0}**now**"),
      ]
    ),
    plain("<pre><code>let a\n  let b\n\u{A0}</code></pre>", "```\nlet a\n  let b\n```"),
    plain(
      "<ul><li><strong>one</strong></li><li><em>two</em><ol><li><del>deep</del></li></ol></li></ul>after",
      "- **one**\n- *two*\n  1. ~~deep~~\nafter"),
    plain("<code>a\u{A0}\u{A0}b</code> and c\u{A0}\u{A0}d", "`a  b` and c\u{A0}\u{A0}d"),
  ]

  // Element X and other clients with ruma (pulldown-cmark): ruma/ruma, crates/ruma-events/tests/it/room_message.rs.
  static let ruma: [Shape] = [
    (
      "<p>Testing</p>\n<p>A paragraph<br />\nwith<br />\nsoft breaks</p>\n<ul>\n<li>item 1</li>\n<li>item 2<br />\nitem 2 (cont'd)</li>\n</ul>\n<pre><code>line 1\nline 2\n</code></pre>\n",
      [
        .plainText(
          text:
            "Testing\n\nA paragraph\nwith\nsoft breaks\n- item 1\n- item 2\n  item 2 (cont'd)\n```\nline 1\nline 2\n```"
        )
      ]
    ),
    plain(
      "<table><thead><tr><th>head1</th><th>head2</th></tr></thead><tbody>\n<tr><td>body1</td><td>body2</td></tr>\n</tbody></table>\n",
      "| head1 | head2 |\n| --- | --- |\n| body1 | body2 |"),
    plain(
      "<p>A message<br />\nwith</p>\n<p>multiple</p>\n<p>paragraphs</p>\n",
      "A message\nwith\n\nmultiple\n\nparagraphs"),
    (
      #"with a <del>strike</del> for <a href="https://matrix.to/#/@ben:example.org">Ben</a>"#,
      [
        .plainText(text: "with a ~~strike~~ for "),
        .link(text: "Ben", target: .user(userId: "@ben:example.org")),
      ]
    ),
  ]

  // FluffyChat: famedly/matrix-dart-sdk, lib/src/utils/markdown.dart and test/markdown_test.dart; tasks and footnotes as in
  // dart-lang/markdown, test/extensions.
  static let fluffyChat: [Shape] = [
    plain("Heya!<br/>Beep", "Heya!\nBeep"),
    plain("<p>Heya!</p><p><br/><br/>Beep</p>", "Heya!\n\nBeep"),
    plain(
      #"it was <span data-mx-spoiler="the end">the <strong>cook</strong></span>"#,
      "it was (the end) ||the **cook**||"),
    plain(
      #"a <img data-mx-emoticon="" src="mxc://a/fox" alt=":fox:" title=":fox:" height="32" vertical-align="middle" />!"#,
      "a :fox:!"),
    plain("<p>So we have:</p><ul><li>foxes</li><li>cats</li></ul>", "So we have:\n- foxes\n- cats"),
    plain(
      #"<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox"></input>rope</li><li class="task-list-item"><input type="checkbox" checked="true"></input>tar</li></ul>"#,
      "- [ ] rope\n- [x] tar"),
    plain(
      ##"<p>deep<sup class="footnote-ref"><a href="#fn-1" id="fnref-1">1</a></sup>.</p><section class="footnotes"><ol><li id="fn-1"><p>4 m <a href="#fnref-1" class="footnote-backref">↩</a></p></li></ol></section>"##,
      "deep^1.\n1. 4 m ↩"),
    (
      #"<a href="https://matrix.to/#/#fox:example.org">#fox:example.org</a>: all of you"#,
      [
        .link(text: "#fox:example.org", target: .url(url: "https://matrix.to/#/#fox:example.org")),
        .plainText(text: ": all of you"),
      ]
    ),
    (
      #"Hey <a href="https://matrix.to/#/@ben:[::1]">@ben:[::1]</a>, <a href="https://matrix.to/#/@bob:example.org">@[Bob Ross]</a>"#,
      [
        .plainText(text: "Hey "), .link(text: "@ben:[::1]", target: .user(userId: "@ben:[::1]")),
        .plainText(text: ", "), .link(text: "@[Bob Ross]", target: .user(userId: "@bob:example.org")),
      ]
    ),
    plain(#"<p>so</p><div data-mx-maths="x^2"><pre><code>x^2</code></pre></div>"#, "so\n```\nx^2\n```"),
  ]

  // Nheko: Nheko-Reborn/nheko, src/Utils.cpp (cmark with hard breaks).
  static let nheko: [Shape] = [
    (
      #"<p>one<br />\#ntwo</p>\#n<p>see <a href="https://example.org">https://example.org</a></p>"#,
      [
        .plainText(text: "one\ntwo\n\nsee "),
        .link(text: "https://example.org", target: .url(url: "https://example.org")),
      ]
    ),
    plain(#"<del>no</del> <span data-mx-spoiler="end">he drowns</span>"#, "~~no~~ (end) ||he drowns||"),
    plain(
      ##"<font color="#f21a0d">a</font><font color="#f2a80d">h</font> <font color="#aff20d">o</font>"##,
      "ah o"),
    plain(
      #"<mx-reply><blockquote><a href="https://matrix.to/#/!hill:s/$e">In reply to</a> <a href="https://matrix.to/#/@ben:s">@ben:s</a><br/><p>old</p></blockquote></mx-reply><p>one</p>\#n<p>two</p>"#,
      "one\n\ntwo"),
  ]

  // Cinny: cinnyapp/cinny, src/app/components/editor/output.ts and src/app/plugins/markdown/{block,inline}/rules.ts.
  static let cinny: [Shape] = [
    plain(
      #"<strong data-md="**">a</strong> <i data-md="*">b</i> <u data-md="__">c</u> <s data-md="~~">d</s> <code data-md="`">e</code>"#,
      "**a** *b* c ~~d~~ `e`"),
    plain(##"<h1 data-md="#">Plan</h1>sail<br/>now"##, "# Plan\nsail\nnow"),
    plain(
      #"<blockquote data-md=">">as told<br/>twice<br/></blockquote>so what"#, "> as told\n> twice\n\nso what"),
    plain(
      #"<pre data-md="```"><code class="language-json" data-label="a.json">{\#n  "a": 1\#n}\#n</code></pre>done"#,
      #"```json\#n{\#n  "a": 1\#n}\#n```\#ndone"#),
    plain(
      #"<ol data-md="3" start="3"><li><p>three</p></li><li><p>four</p></li></ol><ul data-md="*"><li><p>a</p></li></ul>"#,
      "3. three\n4. four\n- a"),
    (
      #"<a href="https://matrix.to/#/%40ben%3Aexample.org">@Ben</a> <span data-md="||" data-mx-spoiler>x</span> <img data-mx-emoticon src="mxc://a/b" alt="blob" title="blob" height="32" />"#,
      [.link(text: "@Ben", target: .user(userId: "@ben:example.org")), .plainText(text: " ||x|| blob")]
    ),
  ]

  // NeoChat: KDE/neochat, autotests/texthandlertest.cpp.
  static let neoChat: [Shape] = [
    (
      #"para with <strong>bold</strong>, <a href="https://kde.org">link</a>, <img src="mxc://kde.org/a" alt="image">, <code>inline code</code>."#,
      [
        .plainText(text: "para with **bold**, "), .link(text: "link", target: .url(url: "https://kde.org")),
        .plainText(text: ", image, `inline code`."),
      ]
    ),
    (
      "<p>Text para</p>\n<blockquote>\n<p>blockquote</p>\n</blockquote>\n<ul>\n<li>List 1</li>\n<li>List 2</li>\n</ul>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n<h1>Heading 1</h1>\n<h2>Heading 2</h2>\n<p>rule</p>\n<hr>\n<pre><code>codeblock\n</code></pre>",
      [
        .plainText(
          text:
            "Text para\n> blockquote\n\n- List 1\n- List 2\n1. one\n2. two\n# Heading 1\n## Heading 2\nrule\n\n***\n```\ncodeblock\n```"
        )
      ]
    ),
    plain(
      #"<pre><code class="language-html">&lt;p style=&quot;a&quot;&gt;b&lt;/p&gt;\#n</code></pre>\#n<pre><code>more</code></pre>"#,
      #"```html\#n<p style="a">b</p>\#n```\#n```\#nmore\#n```"#),
    plain(
      "<span data-mx-spoiler>apple</span>banana<span data-mx-spoiler>pear</span> <code>||fig||</code>",
      "||apple|| banana ||pear|| `||fig||`"),
    plain("of <a>link</a>: can&#x27;t", "of link: can't"),
  ]

  // gomuks: tulir/gomuks, pkg/hicli/send.go; mautrix/go, format/markdown_test.go (goldmark).
  static let gomuks: [Shape] = [
    plain("<p>one<br>\ntwo</p>\n<p>three</p>", "one\ntwo\n\nthree"),
    (
      #"test <a href="https://example.com"><span data-mx-spoiler="reason">foo</span></a>"#,
      [
        .plainText(text: "test "), .link(text: "(reason)", target: .url(url: "https://example.com")),
        .plainText(text: " ||"), .link(text: "foo", target: .url(url: "https://example.com")),
        .plainText(text: "||"),
      ]
    ),
    (
      #"see <a href="https://example.com">where <span data-mx-spoiler>foo</span> is</a>"#,
      [
        .plainText(text: "see "), .link(text: "where", target: .url(url: "https://example.com")),
        .plainText(text: " ||"), .link(text: "foo", target: .url(url: "https://example.com")),
        .plainText(text: "|| "), .link(text: "is", target: .url(url: "https://example.com")),
      ]
    ),
    plain("<del><strong><span data-mx-spoiler><em>foo</em></span></strong></del>", "~~**||*foo*||**~~"),
    plain(#"<div data-mx-maths="foo\#nbar"><code>foo<br>bar</code></div>"#, "`foo\nbar`"),
    plain(
      #"<img src="mxc://example.com/emoji.png" alt=":meow:" title="meow" data-mx-emoticon="" height="32">"#,
      ":meow:"),
    plain(
      #"<ul>\#n<li><input checked="" disabled="" type="checkbox"> rope</li>\#n<li><input disabled="" type="checkbox"> tar</li>\#n</ul>"#,
      "- [x] rope\n- [ ] tar"),
    plain(
      #"<table>\#n<thead>\#n<tr>\#n<th style="text-align:left">a</th>\#n<th>b</th>\#n</tr>\#n</thead>\#n<tbody>\#n<tr>\#n<td style="text-align:left">1</td>\#n<td><code>2</code></td>\#n</tr>\#n</tbody>\#n</table>"#,
      "| a | b |\n| --- | --- |\n| 1 | `2` |"),
  ]

  // weechat-matrix: poljar/weechat-matrix, matrix/colors.py.
  static let weechat: [Shape] = [
    plain(
      "all <strong><em>hands</em></strong> <u>on</u> <font color=#ff0000>deck</font>, <del>now</del>",
      "all **_hands_** on deck, ~~now~~")
  ]

  // matrix-commander: 8go/matrix-commander, matrix_commander/matrix_commander.py (Python-Markdown).
  static let matrixCommander: [Shape] = [
    plain("<pre><code>$ df -h\n/dev/sda1  40%\n\n</code></pre>\n", "```\n$ df -h\n/dev/sda1  40%\n```"),
    plain("<h1>Backup</h1>\n<p>done in\n5 s</p>\n<ol>\n<li>ok</li>\n</ol>", "# Backup\ndone in 5 s\n1. ok"),
  ]
}
