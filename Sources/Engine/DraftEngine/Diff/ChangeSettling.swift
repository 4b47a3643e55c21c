/// Chooses one of the places where the same insertion or removal could have happened.
///
/// `Bob and Bob` becomes `Bob` by removing either name. Prefers the place that touches no mention and fuses with none, then a
/// place between words.
enum ChangeSettling {
  /// The maximum distance if every place has to be checked in detail.
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
    // A place between words that touches no mention has the best score.
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
  /// The first mention at or after the change that would then begin or end inside a Character.
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
