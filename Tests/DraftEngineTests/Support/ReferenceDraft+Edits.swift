import DraftEngine

/// What became of the mentions in an edit, each as it stood before.
struct ReferenceOutcome {
  /// Those that are still there, with their place now.
  var kept: [(before: MentionSpan, after: MentionSpan)] = []
  /// Those that the change of the text took away.
  var lost: [MentionSpan] = []
}

extension ReferenceDraft {
  mutating func insertText(offset: Int, text: String) throws(DraftError) -> ReferenceOutcome {
    let place = try utf8Offset(offset)
    return try apply(DraftTransaction(changes: [TextChange(place..<place, text)], origin: .typing))
  }

  mutating func removeText(offset: Int, length: Int) throws(DraftError) -> ReferenceOutcome {
    let range = try utf8Range(offset, length)
    return try apply(DraftTransaction(changes: [TextChange(range, "")], origin: .typing))
  }

  mutating func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError)
    -> ReferenceOutcome
  {
    let range = try utf8Range(offset, length)
    if range.isEmpty { throw .emptyMention(offset: offset) }
    return try apply(DraftTransaction(adding: [MentionSpan(range, target)], origin: .suggestion))
  }

  mutating func removeMention(offset: Int) -> ReferenceOutcome {
    guard boundaries.indices.contains(offset),
      let run = runs.first(where: { cellOffsets[$0.cells.lowerBound] == boundaries[offset] })
    else { return ReferenceOutcome(kept: spans.map { ($0, $0) }) }
    untag(run.mention)
    countEdit()
    return ReferenceOutcome(kept: spans.map { ($0, $0) })
  }

  mutating func insertSuggestedMention(_ mention: SuggestedMention, text: String) throws(DraftError)
    -> ReferenceOutcome
  {
    let start = try utf8Offset(mention.offset)
    let typed = mention.replaceFrom
    let rest = String(decoding: self.text.utf8.dropFirst(start), as: UTF8.self)
    let range = start..<(start + typed.utf8.count)
    guard rest.utf8.starts(with: typed.utf8), boundaries.contains(range.upperBound) else {
      throw .staleSuggestion(
        offset: mention.offset, expected: typed, found: String(rest.prefix(typed.count)))
    }
    if text.isEmpty { throw .emptyMention(offset: mention.offset) }
    for (span, existing) in zip(spans, mentions) {
      let isInside = span.range.lowerBound < range.lowerBound && range.lowerBound < span.range.upperBound
      if isInside || span.range.overlaps(range) {
        throw .overlappingMention(offset: mention.offset, length: typed.count, existing: existing)
      }
    }
    let words = start..<(start + text.utf8.count)
    return try apply(
      DraftTransaction(
        changes: [TextChange(range, text)], adding: [MentionSpan(words, mention.target)],
        origin: .suggestion))
  }

  mutating func apply(_ transaction: DraftTransaction) throws(DraftError) -> ReferenceOutcome {
    let changes = try cellChanges(transaction.changes)
    var next = self
    for span in transaction.removing {
      guard let run = next.runs.first(where: { self.span(of: $0) == span }) else {
        throw .noSuchMention(utf8Offset: span.range.lowerBound)
      }
      next.untag(run.mention)
    }
    let before = next.runs
    next.replace(changes)
    next.dropBroken(of: before)
    let after = next.runs
    var outcome = ReferenceOutcome()
    for run in before {
      if let left = after.first(where: { $0.mention == run.mention }) {
        outcome.kept.append((span(of: run), next.span(of: left)))
      } else {
        outcome.lost.append(span(of: run))
      }
    }
    for span in transaction.adding { try next.add(span) }
    let isNothing = changes.allSatisfy { $0.cells.isEmpty && $0.text.isEmpty }
    if !isNothing || !transaction.removing.isEmpty || !transaction.adding.isEmpty { next.countEdit() }
    self = next
    return outcome
  }

  private mutating func add(_ span: MentionSpan) throws(DraftError) {
    let range = span.range
    if range.lowerBound < 0 {
      throw .utf8OffsetOutOfRange(utf8Offset: range.lowerBound, count: utf8Count)
    }
    if range.upperBound > utf8Count {
      throw .utf8OffsetOutOfRange(utf8Offset: range.upperBound, count: utf8Count)
    }
    let offset = characters(before: range.lowerBound)
    if range.isEmpty { throw .emptyMention(offset: offset) }
    for edge in [range.lowerBound, range.upperBound] where !boundaries.contains(edge) {
      throw .splitsCharacter(utf8Offset: edge)
    }
    if let index = spans.firstIndex(where: { $0.range.overlaps(range) }) {
      let length = characters(before: range.upperBound) - offset
      throw .overlappingMention(offset: offset, length: length, existing: mentions[index])
    }
    guard let first = cellOffsets.firstIndex(of: range.lowerBound),
      let end = cellOffsets.firstIndex(of: range.upperBound)
    else { return }
    tag(first..<end, span.target)
  }

  private func cellChanges(_ changes: [TextChange]) throws(DraftError) -> [(cells: Range<Int>, text: String)]
  {
    var result: [(cells: Range<Int>, text: String)] = []
    var end = 0
    for change in changes {
      let range = change.range
      if range.lowerBound < 0 {
        throw .utf8OffsetOutOfRange(utf8Offset: range.lowerBound, count: utf8Count)
      }
      if range.upperBound > utf8Count {
        throw .utf8OffsetOutOfRange(utf8Offset: range.upperBound, count: utf8Count)
      }
      if range.lowerBound < end { throw .unorderedChanges(utf8Offset: range.lowerBound) }
      guard let first = cellOffsets.firstIndex(of: range.lowerBound) else {
        throw .splitsCharacter(utf8Offset: range.lowerBound)
      }
      guard let last = cellOffsets.firstIndex(of: range.upperBound) else {
        throw .splitsCharacter(utf8Offset: range.upperBound)
      }
      end = range.upperBound
      result.append((first..<last, change.replacement))
    }
    return result
  }

  private func utf8Offset(_ offset: Int) throws(DraftError) -> Int {
    guard boundaries.indices.contains(offset) else { throw .offsetOutOfRange(offset: offset, count: count) }
    return boundaries[offset]
  }

  private func utf8Range(_ offset: Int, _ length: Int) throws(DraftError) -> Range<Int> {
    let start = try utf8Offset(offset)
    guard length >= 0, length <= count - offset else {
      throw .lengthOutOfRange(offset: offset, length: length, count: count)
    }
    return start..<boundaries[offset + length]
  }
}
