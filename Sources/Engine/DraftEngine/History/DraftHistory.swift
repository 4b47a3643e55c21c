/// Undo and redo of a draft's edits, mentions included.
///
/// All edits of a draft must go through its history, so that both stay in sync. Consecutive keystrokes are joined into words; any
/// other edit is a separate step, and edits from another device are not steps.
public struct DraftHistory: Hashable, Sendable {
  /// An edit that undoes or redoes another one.
  private struct Step: Hashable {
    var transaction: DraftTransaction
    /// Steps of one group are undone together.
    var group: Int?

    /// The size of its text, plus an allowance for the rest.
    var bytes: Int {
      transaction.changes.reduce(64) { $0 + $1.replacement.utf8.count + $1.range.count }
    }

    func isGrouped(with other: Step?) -> Bool { group != nil && group == other?.group }
  }

  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var typing: TypingRun?
  /// The group that new steps belong to.
  private var group: Int?
  private var groupCount = 0
  private var revision: Int
  private var utf8Count: Int
  private let maximumSteps: Int
  private let maximumBytes: Int
  private var undoBytes = 0

  /// Creates an empty history of a draft.
  ///
  /// The oldest steps are dropped if there are more than `maximumSteps`, or if they contain more than `maximumBytes` of text;
  /// the last step is always kept.
  public init(of document: DraftDocument, maximumSteps: Int = 1000, maximumBytes: Int = 1 << 24) {
    revision = document.revision
    utf8Count = document.utf8Count
    self.maximumSteps = max(1, maximumSteps)
    self.maximumBytes = maximumBytes
  }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !undoSteps.isEmpty }
  /// Whether there is a step to redo.
  public var canRedo: Bool { !redoSteps.isEmpty }

  /// Applies an edit and records how to undo it. An edit that changes nothing is not recorded.
  @discardableResult
  public mutating func perform(
    _ transaction: DraftTransaction, on document: inout DraftDocument
  ) throws(DraftError) -> AppliedEdit {
    try checkStep(with: document)
    let edit = try document.apply(transaction)
    guard edit.changedAnything else { return edit }
    follow(document)
    redoSteps = []
    remember(edit, in: document)
    return edit
  }

  /// Applies an edit from another device. It is not a step, and the existing steps move along with their text.
  ///
  /// If the edit changed a step's own text, that step is dropped, with all steps that can only be reached through it. If the edit
  /// leaves no text, all steps are dropped.
  @discardableResult
  public mutating func perform(
    foreign transaction: DraftTransaction, on document: inout DraftDocument
  ) throws(DraftError) -> AppliedEdit {
    try checkStep(with: document)
    let edit = try document.apply(transaction)
    guard edit.changedAnything else { return edit }
    follow(document)
    typing = nil
    undoSteps = document.isEmpty ? [] : Self.carry(undoSteps, through: edit)
    redoSteps = document.isEmpty ? [] : Self.carry(redoSteps, through: edit)
    undoBytes = undoSteps.reduce(0) { $0 + $1.bytes }
    return edit
  }

  private static func carry(_ steps: [Step], through edit: AppliedEdit) -> [Step] {
    var foreign = ForeignEdit(edit)
    var carried: [Step] = []
    for step in steps.reversed() {
      guard let transaction = foreign.carry(step.transaction) else { break }
      carried.append(Step(transaction: transaction, group: step.group))
    }
    return carried.reversed()
  }

  /// Undoes the last step.
  ///
  /// - Returns: the mapping of positions, or nil if there is no step.
  @discardableResult
  public mutating func undo(_ document: inout DraftDocument) throws(DraftError) -> PositionMapping? {
    try checkStep(with: document)
    var mapping: PositionMapping?
    while let step = undoSteps.last, mapping == nil || step.isGrouped(with: redoSteps.last) {
      guard let (moved, inverse) = apply(step, to: &document) else {
        undoSteps = []
        undoBytes = 0
        break
      }
      undoSteps.removeLast()
      undoBytes -= step.bytes
      redoSteps.append(inverse)
      mapping = mapping?.appending(moved) ?? moved
    }
    return mapping
  }

  /// Redoes the last undone step.
  ///
  /// - Returns: the mapping of positions, or nil if there is no step.
  @discardableResult
  public mutating func redo(_ document: inout DraftDocument) throws(DraftError) -> PositionMapping? {
    try checkStep(with: document)
    var mapping: PositionMapping?
    while let step = redoSteps.last, mapping == nil || step.isGrouped(with: undoSteps.last) {
      guard let (moved, inverse) = apply(step, to: &document) else {
        redoSteps = []
        break
      }
      redoSteps.removeLast()
      push(inverse)
      mapping = mapping?.appending(moved) ?? moved
    }
    return mapping
  }

  /// Ends the current word, because the caret moved: the next edit begins a new step.
  public mutating func endTyping() {
    typing = nil
  }

  /// Begins a group: all edits until its end are undone and redone as one step. Ends the previous group, if any.
  public mutating func beginGroup() {
    typing = nil
    groupCount += 1
    group = groupCount
  }

  /// Ends a group.
  public mutating func endGroup() {
    typing = nil
    group = nil
  }

  private func checkStep(with document: DraftDocument) throws(DraftError) {
    // The size is compared too: another draft can have the same revision.
    guard document.revision == revision, document.utf8Count == utf8Count else {
      throw .historyOutOfStep(expected: revision, found: document.revision)
    }
  }

  private mutating func follow(_ document: DraftDocument) {
    revision = document.revision
    utf8Count = document.utf8Count
  }

  /// - Returns: nil if the step no longer fits, because letters that another device put next to a mention fused with its edge.
  private mutating func apply(
    _ step: Step, to document: inout DraftDocument
  ) -> (mapping: PositionMapping, inverse: Step)? {
    do throws(DraftError) {
      let edit = try document.apply(step.transaction)
      follow(document)
      typing = nil
      return (edit.mapping, Step(transaction: edit.inverse, group: step.group))
    } catch {
      return nil
    }
  }

  private mutating func remember(_ edit: AppliedEdit, in document: DraftDocument) {
    let steps = TypingRun.steps(of: edit, in: document)
    guard !steps.isEmpty else {
      typing = nil
      return push(Step(transaction: edit.inverse, group: group))
    }
    for (run, inverse) in steps {
      var change = inverse
      if let run, let typing, run.continues(typing), let last = undoSteps.popLast() {
        undoBytes -= last.bytes
        change = run.inverse(joining: last.transaction.changes[0], inverse)
      }
      typing = run
      push(Step(transaction: DraftTransaction(changes: [change], origin: .undo), group: group))
    }
  }

  private mutating func push(_ step: Step) {
    undoSteps.append(step)
    undoBytes += step.bytes
    var surplus = 0
    while undoSteps.count - surplus > 1,
      undoSteps.count - surplus > maximumSteps || undoBytes > maximumBytes
    {
      undoBytes -= undoSteps[surplus].bytes
      surplus += 1
    }
    undoSteps.removeFirst(surplus)
  }
}

/// An edit from another device, rebased over the steps of a history from the last to the first. Its ranges are in the positions of
/// the next step.
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

  /// Moves a step to the new place of its text, and advances to the step before it.
  ///
  /// - Returns: nil if both changed the same text: then undoing the step has no clear meaning.
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

  /// Rebases the edit from one side of a step to the other.
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

  /// Whether one of the ranges overlaps a change of the edit; adjacent ranges do not overlap.
  private func touches(_ ranges: [Range<Int>]) -> Bool {
    let own = changes.map(\.old) + marked
    return ranges.contains { range in
      own.contains { $0.lowerBound < range.upperBound && range.lowerBound < $0.upperBound }
    }
  }
}

extension PositionMapping {
  /// Where a range of unchanged text is afterwards. An empty range is an insertion point; `side` says whether it ends up before or
  /// after text that was inserted there.
  fileprivate func place(of range: Range<Int>, side: Side) -> Range<Int> {
    guard range.isEmpty else { return map(range) }
    let offset = map(range.lowerBound, side: side)
    return offset..<offset
  }
}
