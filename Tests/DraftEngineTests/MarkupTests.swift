import DraftEngine
import Testing

@Suite("Markup")
struct MarkupTests {
  private static let bob = MessageElement.link(text: "Bob", target: .user(userId: "bob"))

  @Test(
    "Written markup reads back",
    arguments: [
      ([], ""),
      ([.plainText(text: "hello")], "hello"),
      (
        [.link(text: "John Doe", target: .user(userId: "john_doe")), .plainText(text: " hi")],
        "[John Doe](pn-user://john_doe) hi"
      ),
      ([.link(text: "general", target: .channel(channelId: "g.1"))], "[general](pn-channel://g.1)"),
      ([.link(text: "docs", target: .url(url: "https://x.org/a?b#c"))], "[docs](https://x.org/a?b#c)"),
      ([bob, bob], "[Bob](pn-user://bob)[Bob](pn-user://bob)"),
      // The escapes of the reference, which does not escape "[" and "(".
      ([.link(text: #"a\]b"#, target: .user(userId: "x"))], #"[a\\\]b](pn-user://x)"#),
      ([.link(text: "x", target: .url(url: #"a\)b("#))], #"[x](a\\\)b()"#),
      ([.link(text: "a[b", target: .user(userId: "x"))], "[a[b](pn-user://x)"),
      ([.link(text: "[", target: .url(url: "]("))], "[[](]()"),
      ([.link(text: "two\r\nlines", target: .url(url: "a\nb"))], "[two\r\nlines](a\nb)"),
      ([.link(text: "", target: .url(url: ""))], "[]()"),
      ([.link(text: "", target: .user(userId: ""))], "[](pn-user://)"),
      ([.link(text: "", target: .channel(channelId: ""))], "[](pn-channel://)"),
      // Text that would be a link, or become one with the following text.
      ([.plainText(text: "[Bob](pn-user://bob)")], #"\[Bob](pn-user://bob)"#),
      ([.plainText(text: #"\[not](x)"#)], #"\\\[not](x)"#),
      ([.plainText(text: "see [a[b](c) d")], #"see \[a\[b](c) d"#),
      ([.plainText(text: "["), bob], #"\[[Bob](pn-user://bob)"#),
      ([.plainText(text: #"\"#), bob], #"\\[Bob](pn-user://bob)"#),
      ([.plainText(text: #"[a\]"#), bob], #"\[a\][Bob](pn-user://bob)"#),
      ([.plainText(text: "[a](b"), bob], #"\[a](b[Bob](pn-user://bob)"#),
      ([bob, .plainText(text: "(x)")], "[Bob](pn-user://bob)(x)"),
      // Text that only resembles a link is unchanged.
      ([.plainText(text: "[a]"), bob], "[a][Bob](pn-user://bob)"),
      ([.plainText(text: #"\[a] \] \x "#), bob], #"\[a] \] \x [Bob](pn-user://bob)"#),
      ([bob, .plainText(text: "[")], "[Bob](pn-user://bob)["),
      // An address that reads like a user or a channel.
      ([.link(text: "x", target: .url(url: "pn-user://bob"))], #"[x](\pn-user://bob)"#),
      ([.link(text: "x", target: .url(url: "pn-channel://"))], #"[x](\pn-channel://)"#),
      ([.link(text: "x", target: .url(url: #"\pn-user://bob"#))], #"[x](\\pn-user://bob)"#),
      ([.link(text: "x", target: .url(url: "PN-USER://bob"))], "[x](PN-USER://bob)"),
      ([.link(text: "x", target: .user(userId: "pn-user://bob"))], "[x](pn-user://pn-user://bob)"),
      // Characters that span two elements.
      (
        [
          .plainText(text: "e"), .link(text: "\u{301}x", target: .url(url: "\u{301}")),
          .plainText(text: "\u{301}"),
        ],
        "e[\u{301}x](\u{301})\u{301}"
      ),
      (
        [.plainText(text: "\r"), .link(text: "\n", target: .user(userId: "\u{200D}"))],
        "\r[\n](pn-user://\u{200D})"
      ),
    ] as [([MessageElement], String)])
  func roundTrip(elements: [MessageElement], markup: String) {
    #expect(MessageMarkup.render(elements).utf8.elementsEqual(markup.utf8))
    #expect(MessageMarkup.parse(markup).isExactly(elements))
  }

  @Test(
    "Text that does not start a link is unchanged",
    arguments: [
      "array[0] = 1", "- [ ] todo", "[x] done", "[", "]", "](", "[](", "[](x", "a [b", "[a]\n(b)", "[[[]]]",
      "(x)[y]",
      #"C:\\srv\new"#, #"\"#, #"\\"#, #"\[ x^2 \]"#, #"^\[[a-z\]]+\]$"#, #"\\[2pt]"#, #"[a\](b)"#,
      #"[a](b\)"#,
    ])
  func verbatim(words: String) {
    #expect(MessageMarkup.render([.plainText(text: words)]) == words)
    #expect(MessageMarkup.parse(words).isExactly([.plainText(text: words)]))
  }

  @Test(
    "Unusual but valid markup is read",
    arguments: [
      (#"[a\b](c\d)"#, [.link(text: #"a\b"#, target: .url(url: #"c\d"#))]),
      (#"\\[a](b)"#, [.plainText(text: #"\"#), .link(text: "a", target: .url(url: "b"))]),
      ("![img](u)", [.plainText(text: "!"), .link(text: "img", target: .url(url: "u"))]),
      ("[[Bob](pn-user://bob)", [.link(text: "[Bob", target: .user(userId: "bob"))]),
      ("[0] [Bob](pn-user://bob)", [.plainText(text: "[0] "), bob]),
      (#"[x](pn-user:\//bob)"#, [.link(text: "x", target: .url(url: #"pn-user:\//bob"#))]),
      (#"[x](\pn-users)"#, [.link(text: "x", target: .url(url: #"\pn-users"#))]),
    ] as [(String, [MessageElement])])
  func foreign(markup: String, elements: [MessageElement]) {
    #expect(MessageMarkup.parse(markup).isExactly(elements))
  }

  @Test("A list that is not normalised is written as if it were")
  func joinsWords() {
    let pieces: [MessageElement] = ["", "[a", "](", "", "b)", #"\"#].map { .plainText(text: $0) }
    #expect(MessageMarkup.render(pieces + [Self.bob]) == #"\[a](b)\\[Bob](pn-user://bob)"#)
    #expect(
      MessageMarkup.parse(MessageMarkup.render(pieces + [Self.bob])).isExactly(
        (pieces + [Self.bob]).normalised))
  }

  @Test(
    "R1: 50,000 pieces of markup are read in linear time",
    arguments: [
      "[", "]", "(", ")", #"\"#, "[x](", "[a](b", #"\["#, "[]", "](", #"\[a](b)"#, #"[a]\"#, #"(\)"#,
    ],
    ["", "](x)"])
  func hostile(unit: String, ending: String) {
    let text = String(repeating: unit, count: 50_000) + ending
    #expect(MessageMarkup.parse(text).count < 3)
    let elements: [MessageElement] = [.plainText(text: text), .link(text: text, target: .url(url: text))]
    #expect(MessageMarkup.parse(MessageMarkup.render(elements)).isExactly(elements))
  }

  @Test("50,000 text pieces are joined in linear time")
  func scraps() {
    let scraps = Array(repeating: MessageElement.plainText(text: "[a](b)"), count: 50_000)
    #expect(MessageMarkup.parse(MessageMarkup.render(scraps)).isExactly(scraps.normalised))
  }
}
