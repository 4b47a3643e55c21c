import DraftEngine

/// Naive text motions: split the whole text into Characters, list every possible stop, and take the nearest one.
struct NaiveMotion {
  private enum Kind { case word, joiner, emoji, blank, newline, stop, wideStop, closer, initialQuote, other }

  /// The UTF-8 offset of every Character, and of the end of the text.
  let boundaries: [Int]
  private let kinds: [Kind]
  private let isApostrophe: [Bool]

  init(_ text: String) {
    let characters = Array(text)
    boundaries = Self.boundaries(of: text)
    kinds = characters.map(Self.kind)
    isApostrophe = characters.map { $0.unicodeScalars.first != "_" }
  }

  static func boundaries(of text: String) -> [Int] {
    text.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.utf8.count) }
  }

  /// The target of the motion from the Character with this number.
  func target(of motion: TextMotion, from caret: Int) -> Int {
    let end = kinds.count
    return switch motion {
    case .characterBackward: max(0, caret - 1)
    case .characterForward: min(end, caret + 1)
    case .wordBackward: words.map(\.lowerBound).last { $0 < caret } ?? 0
    case .wordForward: words.map(\.upperBound).first { $0 > caret } ?? end
    case .blankDelimitedWordBackward: stretches.map(\.lowerBound).last { $0 < caret } ?? 0
    case .blankDelimitedWordForward: stretches.map(\.upperBound).first { $0 > caret } ?? end
    case .lineStart: (0..<caret).last { kinds[$0] == .newline }.map { $0 + 1 } ?? 0
    case .lineEnd: (caret..<end).first { kinds[$0] == .newline } ?? end
    case .sentenceBackward: sentences.starts.last { $0 < caret } ?? 0
    case .sentenceForward: sentences.ends.first { $0 > caret } ?? end
    case .textStart: 0
    case .textEnd: end
    }
  }

  private var words: [Range<Int>] {
    let isWord = kinds.indices.map { place in
      kinds[place] == .word
        || kinds[place] == .joiner && place > 0 && place + 1 < kinds.count && kinds[place - 1] == .word
          && kinds[place + 1] == .word
    }
    let emoji = kinds.indices.filter { kinds[$0] == .emoji }.map { $0..<($0 + 1) }
    return (runs { isWord[$0] } + emoji).sorted { $0.lowerBound < $1.lowerBound }
  }

  private var stretches: [Range<Int>] { runs { !isBlank($0) } }

  private var sentences: (starts: [Int], ends: [Int]) {
    var starts: [Int] = []
    var ends: [Int] = []
    var place = 0
    while place < kinds.count {
      let start = place
      if isBlank(place) {
        place = endOfBlanks(from: place)
        let newlines = kinds[start..<place].count { $0 == .newline }
        if newlines < 2, start > 0 { continue }
      } else if kinds[place] == .stop || kinds[place] == .wideStop {
        var isWide = false
        while place < kinds.count, let next = takes(place, isWide) {
          isWide = next
          place += 1
        }
        if !isWide, place < kinds.count, !isBlank(place) { continue }
      } else {
        place += 1
        continue
      }
      ends.append(isBlank(start) ? start : place)
      starts.append(endOfBlanks(from: place))
    }
    return (starts, ends)
  }

  /// Whether the stops so far are wide after this one; `nil` if it does not fit them.
  private func takes(_ place: Int, _ isWide: Bool) -> Bool? {
    switch kinds[place] {
    case .stop, .closer: isWide
    case .joiner: isApostrophe[place] ? isWide : nil
    case .wideStop: true
    case .initialQuote: isWide ? nil : false
    default: nil
    }
  }

  private func isBlank(_ place: Int) -> Bool { kinds[place] == .blank || kinds[place] == .newline }

  private func endOfBlanks(from place: Int) -> Int {
    (place..<kinds.count).first { !isBlank($0) } ?? kinds.count
  }

  private func runs(_ isIn: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in kinds.indices where isIn(place) {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    return runs
  }

  /// Supports only the scalars of `RandomText.fragments`.
  private static func kind(_ character: Character) -> Kind {
    let scalars = Array(character.unicodeScalars.prefix(2))
    if scalars.dropFirst().first == "\u{FE0F}" { return .emoji }
    return switch scalars[0] {
    case "\n", "\r", "\u{2028}": .newline
    case " ", "\t", "\u{3000}": .blank
    case "'", "’", "_": .joiner
    case ".", "?", "!", "…": .stop
    case "。", "！": .wideStop
    case "\"", ")", "」", "”": .closer
    case "“": .initialQuote
    case "\u{1F1E6}"..."\u{1F1FF}", "👨", "👩", "👧", "👦": .emoji
    case "(", ",", "-", "\u{600}", "\u{200C}", "\u{200D}", "@", "#", ":", "/", "`", "~", "+", "«": .other
    default: .word
    }
  }
}
