import FormattedText
import TestSupport
import Testing

@testable import Spelling

@Suite("Words to check")
struct WordCutterTests {
  private let cutter = WordCutter(languages: ["en_US", "de_DE"])

  private func words(_ text: String, elements: [Range<Int>] = [], isFormatted: Bool = true) -> [String] {
    cutter.words(in: text, elements: elements, isFormatted: isFormatted).map(\.spelling)
  }

  @Test(
    "Words of a language are cut out, and nothing else",
    arguments: [
      ("", []),
      ("one two,three (four) \"five\" six!", ["one", "two", "three", "four", "five", "six"]),
      ("don't and don’t", ["don't", "and", "don't"]),
      ("'quoted' ‘so’ rock'n'roll dogs'", ["quoted", "so", "rock'n'roll", "dogs"]),
      ("well-known E-Mail", ["well", "known", "Mail"]),
      ("Straße über Öl", ["Straße", "über", "Öl"]),
      ("cafe\u{301} fine", ["cafe\u{301}", "fine"]),
      ("a I x yes", ["yes"]),
      ("h264 3rd 12 ok2 fine", ["fine"]),
      ("snake_case _quiet_ __loud__ end_", ["quiet", "loud", "end"]),
      ("iPhone McDonald camelCase Paris", ["Paris"]),
      ("NASA HTTPS SHOUTING PDFs", ["SHOUTING"]),
      ("@ana mia@home hello", ["hello"]),
      ("#general :smile: std::vector note: this", ["note", "this"]),
      ("see main.swift, e.g. this. That", ["see", "this", "That"]),
      ("/usr/bin and/or C:\\new word", ["word"]),
      ("read https://a.example/some/page now", ["read", "now"]),
      ("read www.example.org/some now", ["read", "now"]),
      ("run `swft test` now", ["run", "now"]),
      ("```swift\nlet speling\n```\nafter", ["after"]),
      ("**bold** *it* ~~gone~~ ||hid||", ["bold", "it", "gone", "hid"]),
      ("[some words](https://a.example/pth) on", ["some", "words", "on"]),
      ("> said\n- item\n# Title", ["said", "item", "Title"]),
      ("привет дом", []),
      ("漢字 mixed漢字 한국", []),
      ("good👍🏽 👍🏽bad fine❤️", ["good", "fine"]),
      ("zero\u{200D}width wi\u{AD}de none", ["none"]),
      ("word\r\nword\ttab\u{A0}end", ["word", "word", "tab", "end"]),
    ] as [(String, [String])])
  func examples(_ text: String, _ expected: [String]) {
    #expect(words(text) == expected)
  }

  @Test("Words in or touching an element are skipped")
  func elements() {
    let text = "ask Ana Garca about"
    #expect(words(text, elements: [4..<13]) == ["ask", "about"])
    #expect(words("preAna'spost ok", elements: [3..<6]) == ["ok"])
  }

  @Test("Without markup backquotes enclose words")
  func plain() {
    #expect(words("run `this thing` now", isFormatted: false) == ["run", "this", "thing", "now"])
  }

  @Test("Words consist of the dictionaries' letters")
  func scripts() {
    let russian = WordCutter(languages: ["ru_RU", "el"])
    #expect(russian.words(in: "привет hello Γεια").map(\.spelling) == ["привет", "Γεια"])
    #expect(WordCutter(languages: []).words(in: "hello").isEmpty)
    #expect(WordCutter(languages: ["th_TH"]).words(in: "hello").isEmpty)
  }

  @Test("Words and texts that are longer than their limits are skipped")
  func long() {
    #expect(words(String(repeating: "a", count: 101) + " fine") == ["fine"])
    #expect(words(String(repeating: "a", count: 100)).count == 1)
    #expect(words(String(repeating: "word ", count: 20_000)).isEmpty)
  }

  @Test(
    "Words are in the text, in order, between Characters, and never in code or elements",
    arguments: 0..<24)
  func laws(seed: UInt64) {
    var dice = SeededGenerator(seed: seed)
    let pieces = [
      "word", "Wrd", " ", " ", "\n", "\r\n", "'", "’", "_", "`", "```", "**", "~~", "||", "@", "#", ":", "/",
      ".", "\u{301}", "\u{200D}", "\u{FE0F}", "👩‍👩‍👧", "🇩🇪", "🏽", "한", "漢", "é", "ß", "ﬁ", "\u{600}", "\u{AD}",
      "7",
      "https://a.b/c", "[w](https://a.b)", "> ", "- ", "\\", "\u{0}", "İ", "ǅ", "\u{1F3FB}", "क्ष", "\u{E0020}",
    ]
    for _ in 0..<400 {
      let text = (0..<dice.below(30)).map { _ in dice.one(of: pieces) }.joined()
      let bounds = Set(
        text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [text.utf8.count])
      let places = bounds.sorted()
      var elements: [Range<Int>] = []
      if places.count > 2, dice.percent(50) {
        let ends = [dice.below(places.count), dice.below(places.count)].sorted()
        if ends[0] < ends[1] { elements = [places[ends[0]]..<places[ends[1]]] }
      }
      let words = cutter.words(in: text, elements: elements)
      let tree = Markdown.tree(text, elements: elements)
      let code = tree.nodes.filter { $0.kind.isCode }.map(\.range)
      var end = 0
      for word in words {
        #expect(
          word.range.lowerBound >= end && word.range.upperBound <= text.utf8.count, "\(text.debugDescription)"
        )
        #expect(
          bounds.contains(word.range.lowerBound) && bounds.contains(word.range.upperBound),
          "\(word) in \(text.debugDescription)")
        #expect(
          !(elements + code).contains { $0.overlaps(word.range) },
          "\(word) in \(text.debugDescription) \(elements)")
        #expect(!word.range.isEmpty && word.range.count <= WordCutter.longestWord)
        end = word.range.upperBound
      }
    }
  }
}

extension TextNode.Kind {
  fileprivate var isCode: Bool {
    switch self {
    case .code, .fence: true
    default: false
    }
  }
}
