extension DraftDocument {
  /// Applies an edit as a whole; when it throws, the draft is as it was.
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
    // Only an added mention can still be refused, so an edit without one is done in place.
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

  /// Adds mentions, or throws at the first one that cannot be.
  mutating func add(_ spans: [MentionSpan]) throws(DraftError) {
    for span in spans {
      let range = span.range
      guard range.lowerBound >= 0, range.upperBound <= utf8Count else {
        let outside = range.lowerBound < 0 ? range.lowerBound : range.upperBound
        throw .utf8OffsetOutOfRange(utf8Offset: outside, count: utf8Count)
      }
      guard !range.isEmpty else {
        throw .emptyMention(offset: text.characterOffset(ofUTF8: range.lowerBound))
      }
      for edge in [range.lowerBound, range.upperBound] where !text.isCharacterBoundary(utf8: edge) {
        throw .splitsCharacter(utf8Offset: edge)
      }
      if let index = mentionList.firstIndex(overlapping: range) {
        let offset = text.characterOffset(ofUTF8: range.lowerBound)
        let length = text.characterOffset(ofUTF8: range.upperBound) - offset
        throw .overlappingMention(offset: offset, length: length, existing: mention(at: index))
      }
      mentionList.insert(span)
    }
  }

  /// Applies a whole new text and the plan that leads to it.
  mutating func commit(_ plan: TextDiff.Plan, text newText: String) {
    guard !plan.changes.isEmpty else { return }
    text = newText
    text.makeContiguousUTF8()
    _ = mentionList.carry(through: plan.changes, to: text)
    for span in plan.moved { mentionList.insert(span) }
    revision += 1
  }
}

extension DraftTransaction {
  /// The ranges of the effective changes, before and after the edit, checked to be in order and within the text.
  fileprivate func changedRanges(in text: String) throws(DraftError) -> [ChangedRange] {
    var result: [ChangedRange] = []
    result.reserveCapacity(changes.count)
    var end = 0
    var shift = 0
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
      let length = change.replacement.utf8.count
      if range.isEmpty && length == 0 { continue }
      let start = range.lowerBound + shift
      result.append(ChangedRange(old: range, new: start..<(start + length)))
      shift += length - range.count
    }
    return result
  }
}

extension [MentionSpan] {
  /// Ascending by their start.
  var inTextOrder: [MentionSpan] { sorted { $0.range.lowerBound < $1.range.lowerBound } }
}

extension String {
  /// Replaces ascending, disjoint ranges; few of them in place, many into a new string.
  fileprivate mutating func replace(_ changes: [TextChange], growingBy shift: Int) {
    if changes.count <= 2 {
      for change in changes.reversed() {
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
