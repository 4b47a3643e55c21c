import DraftEngine
import Testing

@Suite("Addresses before the caret")
struct TypedAddressTests {
  private func document(_ text: String) -> DraftDocument { DraftDocument(elements: [.plainText(text: text)]) }

  @Test(
    "An address ends at the caret, and its link leads there",
    arguments: [
      ("https://a.org|", "https://a.org"), ("see http://a.org/b_(c?d=e#f|", "http://a.org/b_(c?d=e#f"),
      ("www.pubnub.com|", "https://www.pubnub.com"), ("WWW.a.org|", "https://WWW.a.org"),
      ("mailto:ann@a.org|", "mailto:ann@a.org"), ("(https://a.org|)", "https://a.org"),
      ("a\u{A0}https://a.org|", "https://a.org"), ("https://a.org| and more", "https://a.org"),
      ("“https://é.org/ü|”", "https://é.org/ü"), ("https://a.org|\n", "https://a.org"),
    ])
  func found(notation: String, url: String) {
    let text = CaretText(notation)
    let address = document(text.text).typedAddress(atUTF8: text.caret)
    #expect(address?.url == url, "\(notation)")
    #expect(address?.range.upperBound == text.caret)
  }

  @Test(
    "Other text is not an address",
    arguments: [
      "|", "words|", "a.org|", "https://|", "www.|", "www.org|", "mailto:ann|", "xhttps://a.org|",
      "https://a.org |", "https://a.org.|", "https://a|.org/b", "https://a.org,|", "https://a.org)|",
      "https://a|.org",
      "`https://a.org|`", "```\nhttps://a.org|", "@ann|", "https:/a.org|",
    ])
  func notFound(notation: String) {
    let text = CaretText(notation)
    #expect(document(text.text).typedAddress(atUTF8: text.caret) == nil, "\(notation)")
  }

  @Test("An address in a mention is skipped, and a long run of letters is not read to its start")
  func bounds() throws {
    var draft = document("https://a.org")
    try draft.addMention(offset: 0, length: 13, target: MentionTarget.url(url: "https://a.org"))
    #expect(draft.typedAddress(atUTF8: 13) == nil)
    func address(_ count: Int) -> TypedAddress? {
      let text = "https://" + String(repeating: "a", count: count - 8)
      return document(text).typedAddress(atUTF8: count)
    }
    #expect(address(2048)?.range == 0..<2048)
    #expect(address(2049) == nil)
  }
}
