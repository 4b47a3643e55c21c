extension DraftDocument {
  /// The UTF-8 offset of a Character; `count` gives the end of the text.
  public func utf8Offset(ofCharacter offset: Int) throws(DraftError) -> Int {
    guard let found = text.utf8Offset(ofCharacter: offset) else {
      throw .offsetOutOfRange(offset: offset, count: count)
    }
    return found
  }

  /// The number of Characters before a UTF-8 offset; a Character split there does not count.
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

  /// A mention as callers see it.
  func mention(at index: Int) -> Mention {
    let span = mentionList[index]
    let offset = text.characterOffset(ofUTF8: span.range.lowerBound)
    let end = text.characterOffset(ofUTF8: span.range.upperBound)
    return Mention(offset: offset, length: end - offset, target: span.target)
  }
}
