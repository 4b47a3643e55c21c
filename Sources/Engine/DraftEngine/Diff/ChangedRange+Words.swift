extension ChangedRange {
  /// The number of bytes on each side of a change that are compared too, so that every mention has surroundings.
  private static let context = 48

  /// The differing part of a stretch, with its surroundings; nil if there is no difference.
  func narrowed(old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList) -> ChangedRange?
  {
    guard let middle = CommonEnds.middle(of: oldBytes, in: old, and: newBytes, in: new) else { return nil }
    return middle.widened(within: self, old: oldBytes, new: newBytes, mentions: mentions)
  }

  /// The change with its surroundings, extended to whole words and whole mentions.
  ///
  /// - Parameter stretch: the limits of the result. Both texts are the same up to its ends, but may differ beyond them.
  func widened(
    within stretch: ChangedRange, old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList
  ) -> ChangedRange {
    let roomBefore = old.lowerBound - stretch.old.lowerBound
    var before = min(Self.context, roomBefore)
    let start = mentions.firstIndex(endingAfter: old.lowerBound - before)
    if start < mentions.count, mentions.ranges[start].lowerBound < old.lowerBound - before {
      before = min(roomBefore, old.lowerBound - mentions.ranges[start].lowerBound)
    }
    while before < roomBefore,
      !WordBreaks.isBreak(old.lowerBound - before, in: oldBytes)
        || !WordBreaks.isBreak(new.lowerBound - before, in: newBytes)
    {
      before += 1
    }
    let roomAfter = stretch.old.upperBound - old.upperBound
    var after = min(Self.context, roomAfter)
    let end = mentions.firstIndex(endingAfter: old.upperBound + after)
    if end < mentions.count, mentions.ranges[end].lowerBound < old.upperBound + after {
      after = min(roomAfter, mentions.ranges[end].upperBound - old.upperBound)
    }
    while after < roomAfter,
      !WordBreaks.isBreak(old.upperBound + after, in: oldBytes)
        || !WordBreaks.isBreak(new.upperBound + after, in: newBytes)
    {
      after += 1
    }
    return ChangedRange(
      old: (old.lowerBound - before)..<(old.upperBound + after),
      new: (new.lowerBound - before)..<(new.upperBound + after))
  }
}

extension [ChangedRange] {
  /// The changes extended to whole words, Characters and mentions of both drafts; changes that share one are joined.
  ///
  /// A change grows at most to its neighbours, because up to there both texts are the same; anything it would split
  /// there belongs to the neighbour as well.
  func inWholeWords(old: DraftDocument, new: DraftDocument) -> [ChangedRange] {
    var result: [ChangedRange] = []
    for (index, change) in enumerated() {
      let floor = index > 0 ? self[index - 1].old.upperBound : 0
      let ceiling = index + 1 < count ? self[index + 1].old.lowerBound : old.utf8Count
      var before = 0
      while change.old.lowerBound - before > floor,
        !(old.canPart(at: change.old.lowerBound - before) && new.canPart(at: change.new.lowerBound - before))
      {
        before += 1
      }
      var after = 0
      while change.old.upperBound + after < ceiling,
        !(old.canPart(at: change.old.upperBound + after) && new.canPart(at: change.new.upperBound + after))
      {
        after += 1
      }
      result.appendJoining(
        ChangedRange(
          old: (change.old.lowerBound - before)..<(change.old.upperBound + after),
          new: (change.new.lowerBound - before)..<(change.new.upperBound + after)))
    }
    return result
  }

  /// Appends a change; one that begins in the last change or at its end is joined to it.
  mutating func appendJoining(_ change: ChangedRange) {
    guard let last, last.old.upperBound >= change.old.lowerBound, last.new.upperBound >= change.new.lowerBound
    else {
      append(change)
      return
    }
    self[count - 1] = ChangedRange(
      old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
  }
}

extension DraftDocument {
  /// Whether no word, no Character and no mention continues across this place.
  fileprivate func canPart(at utf8Offset: Int) -> Bool {
    WordBreaks.isBreak(utf8Offset, in: text.utf8Span.span) && text.isCharacterBoundary(utf8: utf8Offset)
      && mentionList.firstIndex(touchedBy: utf8Offset..<utf8Offset) == nil
  }
}
