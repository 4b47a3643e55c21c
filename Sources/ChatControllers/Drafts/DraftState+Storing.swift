import ChatDomain
import DraftEngine

extension DraftState {
  /// What to save; nil if there is nothing to save.
  ///
  /// An empty draft is kept until the service knows that it is empty: otherwise a restart would bring the text back.
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

  /// Adopts what the store has. That signals no typing and changes no date.
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

  /// Adopts what the store has after the user began to write before it was read: what is empty here is filled in, and
  /// text that differs goes into the history.
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

  /// When it was created and last edited.
  func dates(at now: Timestamp) -> DraftDates {
    DraftDates(createdAt: createdAt ?? updatedAt ?? now, updatedAt: updatedAt ?? now)
  }

  /// Updates the quote after the quoted message has changed. That is no edit of the draft, and is not published.
  func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    guard let quoted = parts.quoted, change(quoted) != quoted else { return }
    parts.quoted = change(quoted)
    if let agreed = sync.ancestor?.content?.quoted { sync.ancestor?.content?.quoted = change(agreed) }
    changedEdit()
  }

  /// What to publish: without files that only this device has; nil if nothing remains.
  var shared: DraftContent? {
    let content = content
    return content.isEmpty ? nil : content
  }
}

extension StoredDraft? {
  /// Whether both are the same to the byte: canonically equivalent texts count as different.
  nonisolated func isExactly(_ other: StoredDraft?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self == other
      && DraftDocument(elements: self.content.elements) == DraftDocument(elements: other.content.elements)
  }
}
