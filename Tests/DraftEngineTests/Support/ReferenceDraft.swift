import DraftEngine

/// A naive reference implementation of a draft.
///
/// The text is an array of scalars, each of which stores its mention. A mention exists as long as all of its scalars
/// do, adjacent to each other, with a Character starting at the first one and ending at the last one. The standard
/// library determines the Characters of the whole text.
struct ReferenceDraft {
  struct Cell {
    var scalar: Unicode.Scalar
    var mention: Int?
  }

  /// A mention and its cells.
  struct Run: Equatable {
    var mention: Int
    var cells: Range<Int>
  }

  private(set) var cells: [Cell] = []
  /// The targets of all mentions, including deleted ones.
  private var targets: [MentionTarget] = []
  private(set) var revision = 0
  /// The text of the cells, and the byte offsets of cells and Characters; the end counts as well.
  private(set) var text = ""
  private(set) var cellOffsets = [0]
  private(set) var boundaries = [0]

  init(elements: [MessageElement]) {
    for element in elements {
      let mention = element.target.map { newMention($0) }
      cells += element.text.unicodeScalars.map { Cell(scalar: $0, mention: mention) }
    }
    measure()
    for run in runs where !standsOnCharacters(run.cells) { untag(run.mention) }
  }

  var count: Int { boundaries.count - 1 }
  var utf8Count: Int { text.utf8.count }
  var spans: [MentionSpan] { runs.map(span) }

  var mentions: [Mention] {
    spans.map { span in
      let offset = characters(before: span.range.lowerBound)
      let end = characters(before: span.range.upperBound)
      return Mention(offset: offset, length: end - offset, target: span.target)
    }
  }

  /// The mentions in text order, with their cells.
  var runs: [Run] {
    var result: [Run] = []
    for (index, cell) in cells.enumerated() {
      guard let mention = cell.mention else { continue }
      if let last = result.last, last.mention == mention, last.cells.upperBound == index {
        result[result.count - 1].cells = last.cells.lowerBound..<(index + 1)
      } else {
        result.append(Run(mention: mention, cells: index..<(index + 1)))
      }
    }
    return result
  }

  func span(of run: Run) -> MentionSpan {
    MentionSpan(
      cellOffsets[run.cells.lowerBound]..<cellOffsets[run.cells.upperBound], targets[run.mention])
  }

  /// The number of Characters that end at or before an offset.
  func characters(before utf8Offset: Int) -> Int {
    var count = 0
    while count + 1 < boundaries.count, boundaries[count + 1] <= utf8Offset { count += 1 }
    return count
  }

  func standsOnCharacters(_ range: Range<Int>) -> Bool {
    boundaries.contains(cellOffsets[range.lowerBound]) && boundaries.contains(cellOffsets[range.upperBound])
  }

  // MARK: Parts of edits

  /// Replaces cells with other scalars; each range counts the cells before the edit.
  mutating func replace(_ changes: [(cells: Range<Int>, text: String)]) {
    var result: [Cell] = []
    var end = 0
    for change in changes {
      result += cells[end..<change.cells.lowerBound]
      result += change.text.unicodeScalars.map { Cell(scalar: $0, mention: nil) }
      end = change.cells.upperBound
    }
    result += cells[end...]
    cells = result
    measure()
  }

  /// Removes the mentions that are no longer whole.
  mutating func dropBroken(of before: [Run]) {
    let now = runs
    for run in before {
      let left = now.filter { $0.mention == run.mention }
      if left.count == 1, left[0].cells.count == run.cells.count, standsOnCharacters(left[0].cells) {
        continue
      }
      untag(run.mention)
    }
  }

  mutating func tag(_ range: Range<Int>, _ target: MentionTarget) {
    let mention = newMention(target)
    for index in range { cells[index].mention = mention }
  }

  mutating func untag(_ mention: Int) {
    for index in cells.indices where cells[index].mention == mention { cells[index].mention = nil }
  }

  mutating func countEdit() { revision += 1 }

  private mutating func newMention(_ target: MentionTarget) -> Int {
    targets.append(target)
    return targets.count - 1
  }

  private mutating func measure() {
    var scalars = String.UnicodeScalarView()
    cellOffsets = [0]
    var length = 0
    for cell in cells {
      scalars.append(cell.scalar)
      length += UTF8.width(cell.scalar)
      cellOffsets.append(length)
    }
    text = String(scalars)
    boundaries = [0]
    var index = text.startIndex
    while index < text.endIndex {
      index = text.index(after: index)
      boundaries.append(text.utf8.distance(from: text.startIndex, to: index))
    }
  }
}

/// The effect of an edit on mentions, each with its range before.
struct ReferenceOutcome {
  /// The remaining mentions, with their new ranges.
  var kept: [(before: MentionSpan, after: MentionSpan)] = []
  /// The mentions removed by the change of the text.
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
