import ChatDomain
import DraftEngine
import FormattedText
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
        │ eleven\u{20}
        │ twelve
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
}
