extension ChangedRange {
  /// The change with `context` bytes on both sides, and then with whole words and whole mentions.
  func widened(
    by context: Int, old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList
  ) -> ChangedRange {
    var before = min(context, old.lowerBound, new.lowerBound)
    let start = mentions.firstIndex(endingAfter: old.lowerBound - before)
    if start < mentions.count, mentions.ranges[start].lowerBound < old.lowerBound - before {
      before = old.lowerBound - mentions.ranges[start].lowerBound
    }
    while !WordBreaks.isBreak(old.lowerBound - before, in: oldBytes)
      || !WordBreaks.isBreak(new.lowerBound - before, in: newBytes)
    {
      before += 1
    }
    var after = min(context, oldBytes.count - old.upperBound, newBytes.count - new.upperBound)
    let end = mentions.firstIndex(endingAfter: old.upperBound + after)
    if end < mentions.count, mentions.ranges[end].lowerBound < old.upperBound + after {
      after = mentions.ranges[end].upperBound - old.upperBound
    }
    while !WordBreaks.isBreak(old.upperBound + after, in: oldBytes)
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
  /// Adds a change behind the others; one that begins where the last one ends, or in it, becomes part of it.
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
