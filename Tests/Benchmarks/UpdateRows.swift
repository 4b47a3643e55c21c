import Measuring
import TestSupport

/// The rows for `update(text:)`.
enum UpdateRows {
  static func append() -> Contest {
    let draft = Manuscript(bytes: 200, mentions: 3, lines: 1, seed: 1)
    return .update(
      "200 B, 3 mentions, one character appended", from: { draft.document }, to: draft.text + "x", batch: 64,
      reference: 1_100, limit: 1_000)
  }

  static func word() -> Contest {
    let draft = Manuscript(bytes: 10_000, mentions: 100, lines: 25, seed: 2)
    return .update(
      "10 kB, 100 mentions, one word replaced in the middle", from: { draft.document },
      to: draft.edited(1, seed: 3).text, batch: 8, reference: 32_000, limit: 15_000)
  }

  static func scattered() -> Contest {
    let draft = Manuscript(bytes: 100_000, mentions: 1000, lines: 250, seed: 4)
    return .update(
      "100 kB, 1,000 mentions, 250 lines, 20 scattered edits", from: { draft.document },
      to: draft.edited(20, seed: 5).text, reference: 2_435_000, limit: 500_000)
  }

  static func scatteredInLine() -> Contest {
    let draft = Manuscript(bytes: 100_000, mentions: 1000, lines: 250, seed: 4)
    return .update(
      "100 kB, 1,000 mentions, one line, 20 scattered edits", from: { draft.inOneLine.document },
      to: draft.edited(20, seed: 5).inOneLine.text, limit: 500_000)
  }

  static func unrelated(bytes: Int, limit: Double, reference: Double, cap: Int) -> Contest {
    let mentions = bytes / 100
    let draft = Manuscript(
      bytes: bytes, mentions: mentions, lines: mentions / 4, seed: 6, word: { letters("abcdefghijklm", &$0) })
    let new = Manuscript(
      bytes: bytes, mentions: 0, lines: mentions / 4, seed: 7, word: { letters("nopqrstuvwxyz", &$0) })
    return .update(
      "\(bytes / 1000) kB, \(mentions) mentions, no word in common", from: { draft.document }, to: new.text,
      reference: reference, limit: limit, cap: cap)
  }

  static func shuffled(bytes: Int, limit: Double, cap: Int) -> Contest {
    let mentions = bytes / 100
    let draft = Manuscript(bytes: bytes, mentions: mentions, lines: mentions / 4, seed: 8)
    return .update(
      "\(bytes / 1000) kB, \(mentions) mentions, the same words in another order", from: { draft.document },
      to: draft.shuffled(seed: 9).text, limit: limit, cap: cap)
  }

  /// A random word of two to nine of these letters.
  private static func letters(_ letters: String, _ random: inout SeededGenerator) -> String {
    let letters = Array(letters)
    return String((0..<random.within(2...9)).map { _ in random.one(of: letters) })
  }

  static let all: [() -> Contest] = [
    { append() }, { word() }, { scattered() }, { scatteredInLine() },
    { unrelated(bytes: 2_000, limit: 500_000, reference: 18_500_000, cap: .max) },
    { shuffled(bytes: 2_000, limit: 500_000, cap: .max) },
    { unrelated(bytes: 100_000, limit: 20_000_000, reference: 1_000_000_000, cap: 5_000) },
    { shuffled(bytes: 100_000, limit: 20_000_000, cap: 5_000) },
  ]
}
