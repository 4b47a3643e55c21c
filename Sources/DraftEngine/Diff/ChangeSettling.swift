/// Chooses among the places where the same insertion or removal could have happened.
///
/// `Bob and Bob` becomes `Bob` by removing either name. The place that touches no mention and fuses with none is
/// taken, then the one that falls between words.
enum ChangeSettling {
  /// How far a change is moved at most.
  private static let limit = 512

  static func settle(
    _ change: ChangedRange, old: Span<UInt8>, newText: String, mentions: MentionList, from floor: Int = 0
  ) -> ChangedRange {
    guard change.old.isEmpty != change.new.isEmpty else { return change }
    let isInsertion = change.old.isEmpty
    let range = isInsertion ? change.new : change.old
    let bytes = isInsertion ? newText.utf8Span.span : old
    var best = change
    var bestScore = score(change, newText: newText, mentions: mentions, bytes: bytes, range: range)
    let furthest = min(limit, change.old.lowerBound - floor)
    var distance = 0
    while distance < furthest,
      bytes[range.lowerBound - distance - 1] == bytes[range.upperBound - distance - 1]
    {
      distance += 1
      let start = range.lowerBound - distance
      if CommonEnds.isInsideScalar(bytes, start) { continue }
      let moved = ChangedRange(
        old: (change.old.lowerBound - distance)..<(change.old.upperBound - distance),
        new: (change.new.lowerBound - distance)..<(change.new.upperBound - distance))
      let movedRange = start..<(range.upperBound - distance)
      let score = score(moved, newText: newText, mentions: mentions, bytes: bytes, range: movedRange)
      if score > bestScore {
        best = moved
        bestScore = score
      }
    }
    return best
  }

  private static func score(
    _ change: ChangedRange, newText: String, mentions: MentionList, bytes: Span<UInt8>, range: Range<Int>
  ) -> Int {
    let isFree = mentions.firstIndex(touchedBy: change.old) == nil && !fuses(change, newText, mentions)
    let startsWord = WordBreaks.isBreak(range.lowerBound, in: bytes)
    let endsWord = WordBreaks.isBreak(range.upperBound, in: bytes)
    return (isFree ? 4 : 0) + (startsWord ? 1 : 0) + (endsWord ? 1 : 0)
  }

  /// Whether a mention right beside the change would begin or end inside a Character after it.
  private static func fuses(_ change: ChangedRange, _ newText: String, _ mentions: MentionList) -> Bool {
    let before = mentions.firstIndex(endingAfter: change.old.lowerBound - 1)
    if before < mentions.count, mentions.ranges[before].upperBound == change.old.lowerBound,
      !newText.isCharacterBoundary(utf8: change.new.lowerBound)
    {
      return true
    }
    return mentions.firstIndex(startingAt: change.old.upperBound) != nil
      && !newText.isCharacterBoundary(utf8: change.new.upperBound)
  }
}
