/// A symbol and the name after it, found by reading back from the caret.
struct TriggerName {
  /// The longest run that counts as a name, which bounds the cost of a key in a very long run of letters.
  static let longest = 128

  let kind: MentionTrigger.Kind
  let symbol: String.Index
  let query: Range<String.Index>

  init?(endingAt caret: String.Index, in text: String) {
    let scalars = text.unicodeScalars
    var start = caret
    var length = 0
    var part: Part?
    var hasPlus = false
    while start > scalars.startIndex {
      let previous = scalars.index(before: start)
      let scalar = scalars[previous]
      guard let next = Part(scalar), next.canPrecede(part) else {
        // A mark or a joiner makes it another Character: #️⃣ is not a channel.
        guard let kind = MentionTrigger.Kind(symbol: scalar), part?.canBegin ?? true,
          kind == .emoji || !hasPlus
        else { return nil }
        self.kind = kind
        symbol = previous
        query = start..<caret
        return
      }
      guard length < Self.longest else { return nil }
      part = next
      hasPlus = hasPlus || scalar == "+"
      start = previous
      length += 1
    }
    return nil
  }

  /// Whether a name can contain this scalar.
  static func canHold(_ scalar: Unicode.Scalar) -> Bool { Part(scalar) != nil }

  /// The role of a scalar in a name.
  private enum Part {
    case letter, mark, other
    /// Zero width joiner or non-joiner: Persian and Indic names need them between letters.
    case joiner

    init?(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z", "A"..."Z": self = .letter
      case "0"..."9", "_", "-", ".", "+": self = .other
      case "\u{200C}", "\u{200D}": self = .joiner
      default:
        guard !scalar.isASCII else { return nil }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
          self = .letter
        case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
        case .decimalNumber, .letterNumber, .otherNumber: self = .other
        default: return nil
        }
      }
    }

    /// Whether this part may precede the next one; `nil` is the caret, before which a joiner may still get its letter.
    func canPrecede(_ next: Part?) -> Bool {
      switch (self, next) {
      case (.joiner, .other), (.joiner, .joiner), (.other, .joiner): false
      default: true
      }
    }

    var canBegin: Bool { self == .letter || self == .other }
  }
}

extension MentionTrigger.Kind {
  fileprivate init?(symbol: Unicode.Scalar) {
    switch symbol {
    case "@": self = .user
    case "#": self = .channel
    case ":": self = .emoji
    case "/": self = .command
    default: return nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether a word may follow without a blank: brackets, quotes, and the ¿ and ¡ of Spanish.
  var isOpeningPunctuation: Bool {
    switch self {
    case "\"", "'", "¿", "¡": true
    default:
      properties.generalCategory == .openPunctuation || properties.generalCategory == .initialPunctuation
    }
  }
}
