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

    /// The Character that is typed for it.
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

extension MentionTrigger {
  /// The trigger that ends at the caret, given the mentions of the text in order.
  ///
  /// A symbol counts at the start of the text and after a blank or opening punctuation, but not in a mention, a URL or
  /// code. What follows the caret is never part of the trigger.
  public static func at(caret utf8Offset: Int, in text: String, mentions: [MentionSpan]) -> MentionTrigger? {
    var context = TriggerContext()
    return at(caret: utf8Offset, in: text, &context, isMentioned: mentions.touch)
  }

  fileprivate static func at(
    caret utf8Offset: Int, in text: String, _ context: inout TriggerContext,
    isMentioned: (Range<Int>) -> Bool
  ) -> MentionTrigger? {
    let caret = CharacterCursor(text, roundingDown: utf8Offset)
    // The cheap check of the surroundings comes first: most keys end here and never read the earlier text.
    guard let name = TriggerName(endingAt: caret.index, in: text), opens(at: name.symbol, in: text) else {
      return nil
    }
    let symbol = CharacterCursor(text, at: name.symbol).utf8Offset
    let range = symbol..<caret.utf8Offset
    guard !isMentioned(range), context.admits(symbol, in: text) else { return nil }
    return MentionTrigger(kind: name.kind, range: range, query: String(text[name.query]))
  }

  /// Whether a symbol is allowed here: at the start, after a blank or after opening punctuation.
  private static func opens(at symbol: String.Index, in text: String) -> Bool {
    guard symbol > text.startIndex else { return true }
    let before = text.unicodeScalars[text.unicodeScalars.index(before: symbol)]
    return CharacterKind(before).isBlank || before.isOpeningPunctuation
  }
}

extension DraftDocument {
  /// The trigger that ends at a caret in this draft.
  public func trigger(atUTF8 utf8Offset: Int) -> MentionTrigger? {
    var context = TriggerContext()
    return trigger(atUTF8: utf8Offset, &context)
  }

  /// The same for several carets in ascending order, which read the text before them once.
  func trigger(atUTF8 utf8Offset: Int, _ context: inout TriggerContext) -> MentionTrigger? {
    MentionTrigger.at(caret: utf8Offset, in: text, &context) {
      mentionList.firstIndex(overlapping: $0) != nil
    }
  }
}

extension [MentionSpan] {
  /// Whether a mention covers any of the bytes, or contains the end of the range, where the caret is.
  fileprivate func touch(_ range: Range<Int>) -> Bool {
    // Among the mentions that begin before the end of the range, the last one also ends last.
    let end = partitioningIndex { $0.range.lowerBound >= range.upperBound }
    return end > 0 && self[end - 1].range.upperBound > range.lowerBound
  }
}

/// The contexts in which a symbol is not a trigger: an address or code.
///
/// For one text only. For symbols in ascending order it reads the text once, however many there are.
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

/// Addresses in the typed text: their symbols are not triggers.
///
/// For ascending positions in one text, the text is read once.
struct TypedAddresses {
  /// The last position, and whether it was in an address, which continues up to the next blank.
  private var last = 0
  private var isAddress = false

  /// Whether the stretch without blanks that reaches up to the UTF-8 offset of a symbol is an address.
  mutating func reach(_ utf8Offset: Int, in text: String) -> Bool {
    isAddress = addressReaches(utf8Offset, in: text)
    last = utf8Offset
    return isAddress
  }

  private func addressReaches(_ utf8Offset: Int, in text: String) -> Bool {
    let bytes = text.utf8.span
    var start = utf8Offset
    // Reads bytes, and decodes a scalar only where it might be a blank, because a very long run of letters may precede a
    // bracket.
    while start > last {
      let byte = bytes[start - 1]
      if byte == UInt8(ascii: ":"), start + 1 < utf8Offset, bytes[start] == UInt8(ascii: "/"),
        bytes[start + 1] == UInt8(ascii: "/")
      {
        return true
      }
      if Self.mayBeginBlank(byte) {
        let scalar = text.unicodeScalars[text.index(utf8: start - 1)]
        if scalar.properties.isWhitespace {
          start += UTF8.width(scalar) - 1
          break
        }
      }
      start -= 1
    }
    // The same stretch as before: only its beginning can make it an address, and that was checked.
    if start == last, last > 0 { return isAddress }
    return Self.beginsAddress(text.slice(utf8: start..<utf8Offset).unicodeScalars)
  }

  /// Whether a blank in UTF-8 can begin with this byte: ASCII's, U+0085, U+00A0, U+1680, those from U+2000 on, U+3000.
  private static func mayBeginBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0xC2, 0xE1, 0xE2, 0xE3: true
    default: false
    }
  }

  private static func beginsAddress(_ stretch: Substring.UnicodeScalarView) -> Bool {
    let address = stretch.drop { $0.isOpeningPunctuation }
    return ["www.", "mailto:"].contains { prefix in
      address.prefix(prefix.unicodeScalars.count).map(\.asciiLowercase).elementsEqual(prefix.unicodeScalars)
    }
  }
}

extension Unicode.Scalar {
  var asciiLowercase: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
  }
}
