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
