/// The start of a mention, an emoji or a command that is being typed: its symbol and the text up to the caret.
public struct MentionTrigger: Hashable, Sendable {
  /// The kind of suggestion that a symbol requests.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// `@`, for users.
    case user
    /// `#`, for channels.
    case channel
    /// `:`, for emoji by name.
    case emoji
    /// `/`, for commands of the program.
    case command

    /// The Character that the user types.
    public var symbol: Character {
      switch self {
      case .user: "@"
      case .channel: "#"
      case .emoji: ":"
      case .command: "/"
      }
    }
  }

  /// The kind of suggestion.
  public let kind: Kind
  /// The byte range from the symbol to the caret, which an accepted suggestion replaces.
  public let range: Range<Int>
  /// What was typed between the symbol and the caret; may be empty.
  public let query: String

  /// Creates a trigger, for tests and for texts outside of drafts; a ``DraftDocument`` finds its own triggers.
  public init(kind: Kind, range: Range<Int>, query: String) {
    self.kind = kind
    self.range = range
    self.query = query
  }

  /// Whether the symbol is the first thing in the text, the only place for a command.
  public var isAtStart: Bool { range.lowerBound == 0 }
}

extension DraftDocument {
  /// The trigger that ends at a caret in this draft.
  ///
  /// A symbol counts at the start of the text and after a blank or opening punctuation, but not in a mention, a URL or
  /// code. What follows the caret is never part of the trigger.
  public func trigger(atUTF8 utf8Offset: Int) -> MentionTrigger? {
    var context = TriggerContext()
    return trigger(atUTF8: utf8Offset, &context)
  }

  /// Finds the trigger at a caret. Several carets in ascending order can share a context, so that the text is read once.
  func trigger(atUTF8 utf8Offset: Int, _ context: inout TriggerContext) -> MentionTrigger? {
    let caret = CharacterCursor(text, roundingDown: utf8Offset)
    // The cheap check of the surroundings comes first: most keystrokes end here and never read the earlier text.
    guard let name = TriggerName(endingAt: caret.index, in: text),
      Self.allowsSymbol(at: name.symbol, in: text)
    else { return nil }
    let symbol = CharacterCursor(text, at: name.symbol).utf8Offset
    let range = symbol..<caret.utf8Offset
    guard mentionList.firstIndex(overlapping: range) == nil, context.admits(symbol, in: text) else {
      return nil
    }
    return MentionTrigger(kind: name.kind, range: range, query: String(text[name.query]))
  }

  /// Whether a symbol is allowed here: at the start, after a blank or after opening punctuation.
  private static func allowsSymbol(at symbol: String.Index, in text: String) -> Bool {
    guard symbol > text.startIndex else { return true }
    let before = text.unicodeScalars[text.unicodeScalars.index(before: symbol)]
    return CharacterKind(before).isBlank || before.isOpeningPunctuation
  }
}

/// The contexts in which a symbol is not a trigger: an address or code.
///
/// For one text only. If the symbols ascend, it reads the text once, however many there are.
struct TriggerContext {
  private var addresses = TypedAddresses()
  private var spans = CodeSpans()
  private var blocks = CodeBlocks()

  /// Whether the symbol at a UTF-8 offset is neither in an address nor in code.
  mutating func admits(_ symbol: Int, in text: String) -> Bool {
    !addresses.reach(symbol, in: text) && !spans.cover(symbol, in: text)
      && !blocks.cover(symbol, in: text.utf8.span)
  }
}

/// A symbol and the name after it, found by reading back from the caret.
struct TriggerName {
  /// The maximum length of a name, in scalars, which bounds the cost of a keystroke in a very long run of letters.
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
        // A mark or a joiner turns the symbol into another Character: #️⃣ is not a channel.
        guard let kind = MentionTrigger.Kind.allCases.first(where: { $0.symbol == Character(scalar) }),
          part?.canBegin ?? true, kind == .emoji || !hasPlus
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

    /// Whether this part may precede the next one; `nil` is the caret, before which a joiner is allowed because a letter may still
    /// follow.
    func canPrecede(_ next: Part?) -> Bool {
      switch (self, next) {
      case (.joiner, .other), (.joiner, .joiner), (.other, .joiner): false
      default: true
      }
    }

    var canBegin: Bool { self == .letter || self == .other }
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
