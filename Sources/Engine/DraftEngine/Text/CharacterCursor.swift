/// A position between two Characters of a text, which moves either way and classifies the Characters it passes.
struct CharacterCursor {
  enum Direction {
    case backward, forward
  }

  /// The next Character in a direction, and the place after it.
  struct Neighbour {
    let kind: CharacterKind
    let beyond: String.Index
  }

  let text: String
  var index: String.Index

  init(_ text: String, at index: String.Index) {
    self.text = text
    self.index = index
  }

  /// The Character boundary at or before an arbitrary offset.
  init(_ text: String, roundingDown utf8Offset: Int) {
    self.init(text, at: text.characterBoundary(atOrBefore: utf8Offset))
  }

  var utf8Offset: Int { text.utf8.distance(from: text.utf8.startIndex, to: index) }

  /// The next Character in the direction; `nil` at the end of the text.
  func neighbour(_ direction: Direction) -> Neighbour? {
    switch direction {
    case .forward:
      guard index < text.endIndex else { return nil }
      return Neighbour(kind: kind(at: index), beyond: text.index(after: index))
    case .backward:
      guard index > text.startIndex else { return nil }
      let start = text.index(before: index)
      return Neighbour(kind: kind(at: start), beyond: start)
    }
  }

  mutating func step(_ direction: Direction) {
    if let neighbour = neighbour(direction) { index = neighbour.beyond }
  }

  mutating func skip(_ direction: Direction, while matches: (CharacterKind) -> Bool) {
    while let neighbour = neighbour(direction), matches(neighbour.kind) { index = neighbour.beyond }
  }

  /// Moves to the nearest Character of a kind that no emoji, mark or letter has, and stops before it.
  ///
  /// Reads scalars, because stepping back over one flag by Characters reads all the flags before it.
  mutating func seek(_ direction: Direction, to matches: (CharacterKind) -> Bool) {
    let scalars = text.unicodeScalars
    var place = index
    switch direction {
    case .forward:
      while place < text.endIndex, !(matches(kind(at: place)) && beginsCharacter(place)) {
        place = scalars.index(after: place)
      }
      index = place
    case .backward:
      while place > text.startIndex {
        place = scalars.index(before: place)
        if matches(kind(at: place)), beginsCharacter(place) {
          index = text.index(after: place)
          return
        }
      }
      index = place
    }
  }

  /// Skips blanks and newlines, and returns the number of newlines.
  mutating func skipBlanks(_ direction: Direction) -> Int {
    var newlines = 0
    skip(direction) { kind in
      if kind == .newline { newlines += 1 }
      return kind.isBlank
    }
    return newlines
  }

  private func beginsCharacter(_ place: String.Index) -> Bool {
    text.index(before: text.index(after: place)) == place
  }

  private func kind(at start: String.Index) -> CharacterKind {
    let scalars = text.unicodeScalars
    let second = scalars.index(after: start)
    return CharacterKind(scalars[start], followedBy: second < scalars.endIndex ? scalars[second] : nil)
  }
}

/// The kind of a Character, for moving through a text by words and sentences.
enum CharacterKind {
  /// A letter, a number or a combining mark.
  case word
  /// Part of a word between two of its Characters, otherwise a closing quote.
  case apostrophe
  /// Part of a word between two of its Characters.
  case underscore
  /// A word by itself.
  case emoji
  case blank
  case newline
  /// Ends a sentence when a blank follows: the dot in 3.14 does not.
  case stop
  /// Ends a sentence regardless of what follows: Chinese and Japanese use no blanks.
  case wideStop
  case closer
  /// The quote that opens in English and French, and closes in German and Danish.
  case initialQuote
  case other

  /// The kind of the Character that begins with `first` and may continue with `second`.
  ///
  /// The base scalar decides. Only emoji need the second scalar, and every scalar that makes an emoji belongs to the same
  /// Character, so the caller need not find the Character's end.
  init(_ first: Unicode.Scalar, followedBy second: Unicode.Scalar? = nil) {
    if let second, Self.makesEmoji(second, after: first) {
      self = .emoji
      return
    }
    switch first {
    case "a"..."z", "A"..."Z", "0"..."9": self = .word
    case "\n", "\r", "\u{2028}", "\u{2029}": self = .newline
    case " ", "\t", "\u{B}", "\u{C}", "\u{85}": self = .blank
    case "'", "\u{2019}", "\u{FF07}": self = .apostrophe
    case "_", "\u{FF3F}": self = .underscore
    case ".", "?", "!", "…": self = .stop
    case "。", "！", "？", "｡": self = .wideStop
    case "\"": self = .closer
    default: self.init(categoryOf: first, asText: second == "\u{FE0E}")
    }
  }

  private init(categoryOf scalar: Unicode.Scalar, asText: Bool) {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      self = .word
    case .spaceSeparator: self = .blank
    case .initialPunctuation: self = .initialQuote
    case .closePunctuation, .finalPunctuation: self = .closer
    case .otherPunctuation: self = scalar.properties.isSentenceTerminal ? .stop : .other
    default: self = scalar.properties.isEmojiPresentation && !asText ? .emoji : .other
    }
  }

  private static func makesEmoji(_ second: Unicode.Scalar, after first: Unicode.Scalar) -> Bool {
    switch second {
    case "\u{FE0F}", "\u{20E3}": first.properties.isEmoji
    // Unicode counts digits as emoji, for keycaps; a joiner after a digit has no effect.
    case "\u{200D}": first.properties.isEmoji && !first.isASCII
    default: second.value > 0x1F000 && second.properties.isEmojiModifier && first.properties.isEmoji
    }
  }

  var isBlank: Bool { self == .blank || self == .newline }
}
