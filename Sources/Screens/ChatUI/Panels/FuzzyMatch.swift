import ChatDomain

/// Rates how well a text matches what was typed: a match at its beginning comes first, then at the beginning of a word,
/// then anywhere, then letters that only occur in this order. Case and accents are ignored.
nonisolated struct FuzzyMatch: Sendable {
  /// The ways to match, the best one highest.
  enum Fit: Int, Comparable, Sendable {
    case scattered = 1
    case inside, wordStart, start, whole

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  private let query: Needle
  /// The words of the query if it has several: they may occur in any order.
  private let words: [Needle]

  init(_ query: String) {
    let folded = FoldedText(query)
    self.query = Needle(folded)
    let words = folded.bytes.split(separator: UInt8(ascii: " ")).map { Needle(FoldedText(folded: $0)) }
    self.words = words.count > 1 ? words : []
  }

  var isEmpty: Bool { query.text.isEmpty }

  /// Rates a text: a higher score is a better match, and nil is no match.
  func score(_ text: FoldedText, atLeast least: Fit = .scattered) -> Int? {
    if isEmpty { return 0 }
    let whole = query.score(text, atLeast: least)
    if words.isEmpty { return whole }
    var lowest = Int.max
    for word in words {
      // Single words scattered over a text would match nearly everything.
      guard let score = word.score(text, atLeast: .inside) else { return whole }
      lowest = min(lowest, score)
    }
    // Matching the query as typed is better than word by word.
    return max(whole ?? .min, lowest - Needle.step / 2)
  }
}

/// A folded search text, as a whole and letter by letter.
nonisolated private struct Needle: Sendable {
  /// The distance between two ways to match. Within one, the shorter text and the earlier position win.
  static let step = 10_000

  let text: FoldedText
  private let bytes: [UInt8]
  /// The offset of each letter, and the end: the bytes of one letter belong together.
  private let letters: [Int]

  init(_ text: FoldedText) {
    self.text = text
    let bytes = text.bytes
    self.bytes = bytes
    letters = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
  }

  func score(_ other: FoldedText, atLeast least: FuzzyMatch.Fit) -> Int? {
    let (length, count) = (text.bytes.count, other.bytes.count)
    guard length > 0, length <= count else { return nil }
    switch other.fit(text) {
    case (.start, _)?: return score(length == count ? .whole : .start, 0, count)
    case (.wordStart, let place)?: return score(.wordStart, place, count)
    case (.inside, let place)?: return least <= .inside ? score(.inside, place, count) : nil
    case nil:
      guard least <= .scattered, let width = width(in: other.bytes) else { return nil }
      return score(.scattered, width - length, count)
    }
  }

  private func score(_ fit: FuzzyMatch.Fit, _ distance: Int, _ count: Int) -> Int {
    fit.rawValue * Self.step - min(distance, 400) * 10 - min(count, 400)
  }

  /// The number of bytes from the first to the last letter, if the letters occur in this order: first the earliest
  /// match is found, then it is narrowed backwards from its end.
  private func width(in text: [UInt8]) -> Int? {
    var letter = 0
    var place = 0
    while letter < letters.count - 1, place < text.count {
      if isHere(letter: letter, place, in: text) {
        place += letters[letter + 1] - letters[letter]
        letter += 1
      } else {
        place += 1
      }
    }
    guard letter == letters.count - 1 else { return nil }
    let end = place
    while letter > 0 {
      place -= 1
      if isHere(letter: letter - 1, place, in: text) { letter -= 1 }
    }
    return end - place
  }

  private func isHere(letter: Int, _ place: Int, in text: [UInt8]) -> Bool {
    let range = letters[letter]..<letters[letter + 1]
    guard place + range.count <= text.count else { return false }
    for index in range where text[place + index - range.lowerBound] != bytes[index] { return false }
    return true
  }
}
