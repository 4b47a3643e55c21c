import DraftEngine

/// The `formatted_body` of bridges and bots, as in ``ClientHTML``.
enum BridgeHTML {
  typealias Shape = ClientHTML.Shape

  // mautrix/telegram: pkg/connector/telegramfmt/html.go; issue 971.
  static let telegram: [Shape] = [
    ClientHTML.plain(
      #"head<br><pre><code class="language-python">print(&#34;a&#34;)\#n\#nend()</code></pre><br>tail"#,
      #"head\#n```python\#nprint("a")\#n\#nend()\#n```\#ntail"#),
    (
      ##"<strong>Title<br></strong>by <a href="https://matrix.to/#/@telegram_1:example.org">@ben</a> <span data-mx-color="#3771bb">#news</span>"##,
      [
        .plainText(text: "**Title**\nby "),
        .link(text: "@ben", target: .user(userId: "@telegram_1:example.org")), .plainText(text: " #news"),
      ]
    ),
    ClientHTML.plain(
      "before: <a href='http://<span data-mx-spoiler>https://matrix.org</span>'><span data-mx-spoiler>https://matrix.org</span></a>",
      "before: ||https://matrix.org||"),
    ClientHTML.plain("it was the<span data-mx-spoiler>“cook”</span>!", "it was the ||“cook”||!"),
  ]

  // mautrix/whatsapp: pkg/msgconv/wa-text.go.
  static let whatsApp: [Shape] = [
    ClientHTML.plain(
      #"to do<br><ol start="2"><li>rope</li><li value="5"><strong>tar</strong></li><li>oil</li></ol>today"#,
      "to do\n\n2. rope\n5. **tar**\n6. oil\ntoday"),
    ClientHTML.plain(
      "<blockquote>as told</blockquote><blockquote>twice</blockquote>so<br>what",
      "> as told\n\n> twice\n\nso\nwhat"),
    ClientHTML.plain(
      "list:<br><ul><li>a</li><li>b</li></ul>end <pre><code>\nx = 1\ny = 2\n</code></pre>",
      "list:\n- a\n- b\nend\n```\nx = 1\ny = 2\n```"),
  ]

  // mautrix/discord: formatter_tag.go, formatter_everyone.go, portal_convert.go.
  static let discord: [Shape] = [
    ClientHTML.plain(
      ##"<font color="#e67e22"><strong>@Crew</strong></font> <span class="discord-mention-everyone">@room</span> at <time title="Monday, 23 November 2026 21:00 UTC" datetime="2026-11-23T21:00:00.000+0000" data-discord-style="R"><strong>in 2 hours</strong></time>"##,
      "**@Crew** @room at **in 2 hours**"),
    (
      #"<a href="https://matrix.to/#/@discord_1:s">Ben</a> in <a href="https://matrix.to/#/!hill:s?via=s">hill</a> <img data-mx-emoticon src="mxc://a/b" alt=":tide:" title=":tide:" height="32"/>"#,
      [
        .link(text: "Ben", target: .user(userId: "@discord_1:s")), .plainText(text: " in "),
        .link(text: "hill", target: .channel(channelId: "!hill:s")), .plainText(text: " :tide:"),
      ]
    ),
    ClientHTML.plain("<strong data-mx-profile-fallback>Ann: </strong>ahoy", "**Ann:** ahoy"),
    (
      ##"<blockquote class="discord-embed" background-color="#0000FF"><p class="discord-embed-author"><span>Ann</span></p><p class="discord-embed-title"><a href="https://a.b"><strong>Tides</strong></a></p><table class="discord-embed-fields"><tr><th>low</th><th>high</th></tr><tr><td>6:00</td><td>12:10</td></tr></table><p class="discord-embed-footer"><sub><span>bot</span> • <time datetime="x">today</time></sub></p></blockquote>"##,
      [
        .plainText(text: "> Ann\n>\n> **"), .link(text: "Tides", target: .url(url: "https://a.b")),
        .plainText(text: "**\n>\n> | low | high |\n> | --- | --- |\n> | 6:00 | 12:10 |\n>\n> bot • today"),
      ]
    ),
    ClientHTML.plain("<u><em>a</em></u> <span data-mx-spoiler>b</span><br>\n<h3>c</h3>", "*a* ||b||\n### c"),
  ]

  // mautrix/slack: pkg/msgconv/blocks.go.
  static let slack: [Shape] = [
    ClientHTML.plain(
      "<table><tr><td><strong>State</strong><br>open</td><td><strong>Berth</strong><br>3</td></tr><tr><td>a</td><td>b</td></tr></table><br><hr>",
      "| **State** open | **Berth** 3 |\n| --- | --- |\n| a | b |\n\n***"),
    ClientHTML.plain(
      #"<p>steps:<br></p><ol type="1"><li>one<ol type="a"><li>deep</li></ol></li><li>two</li></ol><p>end</p>"#,
      "steps:\n1. one\n   1. deep\n2. two\nend"),
    (
      #"<blockquote><b><a href="https://a.b">Tides</a></b><br>low<br><sup>Posted today</sup></blockquote>"#,
      [
        .plainText(text: "> **"), .link(text: "Tides", target: .url(url: "https://a.b")),
        .plainText(text: "**\n> low\n> Posted today"),
      ]
    ),
    ClientHTML.plain(
      #"see<pre><code class="language-go">a := 1\#n\#tb()</code></pre><p>so</p>"#,
      "see\n```go\na := 1\n\tb()\n```\nso"),
  ]

  // matrix-org/matrix-appservice-irc: src/irc/formatting.ts. hifi/heisenbridge: heisenbridge/{network_room,event_queue}.py.
  static let irc: [Shape] = [
    ClientHTML.plain(
      ##"b&ZeroWidthSpace;en&apos;s <b>bold</b><font color="#FF0000" data-mx-bg-color="#FFFFFF"> red <i>and</i></font> <code>mono</code> &lt;3 &amp;&quot;"##,
      #"b\#u{200B}en's **bold** red *and* `mono` <3 &""#),
    ClientHTML.plain(##"<b>[<font color="#009300">ok</font>]</b> build <u>42</u>"##, "**[ok]** build 42"),
    ClientHTML.plain(
      "<table><tr><td>nick</td><td>ben</td><tr><td>idle</td><td>3 &lt; 4</td><tr><td></td><td>is away</td></table>",
      "| nick | ben |\n| --- | --- |\n| idle | 3 < 4 |\n|  | is away |"),
    (
      #"<b>one</b><br><font color='#ff0000'>two</font><br>for <a href="https://matrix.to/#/@ben:s">Ben</a>:"#,
      [
        .plainText(text: "**one**\ntwo\nfor "), .link(text: "Ben", target: .user(userId: "@ben:s")),
        .plainText(text: ":"),
      ]
    ),
    ClientHTML.plain("Use <b>JOIN #hill &lt;key&gt;</b> to rejoin", "Use **JOIN #hill <key>** to rejoin"),
  ]

  // matrix-org/matrix-hookshot: src/format_util.rs, src/Connections/{GithubRepo,GenericHook}.ts.
  static let hookshot: [Shape] = [
    (
      ##"📥 <strong>ben</strong> created new issue <a href="https://github.com/a/b/issues/1">a/b#1</a>: &quot;leak&quot; with labels <span data-mx-bg-color="#d73a4a" data-mx-color="#000000" title="no">bug</span> <span data-mx-bg-color="#fff">hull</span>"##,
      [
        .plainText(text: "📥 **ben** created new issue "),
        .link(text: "a/b#1", target: .url(url: "https://github.com/a/b/issues/1")),
        .plainText(text: #": "leak" with labels bug hull"#),
      ]
    ),
    ClientHTML.plain(
      #"<p>it failed</p><p><pre><code class=\"language-json\">{ &quot;a&quot;: 1 }</code></pre></p>"#,
      #"it failed\#n```\#n{ "a": 1 }\#n```"#),
  ]

  // turt2live/matrix-appservice-webhooks, issue 97; Deniel9204/mautrix-googlechat, issue 27; Discourse, from issue
  // 933 of matrix-org/matrix-appservice-discord. Document converters write the number of every item.
  static let webhooks: [Shape] = [
    ClientHTML.plain(
      #"<ol><li value="1">a</li><li value="2">b</li><li value="3">c</li></ol>"#, "1. a\n2. b\n3. c"),
    ClientHTML.plain(
      #"<pre><code>{<br>    "a": [\#n        "b"\#n    ]\#n}\#n</code></pre>\#n"#,
      #"```\#n{\#n    "a": [\#n        "b"\#n    ]\#n}\#n```"#),
    ClientHTML.plain("run<pre><code>one<br/>two<br/></code></pre>", "run\n```\none\ntwo\n```"),
    (
      "<b>@Ann</b> posted in <b><a href='https://forum/t/first/8/1'>First post</a></b>\n<blockquote>\nFirst! 😃\n</blockquote>\n",
      [
        .plainText(text: "**@Ann** posted in **"),
        .link(text: "First post", target: .url(url: "https://forum/t/first/8/1")),
        .plainText(text: "**\n> First! 😃"),
      ]
    ),
  ]
}
