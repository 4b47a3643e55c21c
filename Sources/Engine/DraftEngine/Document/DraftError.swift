/// Why a draft refused an edit. The draft is unchanged.
public enum DraftError: Error, Hashable, Sendable {
  /// The offset is negative or past the end of a text of `count` Characters.
  case offsetOutOfRange(offset: Int, count: Int)
  /// The length is negative or reaches past the end of a text of `count` Characters.
  case lengthOutOfRange(offset: Int, length: Int, count: Int)
  /// A mention needs at least one Character.
  case emptyMention(offset: Int)
  /// The target of the mention is empty: it has no id or address.
  case emptyTarget(MentionTarget)
  /// The mention would overlap an existing one. Counted in Characters.
  case overlappingMention(offset: Int, length: Int, existing: Mention)
  /// The suggestion was made for `expected`, but the text there is now `found`.
  case staleSuggestion(offset: Int, expected: String, found: String)
  /// The UTF-8 offset is outside a text of `count` bytes.
  case utf8OffsetOutOfRange(utf8Offset: Int, count: Int)
  /// The UTF-8 offset would split a Unicode scalar or, for a mention, a Character.
  case splitsCharacter(utf8Offset: Int)
  /// The changes of a transaction are not in ascending order, or two of them overlap.
  case unorderedChanges(utf8Offset: Int)
  /// The transaction removes a mention that does not exist.
  case noSuchMention(utf8Offset: Int)
  /// The draft was edited without its history, which is at revision `expected`.
  case historyOutOfStep(expected: Int, found: Int)
}

extension DraftError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .offsetOutOfRange(let offset, let count):
      "offset \(offset) is outside a text of \(count) characters"
    case .lengthOutOfRange(let offset, let length, let count):
      "\(length) characters from offset \(offset) do not fit a text of \(count) characters"
    case .emptyMention(let offset):
      "a mention at offset \(offset) would be empty"
    case .emptyTarget(.user): "a mention of a person without an id"
    case .emptyTarget(.channel): "a reference to a channel without an id"
    case .emptyTarget(.url): "a link without an address"
    case .overlappingMention(let offset, let length, let existing):
      "a mention of \(length) characters at offset \(offset) would overlap the one of"
        + " \(existing.length) characters at offset \(existing.offset)"
    case .staleSuggestion(let offset, let expected, let found):
      "the suggestion was for \"\(expected)\" at offset \(offset), where \"\(found)\" stands now"
    case .utf8OffsetOutOfRange(let utf8Offset, let count):
      "UTF-8 offset \(utf8Offset) is outside a text of \(count) bytes"
    case .splitsCharacter(let utf8Offset):
      "UTF-8 offset \(utf8Offset) is in the middle of a character"
    case .unorderedChanges(let utf8Offset):
      "the change at UTF-8 offset \(utf8Offset) is out of order or overlaps the one before it"
    case .noSuchMention(let utf8Offset):
      "no such mention begins at UTF-8 offset \(utf8Offset)"
    case .historyOutOfStep(let expected, let found):
      "the history stands at revision \(expected), and the draft at \(found)"
    }
  }
}
