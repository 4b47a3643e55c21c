extension TextDiff {
  /// The stretches between paired words that really differ, each cut down to what differs in it.
  static func changes(
    in stretches: [ChangedRange], _ tokenRanges: [ChangedRange], table: TokenTable, alignment: TokenAlignment,
    old: Span<UInt8>, new: Span<UInt8>, mentions: MentionList
  ) -> [ChangedRange] {
    var result: [ChangedRange] = []
    func add(_ gap: ChangedRange) {
      guard !gap.old.isEmpty || !gap.new.isEmpty else { return }
      guard let middle = CommonEnds.middle(of: old, in: gap.old, and: new, in: gap.new) else { return }
      let floor = result.last?.old.upperBound ?? 0
      let change = ChangeSettling.settle(middle, old: old, new: new, mentions: mentions, from: floor)
      if let last = result.last, last.old.upperBound == change.old.lowerBound,
        last.new.upperBound == change.new.lowerBound
      {
        result[result.count - 1] = ChangedRange(
          old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
      } else {
        result.append(change)
      }
    }
    for (stretch, tokens) in zip(stretches, tokenRanges) {
      var oldEnd = stretch.old.lowerBound
      var newEnd = stretch.new.lowerBound
      for index in tokens.old {
        let partner = alignment.partners[index]
        if partner < 0 { continue }
        add(ChangedRange(old: oldEnd..<table.old.starts[index], new: newEnd..<table.new.starts[partner]))
        oldEnd = table.old.ends[index]
        newEnd = table.new.ends[partner]
      }
      add(ChangedRange(old: oldEnd..<stretch.old.upperBound, new: newEnd..<stretch.new.upperBound))
    }
    return result
  }

  /// Of the mentions that have a place elsewhere, those that the changes take away and that are in nobody's way.
  static func moved(
    _ placed: [Placed], by changes: [ChangedRange], to newText: String, mentions: MentionList
  ) -> [MentionSpan] {
    guard !placed.isEmpty else { return [] }
    var carried = mentions
    let lost = Set(carried.carry(through: changes, to: newText).map(\.range.lowerBound))
    var result: [MentionSpan] = []
    for place in placed where lost.contains(mentions.ranges[place.mention].lowerBound) {
      let isFree = carried.firstIndex(overlapping: place.range) == nil
      guard isFree, MentionRule.standsOnCharacters(place.range, in: newText) else { continue }
      let span = MentionSpan(place.range, mentions.targets[place.mention])
      carried.insert(span)
      result.append(span)
    }
    return result.inTextOrder
  }
}
