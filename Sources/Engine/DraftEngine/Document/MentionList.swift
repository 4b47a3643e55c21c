/// The mentions of a draft: ascending, disjoint and not empty.
///
/// Ranges and targets are stored separately, so that an edit that only shifts mentions copies no ids.
struct MentionList: Hashable, Sendable {
  var ranges: [Range<Int>] = []
  var targets: [MentionTarget] = []

  var count: Int { ranges.count }
  var isEmpty: Bool { ranges.isEmpty }
  var spans: [MentionSpan] { isEmpty ? [] : zip(ranges, targets).map { MentionSpan($0, $1) } }

  subscript(index: Int) -> MentionSpan { MentionSpan(ranges[index], targets[index]) }

  /// The first mention that ends after the offset, or `count`.
  func firstIndex(endingAfter utf8Offset: Int) -> Int {
    ranges.partitioningIndex { $0.upperBound > utf8Offset }
  }

  /// The mention that shares a byte with the range.
  func firstIndex(overlapping range: Range<Int>) -> Int? {
    let index = firstIndex(endingAfter: range.lowerBound)
    return index < count && ranges[index].lowerBound < range.upperBound ? index : nil
  }

  /// The first mention that replacing the range would touch.
  func firstIndex(touchedBy range: Range<Int>) -> Int? {
    let index = firstIndex(endingAfter: range.lowerBound)
    return index < count && MentionRule.touches(ranges[index], range) ? index : nil
  }

  /// The mention that begins at the offset.
  func firstIndex(startingAt utf8Offset: Int) -> Int? {
    let index = firstIndex(endingAfter: utf8Offset)
    return index < count && ranges[index].lowerBound == utf8Offset ? index : nil
  }

  /// Adds a mention that must not be empty or overlap another.
  mutating func insert(_ span: MentionSpan) {
    let index = firstIndex(endingAfter: span.range.lowerBound)
    ranges.insert(span.range, at: index)
    targets.insert(span.target, at: index)
  }

  mutating func append(_ span: MentionSpan) {
    ranges.append(span.range)
    targets.append(span.target)
  }

  mutating func remove(at index: Int) {
    ranges.remove(at: index)
    targets.remove(at: index)
  }
}

/// The rule for which edits a mention survives.
///
/// A mention survives text inserted directly before or after its words, and a removal of adjacent text. Text inserted inside it, or
/// the removal of any part of it, removes the mention but not the remaining words. So does an edit that leaves an edge of the
/// mention inside a Character, because a combining mark or a joiner fused with its first or last Character.
enum MentionRule {
  /// Whether replacing `change` would touch the words in `mention`.
  @inline(__always)
  static func touches(_ mention: Range<Int>, _ change: Range<Int>) -> Bool {
    change.upperBound > mention.lowerBound && change.lowerBound < mention.upperBound
  }

  /// The offsets at which a change can move Character boundaries: from its start to the first ordinary scalar after it.
  ///
  /// A boundary depends on the scalar after it and on the Character before it, so no boundary after that scalar can move.
  static func reach(of change: Range<Int>, in text: String) -> ClosedRange<Int> {
    let bytes = text.utf8Span.span
    var end = change.upperBound
    while end < bytes.count, OrdinaryScalar.length(in: bytes, at: end) == 0 {
      end += 1
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return change.lowerBound...end
  }
}
