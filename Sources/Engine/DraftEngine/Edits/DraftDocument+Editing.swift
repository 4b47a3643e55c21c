/// Convenience edits.
extension DraftDocument {
  /// Inserts text before the Character at `offset`.
  public mutating func insertText(offset: Int, text inserted: String) throws(DraftError) {
    try apply(insertion(of: inserted, at: offset))
  }

  /// Removes `length` Characters from `offset`.
  public mutating func removeText(offset: Int, length: Int) throws(DraftError) {
    try apply(removal(offset: offset, length: length))
  }

  /// Makes `length` Characters from `offset` a mention of a target.
  public mutating func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError) {
    try apply(additionOfMention(offset: offset, length: length, target: target))
  }

  /// Removes the mention that begins at `offset` and keeps its text.
  ///
  /// - Returns: whether a mention begins there.
  @discardableResult
  public mutating func removeMention(offset: Int) -> Bool {
    guard let index = mentionIndex(startingAt: offset) else { return false }
    mentionList.remove(at: index)
    revision += 1
    return true
  }

  /// Accepts a suggestion: replaces the typed text with `text`, which becomes the mention.
  public mutating func insertSuggestedMention(_ mention: SuggestedMention, text: String) throws(DraftError) {
    try apply(insertionOfSuggestedMention(mention, text: text))
  }
}

/// The same edits as transactions, which ``DraftDocument/apply(_:)`` performs.
extension DraftDocument {
  /// The edit for ``insertText(offset:text:)``.
  public func insertion(
    of inserted: String, at offset: Int, origin: EditOrigin = .typing
  ) throws(DraftError) -> DraftTransaction {
    let start = try utf8Offset(ofCharacter: offset)
    return DraftTransaction(changes: [TextChange(start..<start, inserted)], origin: origin)
  }

  /// The edit for ``removeText(offset:length:)``.
  public func removal(
    offset: Int, length: Int, origin: EditOrigin = .typing
  ) throws(DraftError) -> DraftTransaction {
    let range = try utf8Range(offset: offset, length: length)
    return DraftTransaction(changes: [TextChange(range, "")], origin: origin)
  }

  /// The edit for ``addMention(offset:length:target:)``.
  public func additionOfMention(
    offset: Int, length: Int, target: MentionTarget
  ) throws(DraftError) -> DraftTransaction {
    let range = try utf8Range(offset: offset, length: length)
    guard !range.isEmpty else { throw .emptyMention(offset: offset) }
    if target.isEmpty { throw .emptyTarget(target) }
    return DraftTransaction(adding: [MentionSpan(range, target)], origin: .suggestion)
  }

  /// The edit for ``removeMention(offset:)``; nil if no mention begins at `offset`.
  public func removalOfMention(offset: Int) -> DraftTransaction? {
    guard let index = mentionIndex(startingAt: offset) else { return nil }
    return DraftTransaction(removing: [mentionList[index]], origin: .suggestion)
  }

  /// The edit for ``insertSuggestedMention(_:text:)``.
  public func insertionOfSuggestedMention(
    _ mention: SuggestedMention, text replacement: String
  ) throws(DraftError) -> DraftTransaction {
    let start = try utf8Offset(ofCharacter: mention.offset)
    let end = start + mention.replaceFrom.utf8.count
    let rest = text.utf8.dropFirst(start)
    guard rest.starts(with: mention.replaceFrom.utf8), text.isCharacterBoundary(utf8: end) else {
      let found = text[text.index(utf8: start)...].prefix(mention.replaceFrom.count)
      throw .staleSuggestion(offset: mention.offset, expected: mention.replaceFrom, found: String(found))
    }
    guard !replacement.isEmpty else { throw .emptyMention(offset: mention.offset) }
    if mention.target.isEmpty { throw .emptyTarget(mention.target) }
    if let index = mentionList.firstIndex(touchedBy: start..<end) {
      throw .overlappingMention(
        offset: mention.offset, length: mention.replaceFrom.count, existing: self.mention(at: index))
    }
    let range = start..<(start + replacement.utf8.count)
    return DraftTransaction(
      changes: [TextChange(start..<end, replacement)], adding: [MentionSpan(range, mention.target)],
      origin: .suggestion)
  }
}

extension DraftDocument {
  /// Applies an edit as a whole; if it throws, the draft is unchanged.
  @discardableResult
  public mutating func apply(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let changes = try transaction.changedRanges(in: text)
    var removed: Set<Int> = []
    for span in transaction.removing {
      guard let index = mentionList.firstIndex(startingAt: span.range.lowerBound), mentionList[index] == span,
        removed.insert(index).inserted
      else {
        throw .noSuchMention(utf8Offset: span.range.lowerBound)
      }
    }
    // Only an added mention can still be refused, so other edits are made in place.
    guard !transaction.adding.isEmpty else { return splice(transaction, changes) }
    var next = self
    let edit = next.splice(transaction, changes)
    try next.add(transaction.adding)
    next.revision = revision + 1
    self = next
    return edit
  }

  private mutating func splice(_ transaction: DraftTransaction, _ changes: [ChangedRange]) -> AppliedEdit {
    var inverse = DraftTransaction(removing: transaction.adding, origin: .undo)
    inverse.changes = changes.map { TextChange($0.new, String(text.slice(utf8: $0.old))) }
    for span in transaction.removing {
      if let index = mentionList.firstIndex(startingAt: span.range.lowerBound) {
        mentionList.remove(at: index)
      }
    }
    text.replace(transaction.changes, growingBy: changes.last?.shift ?? 0)
    let lost = mentionList.carry(through: changes, to: text)
    inverse.adding = transaction.removing.isEmpty ? lost : (lost + transaction.removing).inTextOrder
    if !changes.isEmpty || !transaction.removing.isEmpty { revision += 1 }
    return AppliedEdit(
      inverse: inverse, mapping: PositionMapping(changes), lostMentions: lost, origin: transaction.origin)
  }
}

extension DraftTransaction {
  /// The ranges of the effective changes, before and after the edit, checked to be in order and within the text.
  fileprivate func changedRanges(in text: String) throws(DraftError) -> [ChangedRange] {
    var end = 0
    for change in changes {
      let range = change.range
      guard range.lowerBound >= 0, range.upperBound <= text.utf8.count else {
        let outside = range.lowerBound < 0 ? range.lowerBound : range.upperBound
        throw .utf8OffsetOutOfRange(utf8Offset: outside, count: text.utf8.count)
      }
      guard range.lowerBound >= end else { throw .unorderedChanges(utf8Offset: range.lowerBound) }
      guard text.isScalarBoundary(utf8: range.lowerBound) else {
        throw .splitsCharacter(utf8Offset: range.lowerBound)
      }
      guard text.isScalarBoundary(utf8: range.upperBound) else {
        throw .splitsCharacter(utf8Offset: range.upperBound)
      }
      end = range.upperBound
    }
    return changedRanges.filter { !$0.old.isEmpty || !$0.new.isEmpty }
  }

  /// The ranges of the changes, before and after.
  var changedRanges: [ChangedRange] {
    var shift = 0
    return changes.map { change in
      let start = change.range.lowerBound + shift
      let length = change.replacement.utf8.count
      shift += length - change.range.count
      return ChangedRange(old: change.range, new: start..<(start + length))
    }
  }
}

extension MentionList {
  /// Moves the mentions along with an edit and removes those that do not survive it (`MentionRule`).
  ///
  /// - Returns: the lost mentions, as they were before the edit.
  mutating func carry(through changes: [ChangedRange], to text: String) -> [MentionSpan] {
    guard let first = changes.first, !isEmpty else { return [] }
    let start = firstIndex(endingAfter: first.old.lowerBound - 1)
    let lost = removeTouched(from: start, by: changes)
    let fused = removeFused(by: changes, in: text)
    return fused.isEmpty ? lost : (lost + fused).inTextOrder
  }

  /// Moves the mentions from an index on, and removes those that a change touched.
  private mutating func removeTouched(from start: Int, by changes: [ChangedRange]) -> [MentionSpan] {
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

extension [MentionSpan] {
  /// The mentions sorted by their start.
  var inTextOrder: [MentionSpan] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}

extension String {
  /// Replaces ascending, disjoint ranges: up to two in place, more by building a new string.
  fileprivate mutating func replace(_ changes: [TextChange], growingBy shift: Int) {
    if changes.count <= 2 {
      for change in changes.reversed() {
        // Most keystrokes append at the end, where appending is cheaper than replacing an empty range.
        guard change.range.lowerBound < utf8.count else {
          append(change.replacement)
          continue
        }
        let start = index(utf8: change.range.lowerBound)
        replaceSubrange(start..<index(utf8: change.range.upperBound), with: change.replacement)
      }
      return
    }
    var result = ""
    result.reserveCapacity(utf8.count + shift)
    var end = 0
    for change in changes {
      result += slice(utf8: end..<change.range.lowerBound)
      result += change.replacement
      end = change.range.upperBound
    }
    result += slice(utf8: end..<utf8.count)
    self = result
  }
}
