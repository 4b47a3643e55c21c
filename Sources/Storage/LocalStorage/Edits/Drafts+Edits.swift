import ChatDomain

extension [StoredDraft] {
  /// The drafts after edits that the tables do not have, the most recently created first.
  func applying(_ edits: [EditSubject: WaitingEdit]) -> [StoredDraft] {
    if edits.isEmpty { return self }
    let drafts = filter { edits[.draft(DraftPlace($0.key))] == nil } + edits.values.compactMap(\.change.draft)
    return drafts.sorted { left, right in
      (right.createdAt, left.key) < (left.createdAt, right.key)
    }
  }
}

extension StoreChange {
  /// The draft that is saved; nil if none is.
  var draft: StoredDraft? {
    if case .saveDraft(let draft) = self { draft } else { nil }
  }
}

extension StoredDraft {
  /// The messages that it refers to.
  var messages: [MessageID] {
    [key.parentId, content.quoted?.id, edit?.messageId].compactMap(\.self)
  }
}
