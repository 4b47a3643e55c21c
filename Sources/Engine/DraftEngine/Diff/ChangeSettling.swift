/// Chooses one of the places where the same insertion or removal could have happened.
///
/// `Bob and Bob` becomes `Bob` by removing `Bob and ` or ` and Bob`. Prefers a place that touches no mention and leaves no edge of
/// one inside a Character, then a place between words.
enum ChangeSettling {
  /// The maximum distance of the second search, which also checks every place for fused Characters.
  private static let closeLimit = 64

  static func settle(
    _ change: ChangedRange, old: Span<UInt8>, newText: String, mentions: MentionList, from floor: Int = 0
  ) -> ChangedRange {
    guard change.old.isEmpty != change.new.isEmpty else { return change }
    let bytes = change.old.isEmpty ? newText.utf8Span.span : old
    let settled = best(of: change, in: bytes, limit: .max, floor: floor) { moved in
      mentions.firstIndex(touchedBy: moved.old) == nil
    }
    guard mentions.firstIndex(fusedBy: settled, in: newText) != nil else { return settled }
    return best(of: change, in: bytes, limit: closeLimit, floor: floor) { moved in
      mentions.firstIndex(touchedBy: moved.old) == nil
        && mentions.firstIndex(fusedBy: moved, in: newText) == nil
    }
  }

  private static func best(
    of change: ChangedRange, in bytes: Span<UInt8>, limit: Int, floor: Int,
    isFree: (ChangedRange) -> Bool
  ) -> ChangedRange {
    let isInsertion = change.old.isEmpty
    let range = isInsertion ? change.new : change.old
    var best = change
    var bestScore = (isFree(change) ? 4 : 0) + wordScore(range, in: bytes)
    let furthest = min(limit, change.old.lowerBound - floor)
    var distance = 0
    // 6 is the best score: a place between words that touches no mention.
    while distance < furthest, bestScore < 6,
      bytes[range.lowerBound - distance - 1] == bytes[range.upperBound - distance - 1]
    {
      distance += 1
      let start = range.lowerBound - distance
      if CommonEnds.isInsideScalar(bytes, start) { continue }
      let moved = ChangedRange(
        old: (change.old.lowerBound - distance)..<(change.old.upperBound - distance),
        new: (change.new.lowerBound - distance)..<(change.new.upperBound - distance))
      let wordScore = wordScore(start..<(range.upperBound - distance), in: bytes)
      if wordScore + 4 <= bestScore { continue }
      let score = (isFree(moved) ? 4 : 0) + wordScore
      if score > bestScore {
        best = moved
        bestScore = score
      }
    }
    return best
  }

  /// The number of ends of the range that are between words.
  private static func wordScore(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int {
    (WordBreaks.isBreak(range.lowerBound, in: bytes) ? 1 : 0)
      + (WordBreaks.isBreak(range.upperBound, in: bytes) ? 1 : 0)
  }
}

extension MentionList {
  /// The first mention, directly before the change or after it, that would begin or end inside a Character of the new text.
  func firstIndex(fusedBy change: ChangedRange, in newText: String) -> Int? {
    var index = firstIndex(endingAfter: change.old.lowerBound - 1)
    if index == count { return nil }
    if ranges[index].upperBound == change.old.lowerBound {
      if !newText.isCharacterBoundary(utf8: change.new.lowerBound) { return index }
      index += 1
    }
    let reach = MentionRule.reach(of: change.new, in: newText)
    guard index < count, ranges[index].lowerBound + change.shift <= reach.upperBound else { return nil }
    var walk = CharacterWalk(newText, fromCharacterAtOrBefore: change.new.upperBound)
    while index < count {
      let range = (ranges[index].lowerBound + change.shift)..<(ranges[index].upperBound + change.shift)
      if range.lowerBound > reach.upperBound || range.upperBound > newText.utf8.count { return nil }
      if range.lowerBound >= change.new.upperBound, !walk.reaches(range) { return index }
      index += 1
    }
    return nil
  }
}

extension ChangedRange {
  /// The number of bytes on each side of a change that are also compared, so that every mention has surroundings.
  private static let context = 48

  /// The differing part of a stretch, with its surroundings; nil if there is no difference.
  func narrowed(old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList) -> ChangedRange?
  {
    guard let middle = CommonEnds.middle(of: oldBytes, in: old, and: newBytes, in: new) else { return nil }
    return middle.widened(within: self, old: oldBytes, new: newBytes, mentions: mentions)
  }

  /// The change with its surroundings, extended to whole words and whole mentions.
  ///
  /// - Parameter stretch: the limits of the result. Between the change and these limits both texts are the same; beyond them, they
  ///   may differ.
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
  /// A change grows at most to its neighbours, because only the text between changes is the same in both drafts. If a word
  /// continues across that border, the neighbour grows too, and the two are joined.
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
