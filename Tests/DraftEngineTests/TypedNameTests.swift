import DraftEngine
import TestSupport
import Testing

@Suite("Typed names")
struct TypedNameTests {
  /// The candidates of each name, longest first; mentions are in `⟦⟧`.
  private func names(_ written: String, limit: Int = 32) -> [[String]] {
    var elements: [MessageElement] = []
    for (index, part) in written.split(separator: "⟦", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "⟧", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if index > 0 { elements.append(.link(text: pieces[0], target: .user(userId: "ann"))) }
      elements.append(.plainText(text: pieces[index > 0 ? 1 : 0]))
    }
    return DraftDocument(elements: elements).typedNames(limit: limit).map(\.candidates)
  }

  @Test(
    "Candidates for a name, longest first",
    arguments: [
      ("hey @ana", [["ana"]]), ("@ana", [["ana"]]), ("(@ana)", [["ana"]]), ("@Zoë!", [["Zoë"]]),
      ("@ana García, hi", [["ana García", "ana"]]),
      ("@ana.", [["ana.", "ana"]]), ("@ana... so", [["ana... so", "ana...", "ana..", "ana.", "ana"]]),
      ("@ana's", [["ana's", "ana"]]), ("@ana-maria", [["ana-maria"]]), ("@j.doe_2", [["j.doe_2"]]),
      ("@ana\nben", [["ana"]]), ("@ana  ben", [["ana"]]), ("@漢字。", [["漢字"]]),
      ("@ana—yes", [["ana—yes", "ana"]]),
      ("@ana👍", [["ana"]]), ("@a @b", [["a"], ["b"]]), ("@a, @b", [["a"], ["b"]]),
      (
        "@one two three four five six seven",
        [
          [
            "one two three four five six", "one two three four five", "one two three four", "one two three",
            "one two", "one",
          ]
        ]
      ),
    ] as [(String, [[String]])])
  func candidates(_ text: String, _ expected: [[String]]) {
    #expect(names(text) == expected)
  }

  @Test(
    "Text that is not a name",
    arguments: [
      "", "@", "@ ", "a@b", "ana@example.org", "@ana@example.org", "@swift/core", "@a=1", "@a\\b", "\\@ana",
      "`@ana`", "``x @ana``", "```\n@ana\n```", "~~~\n@ana", "https://x.y/(@ana", "www.x.y/'@ana", "@+1",
      "@@ana", "#ana", ".@ana", "*@ana*", "@\u{301}a", "@👍", "@#ana", "⟦@ana⟧", "⟦x @ana⟧", "@⟦ana⟧",
    ])
  func nothing(_ text: String) {
    #expect(names(text) == [])
  }

  @Test("A name ends before a mention, and one after a mention is found")
  func mentions() {
    #expect(names("@ana ⟦García⟧ @ben") == [["ana"], ["ben"]])
    #expect(names("⟦Ann⟧ @ben") == [["ben"]])
  }

  @Test("A name knows its place, whatever precedes it")
  func places() throws {
    let name = try #require(DraftDocument(elements: [.plainText(text: "é @ana García")]).typedNames().first)
    #expect(name.offset == 3 && name.stem == "ana")
    #expect(name.range(of: "ana") == 3..<7 && name.range(of: "ana García") == 3..<15)
  }

  @Test("Many names are not searched to their end")
  func walls() {
    let wall = String(repeating: "@a ", count: 10_000)
    #expect(names(wall).count == 32 && names(wall, limit: 3).count == 3)
    #expect(names(String(repeating: "@", count: 10_000)) == [])
    #expect(names("@" + String(repeating: "a", count: 129)) == [])
  }

  @Test(
    "Many words that are not names are read once",
    arguments: ["`", "```\n", "~~~\n", "https://x.y/", "www.", "((((", "` ``"])
  func coveredWalls(start: String) {
    for name in [" @a", "(@a", "\n@a", "` @a", "(@a://"] {
      let wall = start + String(repeating: name, count: 25_000)
      #expect(names(wall).count <= 32)
    }
  }

  @Test("Each name is found among others at the same place as alone")
  func oneByOne() {
    var generator = SeededGenerator(seed: TestSeed.value)
    let parts = [
      "@a", "@b", "`", "``", "```", "\n", " ", "(", "x", "www.", "://", "~~~", "\r\n", "mailto:", "é",
    ]
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<24, using: &generator)
      let text = (0..<count).map { _ in parts[Int.random(in: parts.indices, using: &generator)] }.joined()
      func offsets(in text: String) -> [Int] {
        DraftDocument(elements: [.plainText(text: text)]).typedNames(limit: .max).map(\.offset)
      }
      let symbols = text.utf8.enumerated().filter { $0.element == UInt8(ascii: "@") }.map(\.offset)
      let alone = symbols.filter { symbol in
        // An asterisk is as invalid next to a name as the symbol.
        let others = text.utf8.enumerated().map { offset, byte in
          byte == UInt8(ascii: "@") && offset != symbol ? UInt8(ascii: "*") : byte
        }
        return offsets(in: String(decoding: others, as: UTF8.self)) == [symbol]
      }
      #expect(offsets(in: text) == alone, "\(text.debugDescription), seed \(TestSeed.value)")
    }
  }
}

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
