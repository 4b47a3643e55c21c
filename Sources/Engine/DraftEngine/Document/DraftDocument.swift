/// The text of an unsent message and the mentions in it, as a value.
///
/// Offsets and lengths count Characters. APIs that end in `UTF8` or take a `utf8Offset` count bytes, which are found in constant
/// time. Mentions are always in text order, never empty, never overlap, and begin and end between Characters.
public struct DraftDocument: Sendable {
  /// The text, including mentions.
  public internal(set) var text = ""
  /// The number of edits so far. Drafts of the same revision can differ in content.
  public internal(set) var revision = 0
  var mentionList = MentionList()

  /// Creates an empty draft.
  public init() {}

  /// Creates a draft from these elements, with their text byte for byte. A mention is kept wherever possible.
  ///
  /// Two elements may share a Character: an accent at the beginning of one belongs to the last letter of the previous one. A
  /// mention then covers the Characters that belong only to it or, if there are none, the Character that it is a part of,
  /// unless the previous mention covers that. A link without text is not a mention. Use `init(exactly:)` to detect these cases.
  public init(elements: [MessageElement]) {
    self.init()
    let spans = join(elements)
    var walk = CharacterWalk(text)
    var end = 0
    for span in spans {
      guard let range = walk.charactersOfMention(in: span.range, after: end) else { continue }
      mentionList.append(MentionSpan(range, span.target))
      end = range.upperBound
    }
  }

  /// Creates a draft from these elements if every link becomes a mention with exactly its text. Otherwise throws the reason: a
  /// link has no text, or shares a Character with its neighbour.
  public init(exactly elements: [MessageElement]) throws(DraftError) {
    self.init()
    let spans = join(elements)
    try add(spans)
  }

  /// Appends the text of the elements to an empty draft.
  ///
  /// - Returns: the byte range of each link.
  private mutating func join(_ elements: [MessageElement]) -> [MentionSpan] {
    var spans: [MentionSpan] = []
    var length = 0
    for element in elements {
      let start = length
      length += element.text.utf8.count
      text += element.text
      if let target = element.target { spans.append(MentionSpan(start..<length, target)) }
    }
    return spans
  }

  /// Whether the draft is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// The number of Characters in the text.
  public var count: Int { text.characterCount }

  /// The number of bytes in the text.
  public var utf8Count: Int { text.utf8.count }

  /// The mentions in text order, counted in Characters.
  public var mentions: [Mention] {
    var walk = CharacterWalk(text)
    return mentionList.spans.map { span in
      walk.advance(toUTF8: span.range.lowerBound)
      let offset = walk.characters
      walk.advance(toUTF8: span.range.upperBound)
      return Mention(offset: offset, length: walk.characters - offset, target: span.target)
    }
  }

  /// The mentions in text order, counted in UTF-8 bytes.
  public var mentionSpans: [MentionSpan] { mentionList.spans }

  /// The text as elements: mentions as links, the text between them as plain text.
  public var elements: [MessageElement] { elements(inUTF8: 0..<utf8Count) }

  /// The elements of a part of the text; a mention that is only partly inside becomes plain text.
  func elements(inUTF8 part: Range<Int>) -> [MessageElement] {
    var result: [MessageElement] = []
    var end = part.lowerBound
    var index = mentionList.firstIndex(endingAfter: part.lowerBound)
    while index < mentionList.count, mentionList.ranges[index].upperBound <= part.upperBound {
      let range = mentionList.ranges[index]
      if range.lowerBound >= end {
        if range.lowerBound > end {
          result.append(.plainText(text: String(text.slice(utf8: end..<range.lowerBound))))
        }
        result.append(.link(text: String(text.slice(utf8: range)), target: mentionList.targets[index]))
        end = range.upperBound
      }
      index += 1
    }
    if end < part.upperBound {
      result.append(.plainText(text: String(text.slice(utf8: end..<part.upperBound))))
    }
    return result
  }

  /// Adds mentions, or throws at the first invalid one.
  mutating func add(_ spans: [MentionSpan]) throws(DraftError) {
    for span in spans {
      let range = span.range
      guard range.lowerBound >= 0, range.upperBound <= utf8Count else {
        let outside = range.lowerBound < 0 ? range.lowerBound : range.upperBound
        throw .utf8OffsetOutOfRange(utf8Offset: outside, count: utf8Count)
      }
      guard !range.isEmpty else {
        throw .emptyMention(offset: text.characterOffset(ofUTF8: range.lowerBound))
      }
      for edge in [range.lowerBound, range.upperBound] where !text.isCharacterBoundary(utf8: edge) {
        throw .splitsCharacter(utf8Offset: edge)
      }
      if let index = mentionList.firstIndex(overlapping: range) {
        let offset = text.characterOffset(ofUTF8: range.lowerBound)
        let length = text.characterOffset(ofUTF8: range.upperBound) - offset
        throw .overlappingMention(offset: offset, length: length, existing: mention(at: index))
      }
      mentionList.insert(span)
    }
  }
}

extension DraftDocument {
  /// The UTF-8 offset of a Character; `count` gives the end of the text.
  public func utf8Offset(ofCharacter offset: Int) throws(DraftError) -> Int {
    guard let found = text.utf8Offset(ofCharacter: offset) else {
      throw .offsetOutOfRange(offset: offset, count: count)
    }
    return found
  }

  /// The number of Characters before a UTF-8 offset; a Character that the offset splits does not count.
  public func characterOffset(ofUTF8 utf8Offset: Int) throws(DraftError) -> Int {
    guard (0...utf8Count).contains(utf8Offset) else {
      throw .utf8OffsetOutOfRange(utf8Offset: utf8Offset, count: utf8Count)
    }
    return text.characterOffset(ofUTF8: utf8Offset)
  }

  /// The UTF-8 range of `length` Characters from `offset`.
  public func utf8Range(offset: Int, length: Int) throws(DraftError) -> Range<Int> {
    let start = try utf8Offset(ofCharacter: offset)
    guard length >= 0 else { throw .lengthOutOfRange(offset: offset, length: length, count: count) }
    var walk = CharacterWalk(text, from: start, characters: offset)
    let (end, overflow) = offset.addingReportingOverflow(length)
    guard !overflow, walk.advance(toCharacter: end) else {
      throw .lengthOutOfRange(offset: offset, length: length, count: count)
    }
    return start..<walk.utf8Offset
  }

  /// The index of the mention that begins at this Character.
  func mentionIndex(startingAt offset: Int) -> Int? {
    text.utf8Offset(ofCharacter: offset).flatMap { mentionList.firstIndex(startingAt: $0) }
  }

  /// The mention at an index, counted in Characters.
  func mention(at index: Int) -> Mention {
    let span = mentionList[index]
    let offset = text.characterOffset(ofUTF8: span.range.lowerBound)
    let end = text.characterOffset(ofUTF8: span.range.upperBound)
    return Mention(offset: offset, length: end - offset, target: span.target)
  }
}

/// Two drafts are equal if they have the same bytes and the same mentions in the same places. The revision is ignored; the same
/// text in another Unicode normalisation is not equal.
extension DraftDocument: Hashable {
  public static func == (left: DraftDocument, right: DraftDocument) -> Bool {
    left.mentionList == right.mentionList && left.text.isIdentical(to: right.text)
  }

  public func hash(into hasher: inout Hasher) {
    text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(mentionList)
  }
}

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
  /// The mention would overlap an existing one. All offsets and lengths count Characters.
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
