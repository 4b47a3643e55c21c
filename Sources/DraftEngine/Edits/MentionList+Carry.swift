extension MentionList {
  /// Moves the mentions along with an edit and removes those that it touched, as `MentionRule` says.
  ///
  /// - Returns: the lost mentions, as they were before the edit.
  mutating func carry(through changes: [ChangedRange], to text: String) -> [MentionSpan] {
    guard let first = changes.first, !isEmpty else { return [] }
    let start = firstIndex(endingAfter: first.old.lowerBound - 1)
    var lost: [MentionSpan] = []
    if changes.count == 1, !isTouched(from: start, by: first.old) {
      shift(from: firstIndex(endingAfter: first.old.upperBound), by: first.shift)
    } else {
      lost = rebuild(from: start, through: changes)
    }
    let fused = removeFused(by: changes, in: text)
    return fused.isEmpty ? lost : (lost + fused).inTextOrder
  }

  private func isTouched(from index: Int, by change: Range<Int>) -> Bool {
    var index = index
    while index < count, ranges[index].lowerBound < change.upperBound {
      if MentionRule.touches(ranges[index], change) { return true }
      index += 1
    }
    return false
  }

  private mutating func shift(from start: Int, by distance: Int) {
    guard distance != 0, start < count else { return }
    for index in start..<count {
      let range = ranges[index]
      ranges[index] = (range.lowerBound + distance)..<(range.upperBound + distance)
    }
  }

  private mutating func rebuild(from start: Int, through changes: [ChangedRange]) -> [MentionSpan] {
    var lost: [MentionSpan] = []
    var next = 0
    var distance = 0
    var kept = start
    for index in start..<count {
      let range = ranges[index]
      while next < changes.count, changes[next].old.upperBound <= range.lowerBound {
        distance = changes[next].shift
        next += 1
      }
      if next < changes.count, MentionRule.touches(range, changes[next].old) {
        lost.append(self[index])
        continue
      }
      if kept != index { targets[kept] = targets[index] }
      ranges[kept] = (range.lowerBound + distance)..<(range.upperBound + distance)
      kept += 1
    }
    ranges.removeLast(ranges.count - kept)
    targets.removeLast(targets.count - kept)
    return lost
  }

  /// Removes the mentions with an edge that is now inside a Character.
  private mutating func removeFused(by changes: [ChangedRange], in text: String) -> [MentionSpan] {
    var fused: [Int] = []
    var index = 0
    var end = -1
    for change in changes where change.new.upperBound > end {
      let reach = MentionRule.reach(of: change.new, in: text)
      index = max(index, firstIndex(endingAfter: max(reach.lowerBound - 1, end)))
      end = reach.upperBound
      guard index < count, ranges[index].lowerBound <= end else { continue }
      var walk = CharacterWalk(text, fromCharacterAtOrBefore: min(ranges[index].lowerBound, reach.lowerBound))
      while index < count, ranges[index].lowerBound <= end {
        if !walk.reaches(ranges[index]) { fused.append(index) }
        index += 1
      }
    }
    if fused.isEmpty { return [] }
    let back = PositionMapping(changes).inverted
    let lost = fused.map { MentionSpan(back.map(ranges[$0]), targets[$0]) }
    for index in fused.reversed() { remove(at: index) }
    return lost
  }
}
