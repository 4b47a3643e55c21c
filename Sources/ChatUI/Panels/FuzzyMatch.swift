import ChatDomain

/// How well something fits what was typed: its beginning before the beginning of a word, that before any place, and
/// that before letters that only come in this order. Case and accents make no difference.
nonisolated struct FuzzyMatch: Sendable {
  /// The ways to fit, the best one highest.
  enum Fit: Int, Comparable, Sendable {
    case scattered = 1
    case inside, wordStart, start, whole

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  private let query: Needle
  /// The words of the query when it has several: they may stand in any order.
  private let words: [Needle]

  init(_ query: String) {
    let folded = FoldedText(query)
    self.query = Needle(folded.bytes)
    let blank = UInt8(ascii: " ")
    let words = folded.bytes.split(separator: blank).map { Needle(Array($0)) }
    self.words = words.count > 1 ? words : []
  }

  var isEmpty: Bool { query.bytes.isEmpty }

  /// The higher, the better; nil: it does not fit at all.
  func score(_ text: FoldedText, atLeast least: Fit = .scattered) -> Int? {
    if isEmpty { return 0 }
    let whole = query.score(text, atLeast: least)
    if words.isEmpty { return whole }
    var lowest = Int.max
    for word in words {
      // Single words scattered over a text would fit nearly everything.
      guard let score = word.score(text, atLeast: .inside) else { return whole }
      lowest = min(lowest, score)
    }
    // As it was typed is better than word by word.
    return max(whole ?? .min, lowest - Needle.step / 2)
  }
}

/// Bytes of a folded text that are looked for, letter by letter.
nonisolated private struct Needle: Sendable {
  /// How far one way to fit lies over the next one. Within one the shorter text and the earlier place win.
  static let step = 10_000

  let bytes: [UInt8]
  /// Where each letter begins, and the end: the bytes of one letter belong together.
  private let letters: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    letters = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
  }

  func score(_ text: FoldedText, atLeast least: FuzzyMatch.Fit) -> Int? {
    let count = text.bytes.count
    guard !bytes.isEmpty, bytes.count <= count else { return nil }
    var inside: Int?
    for place in 0...(count - bytes.count) where isHere(place, in: text.bytes) {
      if place == 0 { return score(bytes.count == count ? .whole : .start, 0, count) }
      if text.isWordStart(place) { return score(.wordStart, place, count) }
      inside = inside ?? place
    }
    if let inside { return least <= .inside ? score(.inside, inside, count) : nil }
    guard least <= .scattered, let width = width(in: text.bytes) else { return nil }
    return score(.scattered, width - bytes.count, count)
  }

  private func score(_ fit: FuzzyMatch.Fit, _ distance: Int, _ count: Int) -> Int {
    fit.rawValue * Self.step - min(distance, 400) * 10 - min(count, 400)
  }

  private func isHere(_ place: Int, in text: [UInt8]) -> Bool {
    for index in bytes.indices where text[place + index] != bytes[index] { return false }
    return true
  }

  /// The number of bytes from the first to the last letter, where the letters come in this order: as they come first,
  /// and from their end back as close together as they are.
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
