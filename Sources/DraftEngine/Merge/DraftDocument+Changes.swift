extension DraftDocument {
  /// The changes that a copy made to this draft, text and mentions, in whole words and whole mentions.
  ///
  /// A mention that was added, removed or retargeted is a change of its words, even if they read as before.
  func changes(to copy: DraftDocument) -> [ChangedRange] {
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
}
