/// An edit of another device while it is carried through the steps of a history, from the last to the first: its
/// changes, in the positions of each step.
struct ForeignEdit {
  /// The changed ranges: `old` in the draft that the next step was made for, `new` in the draft that it will be applied
  /// to.
  private var changes: [ChangedRange]
  /// Words that became a mention or stopped being one, in the draft that the next step was made for.
  private var marked: [Range<Int>]

  init(_ edit: AppliedEdit) {
    changes = edit.mapping.steps.first ?? []
    let back = edit.mapping.inverted
    marked = edit.inverse.adding.map(\.range) + edit.inverse.removing.map { back.map($0.range) }
  }

  /// Moves a step to the new place of its words, and advances to the step before it.
  ///
  /// - Returns: nil if both changed the same words: then undoing the step has no clear meaning.
  mutating func carry(_ step: DraftTransaction) -> DraftTransaction? {
    guard !touches(step.changes.map(\.range) + step.removing.map(\.range)) else { return nil }
    let foreign = PositionMapping(changes)
    var carried = step
    carried.changes = step.changes.map { change in
      TextChange(foreign.place(of: change.range, side: .before), change.replacement)
    }
    carried.removing = step.removing.map { MentionSpan(foreign.map($0.range), $0.target) }
    pass(PositionMapping(step.changedRanges))
    guard !touches(step.adding.map(\.range)) else { return nil }
    let before = PositionMapping(changes)
    carried.adding = step.adding.map { MentionSpan(before.map($0.range), $0.target) }
    return carried
  }

  /// From now on it is looked at from the other side of a step.
  private mutating func pass(_ step: PositionMapping) {
    var shift = 0
    changes = changes.map { change in
      let old = step.place(of: change.old, side: .after)
      let new = (old.lowerBound + shift)..<(old.lowerBound + shift + change.new.count)
      shift += change.new.count - old.count
      return ChangedRange(old: old, new: new)
    }
    marked = marked.map { step.map($0) }
  }

  /// Whether one of the ranges lies over something that it changed; beside each other is not over.
  private func touches(_ ranges: [Range<Int>]) -> Bool {
    let own = changes.map(\.old) + marked
    return ranges.contains { range in
      own.contains { $0.lowerBound < range.upperBound && range.lowerBound < $0.upperBound }
    }
  }
}

extension PositionMapping {
  /// Where words are that stay; for a place between words, on one side of what comes there.
  fileprivate func place(of range: Range<Int>, side: Side) -> Range<Int> {
    guard range.isEmpty else { return map(range) }
    let offset = map(range.lowerBound, side: side)
    return offset..<offset
  }
}

extension DraftTransaction {
  /// Where its changes are, before and after.
  fileprivate var changedRanges: [ChangedRange] {
    var shift = 0
    return changes.map { change in
      let start = change.range.lowerBound + shift
      let length = change.replacement.utf8.count
      shift += length - change.range.count
      return ChangedRange(old: change.range, new: start..<(start + length))
    }
  }
}
