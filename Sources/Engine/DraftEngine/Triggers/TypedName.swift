/// An `@` followed by a possible name, as plain text. A client decides which user it is, if any.
///
/// It is found where ``MentionTrigger`` finds one: not in a mention, an address or code, and not after a letter or a backslash.
public struct TypedName: Hashable, Sendable {
  /// The UTF-8 offset of the `@`.
  public let offset: Int
  /// The texts after the `@` that may be the name, the longest first: a name can contain blanks, and a full stop after it may or
  /// may not be part of it. Each begins with the last one.
  public let candidates: [String]

  /// The shortest text that may be the name; it is part of the name or id of every possible user.
  public var stem: String { candidates.last ?? "" }

  /// The byte range from the `@` to the end of a candidate.
  public func range(of candidate: String) -> Range<Int> { offset..<offset + 1 + candidate.utf8.count }
}

extension DraftDocument {
  /// The names in the plain text, in order.
  ///
  /// - Parameter limit: the maximum number of names; a very long run of `@` is not searched to its end.
  public func typedNames(limit: Int = 32) -> [TypedName] {
    var names: [TypedName] = []
    var offset = 0
    var context = TriggerContext()
    while names.count < limit, let symbol = nextSymbol(from: offset) {
      offset = symbol + 1
      guard let name = typedName(at: symbol, &context) else { continue }
      names.append(name)
      offset = symbol + 1 + name.stem.utf8.count
    }
    return names
  }

  private func nextSymbol(from start: Int) -> Int? {
    let bytes = text.utf8.span
    return (start..<bytes.count).first { bytes[$0] == UInt8(ascii: "@") }
  }

  private func typedName(at symbol: Int, _ context: inout TriggerContext) -> TypedName? {
    let start = text.index(utf8: symbol + 1)
    let next = mentionList.firstIndex(endingAfter: symbol)
    let end =
      next < mentionList.count ? text.index(utf8: max(mentionList.ranges[next].lowerBound, symbol + 1)) : nil
    let tail = NameTail(text.unicodeScalars[start..<(end ?? text.endIndex)])
    guard let first = tail.firstRunEnd else { return nil }
    // The symbol counts only where it would open suggestions.
    let caret = symbol + 1 + text.utf8.distance(from: start, to: first)
    guard let trigger = trigger(atUTF8: caret, &context), trigger.kind == .user,
      trigger.range == symbol..<caret
    else {
      return nil
    }
    let candidates = tail.ends.reversed().map { String(text[start..<$0]) }
    return candidates.isEmpty ? nil : TypedName(offset: symbol, candidates: candidates)
  }
}

/// The text after an `@`, and the places where a name can end.
private struct NameTail {
  /// Names with more words than this are found by their first word.
  private static let mostWords = 6

  /// The end of the letters directly after the symbol; nil if there are none.
  private(set) var firstRunEnd: String.Index?
  /// The places where a name can end, ascending.
  private(set) var ends: [String.Index] = []

  init(_ scalars: Substring.UnicodeScalarView) {
    var place = scalars.startIndex
    for _ in 0..<Self.mostWords {
      let start = place
      while place < scalars.endIndex, TriggerName.canHold(scalars[place]) {
        place = scalars.index(after: place)
        guard scalars.distance(from: start, to: place) <= TriggerName.longest else { return }
      }
      guard place > start else { return }
      if firstRunEnd == nil { firstRunEnd = place }
      guard place == scalars.endIndex || scalars[place].canFollowName else { return }
      addEnds(start..<place, scalars)
      // The next word of a name is one blank or mark away.
      guard place < scalars.endIndex, !CharacterKind(scalars[place]).isNewline else { return }
      place = scalars.index(after: place)
    }
  }

  /// A name ends with its last letter or with one of the marks after it.
  private mutating func addEnds(_ run: Range<String.Index>, _ scalars: Substring.UnicodeScalarView) {
    var ends = [run.upperBound]
    var end = run.upperBound
    while end > run.lowerBound {
      let last = scalars.index(before: end)
      guard [".", "-", "_"].contains(scalars[last]), last > run.lowerBound else { break }
      end = last
      ends.append(end)
    }
    self.ends += ends.reversed()
  }
}

extension CharacterKind {
  fileprivate var isNewline: Bool { self == .newline }
}

extension Unicode.Scalar {
  /// Whether the scalar can directly follow a name: blanks, most punctuation and emoji. `@swift/core`, `@a=1` and
  /// `@ann@example.org` contain no name.
  fileprivate var canFollowName: Bool {
    switch self {
    case "@", "#", "/", "\\", "%", "&", "*": false
    default:
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
      case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .dashPunctuation,
        .otherPunctuation, .otherSymbol:
        true
      default: false
      }
    }
  }
}
