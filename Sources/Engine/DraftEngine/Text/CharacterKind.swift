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
  /// Ends a sentence when a blank follows: the point in 3.14 does not.
  case stop
  /// Ends a sentence whatever follows: Chinese and Japanese use no blanks.
  case wideStop
  case closer
  /// The quote that opens in English and French, and closes in German and Danish.
  case initialQuote
  /// Opening punctuation other than quotes.
  case opener
  case other

  /// The kind of the Character that begins with `first` and may continue with `second`.
  ///
  /// The base decides, as it does for a reader. Only emoji need the second scalar, and every scalar that makes an emoji belongs
  /// to the same Character, so the caller need not find the Character's end.
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
    case .openPunctuation: self = .opener
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
