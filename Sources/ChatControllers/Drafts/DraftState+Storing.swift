import ChatDomain
import DraftEngine

extension DraftState {
  /// What the store is to have; nil when it is to have nothing.
  ///
  /// An empty draft that the service does not know to be empty is kept until it was told: otherwise a restart would
  /// bring the words back.
  func snapshot(at now: Timestamp) -> StoredDraft? {
    let edit = storedEdit
    if isEmpty, onHandover.isEmpty, edit == nil, sync.ancestor?.content == nil { return nil }
    let whole = whole
    let content = DraftContent(
      elements: whole.elements, files: whole.parts.attachments, quoted: whole.parts.quoted,
      isShownInChannel: whole.parts.isShownInChannel)
    return StoredDraft(
      key: key, content: content, inputFiles: whole.parts.files, caret: whole.caret, edit: edit,
      createdAt: whole.createdAt ?? updatedAt ?? now, updatedAt: updatedAt ?? now, ancestor: sync.ancestor,
      isAncestorSpent: sync.isAncestorSpent, savedBy: savedBy)
  }

  /// Takes over what the store has. Nobody is told that somebody types, and no date changes.
  func adopt(_ stored: StoredDraft) {
    composition = Composition(DraftDocument(elements: stored.content.elements), caret: stored.caret)
    parts = DraftParts(
      files: stored.inputFiles, attachments: stored.content.files, quoted: stored.content.quoted,
      isShownInChannel: stored.content.isShownInChannel)
    leftEdit = stored.edit
    createdAt = isEmpty ? nil : stored.createdAt
    updatedAt = stored.updatedAt
    savedBy = stored.savedBy
    sync.ancestor = stored.ancestor
    sync.isAncestorSpent = stored.isAncestorSpent
    (kept, read) = (stored, stored)
    show()
  }

  /// Takes over what the store has after somebody was faster with writing than the store with reading: what finds its
  /// place empty comes in, the words that do not are to be found again.
  func join(_ stored: StoredDraft) {
    if stored.ancestor?.revision ?? 0 >= sync.ancestor?.revision ?? 0 {
      sync.ancestor = stored.ancestor
      sync.isAncestorSpent = stored.isAncestorSpent
    }
    (kept, read) = (stored, stored)
    let words = DraftDocument(elements: stored.content.elements)
    if composition.document.text.isEmpty {
      composition = Composition(words, caret: stored.caret)
      savedBy = stored.savedBy
    } else if composition.document != words {
      retire(words, because: .replaced)
    }
    if parts.files.isEmpty { parts.files = stored.inputFiles }
    if parts.attachments.isEmpty { parts.attachments = stored.content.files }
    parts.quoted = parts.quoted ?? stored.content.quoted
    if edit == nil, leftEdit == nil {
      leftEdit = stored.edit
    } else if let left = stored.edit {
      retire(DraftDocument(elements: left.elements), because: .parked)
    }
    let hadContent = !stored.content.isEmpty || !stored.inputFiles.isEmpty
    createdAt = isEmpty ? nil : hadContent ? stored.createdAt : createdAt ?? stored.createdAt
    changedEdit()
  }

  /// When it was begun and last edited.
  func dates(at now: Timestamp) -> DraftDates {
    DraftDates(createdAt: createdAt ?? updatedAt ?? now, updatedAt: updatedAt ?? now)
  }

  /// What is quoted has changed at the service. That is no edit of the draft, and nothing to tell anybody.
  func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    guard let quoted = parts.quoted, change(quoted) != quoted else { return }
    parts.quoted = change(quoted)
    if let agreed = sync.ancestor?.content?.quoted { sync.ancestor?.content?.quoted = change(agreed) }
    changedEdit()
  }

  /// What the service is to have: files that are only here are not told, and what is empty is no draft.
  var shared: DraftContent? {
    let content = content
    return content.isEmpty ? nil : content
  }
}

extension StoredDraft? {
  /// Whether the store has exactly this: the same letters in another composition are other words.
  nonisolated func isExactly(_ other: StoredDraft?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self == other
      && DraftDocument(elements: self.content.elements) == DraftDocument(elements: other.content.elements)
  }
}
