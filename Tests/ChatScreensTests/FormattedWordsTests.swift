import DraftEngine
import FormattedText
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
