import DraftEngine
import Measuring
import TestSupport

/// 100 kB of adversarial text for a diff. The two texts differ at both ends, so that no common prefix or suffix can
/// be trimmed.
enum HostileRows {
  static let bytes = 100_000
  static let limit = 20_000_000.0

  static func oneLetter() -> Contest {
    row("one letter, another count", repeating: "a", to: "a")
  }

  static func alternating() -> Contest {
    row("ab again and again, then ba", repeating: "ab", to: "ba")
  }

  static func blankLines() -> Contest {
    row("blank lines, another count", repeating: "\n", to: "\n")
  }

  static func shortLines() -> Contest {
    row("the same line again and again, another count", repeating: "ok.\n", to: "ok.\n")
  }

  static func oneName() -> Contest {
    row("one name again and again, another count", repeating: "Ann ", mention: "Ann", to: "Ann ")
  }

  /// Only mentions, all with the same name.
  static func onlyMentions() -> Contest {
    let elements = (0..<1000).flatMap {
      [MessageElement.link(text: "Ann", target: .user(userId: "ann-\($0)")), .plainText(text: " ")]
    }
    return row("one name 1,000 times, all mentions, another count", elements, to: "Ann ")
  }

  static func ideographs() -> Contest {
    let scalars = (0x4E00..<0x5600).compactMap(Unicode.Scalar.init)
    return characters("CJK without a blank, 330 mentions, another order", scalars.map { String($0) })
  }

  static func emoji() -> Contest {
    characters(
      "emoji, mentions on every hundredth, another order", ["😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "❤️", "🎉", "🙏", "🚀", "🐈‍⬛", "✅"])
  }

  /// Only two words, in random order.
  static func twoWords() -> Contest {
    func word(_ random: inout SeededGenerator) -> String { random.percent(50) ? "yes" : "no" }
    let draft = Manuscript(bytes: bytes, mentions: 1000, lines: 1, seed: 12, word: word)
    return .update(
      "two words by chance, 1,000 mentions, another order", group: "hostile", from: { draft.document },
      to: draft.shuffled(seed: 13).text, limit: limit, cap: 3_000)
  }

  static func oneLine() -> Contest {
    let draft = Manuscript(bytes: bytes, mentions: 1000, lines: 1, seed: 14)
    return .update(
      "all in one line, 1,000 mentions, the words in another order", group: "hostile",
      from: { draft.document },
      to: draft.shuffled(seed: 15).text, limit: limit, cap: 5_000)
  }

  static func upsideDown() -> Contest {
    let draft = Manuscript(bytes: bytes, mentions: 1000, lines: 250, seed: 10)
    return .update(
      "1,000 mentions, the lines from the last to the first", group: "hostile", from: { draft.document },
      to: draft.upsideDown.text, limit: limit, cap: 5_000)
  }

  /// This many Characters in two different orders, with a mention on every hundredth.
  private static func characters(_ name: String, _ alphabet: [String]) -> Contest {
    var random = SeededGenerator(seed: 11)
    var (text, size) = ([String](), 0)
    while size < bytes {
      text.append(random.one(of: alphabet))
      size += text[text.count - 1].utf8.count
    }
    let elements = text.enumerated().map {
      $0.offset % 100 == 50
        ? MessageElement.link(text: $0.element, target: .user(userId: "user-\($0.offset)"))
        : .plainText(text: $0.element)
    }
    return .update(
      name, group: "hostile", from: { DraftDocument(elements: elements) },
      to: text.shuffled(using: &random).joined(),
      limit: limit, cap: 3_000)
  }

  /// A piece of text repeated, 1,000 times as a mention.
  private static func row(
    _ name: String, repeating piece: String, mention: String? = nil, to word: String
  ) -> Contest {
    let mention = mention ?? piece
    let gap = bytes / 1000 / piece.utf8.count
    let elements = (0..<1000).flatMap { number in
      [
        MessageElement.plainText(text: String(repeating: piece, count: gap / 2)),
        .link(text: mention, target: .user(userId: "user-\(number)")),
        .plainText(text: piece.dropFirst(mention.count) + String(repeating: piece, count: gap - gap / 2 - 1)),
      ]
    }
    return row("\(name), 1,000 mentions", elements, to: word)
  }

  private static func row(_ name: String, _ elements: [MessageElement], to word: String) -> Contest {
    let count = elements.text.utf8.count / word.utf8.count * 9 / 10
    let new = "Z " + String(repeating: word, count: count) + " Z"
    return .update(
      name, group: "hostile", from: { DraftDocument(elements: elements) }, to: new, limit: limit, cap: 3_000)
  }

  /// Names in an unclosed code span: the scan made on every key press in a draft.
  static func namesInCode() -> Contest {
    let wall = "`" + String(repeating: " @a", count: 10_000)
    let document = DraftDocument(elements: [.plainText(text: wall)])
    return Contest(
      group: "hostile", name: "10,000 names in code, none of them found", limit: limit,
      contestants: [
        Contestant(name: "DraftDocument.typedNames") { stopwatch in
          var count = 0
          stopwatch.measure { count = document.typedNames().count }
          stopwatch.keep(count)
        }
      ])
  }

  static let all: [() -> Contest] = [
    oneLetter, alternating, blankLines, shortLines, oneName, onlyMentions, ideographs, emoji, twoWords,
    oneLine, upsideDown, namesInCode,
  ].map { make in { make() } }
}
