/// Undo and redo of a draft's edits, mentions included.
///
/// All edits go through it, so history and draft stay in step. Keys that follow each other are joined into words; any
/// other edit is a step of its own, and edits of another device are not steps.
public struct DraftHistory: Hashable, Sendable {
  /// The edits that undo or redo one step.
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

  /// An empty history of a draft.
  ///
  /// The oldest steps are forgotten when there are more than `maximumSteps` or they hold more than `maximumBytes`
  /// of text; the last one is always kept.
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

  /// Applies an edit and remembers how to undo it. An edit that changes nothing is no step.
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

  /// Applies an edit of another device: it is not a step, and the existing steps move along with their words.
  ///
  /// A step whose own words it changed is forgotten, with those before it. An edit that leaves nothing forgets all steps.
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
  /// - Returns: where everything went, or nil if there is no step.
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

  /// Redoes the step that was undone last.
  ///
  /// - Returns: where everything went, or nil if there is no step.
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

  /// Ends the word being typed, because the caret moved: the next edit begins a new step.
  public mutating func endTyping() {
    typing = nil
  }

  /// Begins a group: all edits up to its end are undone and redone as one step. It ends one that was begun before.
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

  /// - Returns: nil if the step no longer fits: letters that another device put beside a mention fused with its edge.
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
