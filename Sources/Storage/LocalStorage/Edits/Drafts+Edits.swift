import ChatDomain

extension [StoredDraft] {
  /// The drafts with the edits applied that the tables do not have yet, the most recently created first.
  func applying(_ edits: [EditSubject: WaitingEdit]) -> [StoredDraft] {
    if edits.isEmpty { return self }
    let drafts = filter { edits[.draft(DraftPlace($0.key))] == nil } + edits.values.compactMap(\.change.draft)
    return drafts.sorted { left, right in
      (right.createdAt, left.key) < (left.createdAt, right.key)
    }
  }
}

extension StoreChange {
  /// The saved draft; nil for other changes.
  var draft: StoredDraft? {
    if case .saveDraft(let draft) = self { draft } else { nil }
  }
}

extension StoredDraft {
  /// The messages that the draft refers to.
  var messages: [MessageID] {
    [key.parentId, content.quoted?.id, edit?.messageId].compactMap(\.self)
  }
}
