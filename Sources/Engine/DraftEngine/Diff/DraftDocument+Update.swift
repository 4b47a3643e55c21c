extension DraftDocument {
  /// Replaces the whole text and keeps every mention whose words did not change.
  public mutating func update(text newText: String) {
    let plan = TextDiff.plan(from: self, to: newText)
    commit(plan, text: newText)
  }

  /// The edit that replaces the whole text and keeps the mentions whose words did not change.
  public func transaction(updatingTo newText: String, origin: EditOrigin = .externalEditor)
    -> DraftTransaction
  {
    let plan = TextDiff.plan(from: self, to: newText)
    let changes = plan.changes.map { TextChange($0.old, String(newText.slice(utf8: $0.new))) }
    return DraftTransaction(changes: changes, adding: plan.moved, origin: origin)
  }

  /// Applies a new text and the plan that leads to it.
  private mutating func commit(_ plan: TextDiff.Plan, text newText: String) {
    guard !plan.changes.isEmpty else { return }
    text = newText
    text.makeContiguousUTF8()
    _ = mentionList.carry(through: plan.changes, to: text)
    for span in plan.moved { mentionList.insert(span) }
    revision += 1
  }
}
