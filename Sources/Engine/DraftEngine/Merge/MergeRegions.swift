/// A changed place: its range in the common ancestor and in the two copies, in UTF-8 offsets of each.
struct MergePlace {
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
  /// Whether our copy changed something here too.
  var isShared: Bool
}

/// The places that the other copy changed, in text order, each with our changes there.
struct MergeRegions {
  private(set) var places: [MergePlace] = []

  init(base: DraftDocument, ours: DraftDocument, theirs: DraftDocument) {
    let ourChanges = base.changes(to: ours)
    let theirChanges = base.changes(to: theirs)
    let toOurs = PositionMapping(ourChanges)
    let toTheirs = PositionMapping(theirChanges)
    var ourNext = 0
    var theirNext = 0
    while theirNext < theirChanges.count {
      var range = theirChanges[theirNext].old
      while ourNext < ourChanges.count, ourChanges[ourNext].old.isBefore(range) { ourNext += 1 }
      let theirFirst = theirNext
      let ourFirst = ourNext
      theirNext += 1
      // A change of one side can reach into the next change of the other, so the place grows until it overlaps none.
      while true {
        if ourNext < ourChanges.count, ourChanges[ourNext].old.collides(with: range) {
          range = range.union(ourChanges[ourNext].old)
          ourNext += 1
        } else if theirNext < theirChanges.count, theirChanges[theirNext].old.collides(with: range) {
          range = range.union(theirChanges[theirNext].old)
          theirNext += 1
        } else {
          break
        }
      }
      places.append(
        MergePlace(
          base: range, ours: toOurs.hull(of: range, changes: ourChanges[ourFirst..<ourNext]),
          theirs: toTheirs.hull(of: range, changes: theirChanges[theirFirst..<theirNext]),
          isShared: ourFirst < ourNext))
    }
  }
}

extension DraftDocument {
  /// The changes that a copy made to this draft's text and mentions, in whole words and whole mentions.
  ///
  /// A mention that was added, removed or retargeted is a change of its text, even if the text is the same.
  fileprivate func changes(to copy: DraftDocument) -> [ChangedRange] {
    let textChanges = TextDiff.wordChanges(from: self, to: copy)
    let mapping = PositionMapping(textChanges)
    var result = textChanges
    for span in mentionSpans where !textChanges.contains(where: { $0.old.covers(span.range) }) {
      let place = mapping.map(span.range)
      if copy.has(MentionSpan(place, span.target)) { continue }
      result.append(ChangedRange(old: span.range, new: place))
    }
    let back = mapping.inverted
    for span in copy.mentionSpans where !textChanges.contains(where: { $0.new.covers(span.range) }) {
      let place = back.map(span.range)
      if has(MentionSpan(place, span.target)) { continue }
      result.append(ChangedRange(old: place, new: span.range))
    }
    return result.count == textChanges.count ? textChanges : result.joiningOverlaps
  }

  private func has(_ span: MentionSpan) -> Bool {
    mentionList.firstIndex(startingAt: span.range.lowerBound).map { mentionList[$0] == span } ?? false
  }
}

extension [ChangedRange] {
  /// In text order. Overlapping mentions, one from before and one from after, are one change.
  fileprivate var joiningOverlaps: [ChangedRange] {
    var result: [ChangedRange] = []
    let ordered = sorted { ($0.old.lowerBound, $0.old.upperBound) < ($1.old.lowerBound, $1.old.upperBound) }
    for change in ordered {
      if let last = result.last, last.old.overlaps(change.old) {
        result[result.count - 1] = ChangedRange(
          old: last.old.union(change.old), new: last.new.union(change.new))
      } else {
        result.append(change)
      }
    }
    return result
  }
}

extension Range<Int> {
  fileprivate func covers(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }

  /// Whether this change of the ancestor ends before the other one begins.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool {
    upperBound <= other.lowerBound && !collides(with: other)
  }

  /// Whether two changes of the ancestor are at the same place: they share a byte, one falls inside the other, or both
  /// insert at the same point.
  fileprivate func collides(with other: Range<Int>) -> Bool {
    if isEmpty && other.isEmpty { return lowerBound == other.lowerBound }
    return upperBound > other.lowerBound && lowerBound < other.upperBound
  }

  /// From the first byte of both to the last.
  func union(_ other: Range<Int>) -> Range<Int> {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}

extension PositionMapping {
  /// The range that a range of the ancestor became. Text inserted at its edges belongs to it only with one of its
  /// changes.
  fileprivate func hull(of range: Range<Int>, changes: ArraySlice<ChangedRange>) -> Range<Int> {
    var lower = map(range.lowerBound, side: .after)
    var upper = map(range.upperBound, side: .before)
    for change in changes {
      lower = min(lower, change.new.lowerBound)
      upper = max(upper, change.new.upperBound)
    }
    return lower..<max(lower, upper)
  }
}
