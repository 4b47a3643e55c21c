package import ChatDomain
package import DraftEngine

/// What composers and other devices do to the draft.
extension Draft {
  // MARK: Observers

  package func add(_ observer: any DraftObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  private func changed(by author: Author = .user, isShown: Bool = true) {
    owner?.didChange(self, by: author)
    if isShown { notifyObservers() }
  }

  func changedLocally() {
    owner?.didChangeLocally(self)
    notifyObservers()
  }

  func notifyObservers() {
    for entry in observers { entry.observer?.draftDidChange() }
  }

  /// - Parameter files: the names of the files that leave the composer with the text.
  package func addToHistory(
    _ document: DraftDocument?, with files: [String] = [], because reason: DraftHistoryEntry.Reason
  ) {
    guard let document, !document.isBlank else { return }
    owner?.addToHistory(document.elements, with: files, of: self, because: reason)
  }

  // MARK: What the composer shows

  /// The text that composers show: of the message being edited, or of the draft.
  package var shownDocument: DraftDocument {
    editing.current?.composition.document ?? composed.composition.document
  }

  package var shownElements: [MessageElement] {
    editing.current?.composition.elements ?? composed.composition.elements
  }

  package var shownCaret: Int { editing.current?.composition.caret ?? composed.composition.caret }
  package var canUndo: Bool { editing.current?.composition.canUndo ?? composed.composition.canUndo }
  package var canRedo: Bool { editing.current?.composition.canRedo ?? composed.composition.canRedo }

  /// The files to upload that the composer shows: those of the message being edited, or of the draft.
  package var shownFiles: [InputFile] {
    get { editing.current?.inputFiles ?? composed.parts.files }
    set {
      guard newValue != shownFiles else { return }
      if let edit = editing.current {
        edit.inputFiles = newValue
        changedLocally()
      } else {
        composed.parts.files = newValue
        changed()
      }
    }
  }

  /// The same for files the service already has.
  package var shownAttachments: [FileAttachment] {
    get { editing.current?.attachments ?? composed.parts.attachments }
    set {
      guard newValue != shownAttachments else { return }
      if let edit = editing.current {
        edit.attachments = newValue
        changedLocally()
      } else {
        composed.parts.attachments = newValue
        changed()
      }
    }
  }

  /// Whether the text that the composer shows was written to be sent encrypted, and is not sent otherwise.
  package var isShownEncrypted: Bool {
    get { editing.current?.isEncrypted ?? composed.parts.isEncrypted }
    set {
      guard newValue != isShownEncrypted else { return }
      if let edit = editing.current { return edit.isEncrypted = newValue }
      composed.parts.isEncrypted = newValue
      owner?.didChangeLocally(self)
    }
  }

  // MARK: Editing by the user

  /// Applies an edit to what the composer shows. Observers are notified only if something changed.
  @discardableResult
  package func perform(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    if let message = editing.current {
      let (edit, erased) = try message.composition.perform(transaction)
      if edit.changedAnything { didEdit(message, erasing: erased) }
      return edit
    }
    let (edit, erased) = try composed.composition.perform(transaction)
    if edit.changedAnything { didEdit(erasing: erased) }
    return edit
  }

  /// - Returns: whether there was a step to undo.
  package func undo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.undo() }
  }

  /// - Returns: whether there was a step to redo.
  package func redo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.redo() }
  }

  private func step(
    _ perform: (inout Composition) throws(DraftError) -> Composition.Step?
  ) throws(DraftError) -> Bool {
    if let message = editing.current {
      guard let step = try perform(&message.composition) else { return false }
      didEdit(message, erasing: step.erased)
    } else {
      guard let step = try perform(&composed.composition) else { return false }
      didEdit(erasing: step.erased)
    }
    return true
  }

  private func didEdit(erasing erased: DraftDocument?) {
    addToHistory(erased, because: .cleared)
    changed()
  }

  private func didEdit(_ message: EditedMessage, erasing erased: DraftDocument?) {
    addToHistory(message.worthKeeping(erased), because: .cleared)
    changedLocally()
  }

  package func moveCaret(toUTF8 offset: Int) {
    var isMoved = false
    changeShown { isMoved = $0.moveCaret(toUTF8: offset) }
    guard isMoved else { return }
    owner?.didChangeLocally(self)
    for entry in observers { entry.observer?.caretDidMove() }
  }

  /// Changes the visible composition without an edit.
  package func changeShown(_ change: (inout Composition) -> Void) {
    if let edit = editing.current { change(&edit.composition) } else { change(&composed.composition) }
  }

  /// Changes what the draft has besides its text.
  package func setParts(_ parts: DraftParts) {
    guard parts != composed.parts else { return }
    composed.parts = parts
    changed()
  }

  /// Replaces the text the composer shows: of the message being edited, or of the draft.
  package func replaceShown(with document: DraftDocument, because reason: DraftHistoryEntry.Reason) {
    guard let message = editing.current else {
      replace(with: document, parts: composed.parts, origin: .restore, because: reason)
      return moveCaret(toUTF8: .max)
    }
    let old = message.composition.document
    guard document != old else { return moveCaret(toUTF8: .max) }
    addToHistory(old, because: reason)
    message.composition.applyAll(old.transactions(to: document, origin: .restore))
    _ = message.composition.moveCaret(toUTF8: .max)
    changedLocally()
  }

  /// Removes the draft's text; does nothing while a message is edited.
  ///
  /// - Parameter reason: why the text is kept in the history; nil: it is not kept.
  package func dropText(because reason: DraftHistoryEntry.Reason?) {
    guard editing.current == nil else { return }
    replace(with: DraftDocument(), parts: composed.parts, origin: .restore, because: reason)
  }

  /// Empties the draft; its text goes into the history.
  func clear() {
    replace(with: DraftDocument(), parts: DraftParts(), origin: .restore, because: .cleared)
  }

  /// Keeps the text, and clears the undo history.
  func forgetSteps() {
    composed.composition.forgetSteps()
    editing.current?.composition.forgetSteps()
  }

  // MARK: Changes by other devices

  /// Replaces the draft and keeps the caret next to the same words. With a reason, the old text goes into the history.
  package func replace(
    with document: DraftDocument, parts: DraftParts, origin: EditOrigin,
    because reason: DraftHistoryEntry.Reason?
  ) {
    let old = composed.composition.document
    let isOther = document != old
    guard isOther || parts != composed.parts else { return }
    if isOther, let reason {
      let lost = composed.parts.fileNames.filter { !parts.fileNames.contains($0) }
      addToHistory(old, with: lost, because: reason)
    }
    composed.composition.forgetErasedText()
    composed.composition.applyAll(old.transactions(to: document, origin: origin))
    let hasOtherParts = parts != composed.parts
    composed.parts = parts
    changed(
      by: origin == .merge ? .service : .user, isShown: editing.current == nil || hasOtherParts)
  }

  /// Adds what another device wrote to what was written here.
  ///
  /// - Parameter conflicting: text of the other device that could not be merged.
  func merge(_ transactions: [DraftTransaction], parts: DraftParts, conflicting: DraftDocument?) {
    addToHistory(conflicting, because: .merged)
    let hasOtherParts = parts != composed.parts
    guard !transactions.isEmpty || hasOtherParts else { return }
    composed.composition.applyAll(transactions)
    composed.parts = parts
    changed(by: .service, isShown: editing.current == nil || hasOtherParts)
  }

  /// Updates the quote after the quoted message has changed. That is no edit of the draft, and is not published.
  func updateQuote(_ change: (QuotedMessage) -> QuotedMessage) {
    guard let quoted = composed.parts.quoted, change(quoted) != quoted else { return }
    composed.parts.quoted = change(quoted)
    sync.updateQuote(change)
    changedLocally()
  }

  // MARK: Editing a message

  /// Shows a message to be edited instead of the draft, or the unfinished edit of it that was left earlier.
  package func beginEdit(_ message: Message) {
    if editing.current?.message.id == message.id { return }
    changeShown { $0.endUndoGroup() }
    for edit in editing.begin(message) { park(edit) }
    changedLocally()
  }

  /// Ends the edit and brings the draft back. Text that was not sent goes into the history.
  package func endEdit() {
    guard !editing.isEmpty else { return }
    for edit in editing.end() { park(edit) }
    changedLocally()
  }

  private func park(_ edit: StoredEdit) {
    addToHistory(edit.document, with: edit.fileNames, because: .parked)
  }

  /// Leaves the edit without finishing it: it is offered again later.
  func leaveEdit() {
    guard let edit = editing.current else { return }
    // The edit of a deleted message cannot be continued.
    if edit.message.isDeleted { return endEdit() }
    editing.leave()
    changedLocally()
  }

  /// Call when the outbox has the edit of a message. The text goes into the history, as the service may refuse it.
  ///
  /// - Parameters:
  ///   - files: the files of the message before the edit.
  ///   - id: the current id of the message.
  package func didHandOver(_ sent: StoredEdit, with files: [FileAttachment], of id: MessageID) {
    let names = (sent.files ?? files).map(\.name) + sent.inputFiles.map(\.name)
    addToHistory(sent.document, with: names, because: .edited)
    releaseEdit(of: id)
    if editing.end(sent: sent, of: id) { changedLocally() }
  }

  /// Call when the outbox is done with the edit of a message, so that another edit can be sent.
  package func releaseEdit(of id: MessageID) {
    if let edit = editing.current, edit.message.id == id { edit.isHandedOver = false }
  }

  // MARK: Sending

  /// Empties the composer. The options of this message, such as `DraftParts.isShownInChannel`, and the undo history leave with
  /// it: undo in the next message must not bring back one that was sent.
  package func emptyForSending() -> OutgoingDraft {
    composed.composition.forgetErasedText()
    let taken = OutgoingDraft(composed, createdAt: stamp.createdAt)
    outgoing.append(taken)
    composed = ComposedMessage()
    changed()
    return taken
  }

  /// Call when the outbox has the message, so that it no longer counts as part of the draft.
  func release(_ taken: OutgoingDraft) {
    outgoing.remove(taken)
    restoreReturned()
  }

  /// Brings back what could not be sent, in front of what was typed since, as soon as the outbox has decided about
  /// everything sent later.
  package func putBack(_ taken: OutgoingDraft) {
    outgoing.markReturned(taken)
    restoreReturned()
  }

  private func restoreReturned() {
    while let taken = outgoing.popReturned() {
      if isEmpty {
        composed = taken.composed
      } else {
        let typed = composed.composition.document
        let both = DraftDocument(elements: taken.elements(before: typed.elements))
        composed.composition.applyAll(typed.transactions(to: both, origin: .restore))
        composed.parts = composed.parts.joining(taken.composed.parts)
      }
      if let createdAt = taken.createdAt { stamp.createdAt = createdAt }
      changed()
    }
  }

  // MARK: The store, and messages that the draft refers to

  /// Replaces everything by what the store has. The caller notifies the observers.
  func restore(_ stored: StoredDraft) {
    composed = ComposedMessage(stored)
    editing.restore(stored.edit)
  }

  /// Fills in from the store what is empty here; text that differs goes into the history.
  func fill(from stored: StoredDraft) {
    addToHistory(composed.fill(from: stored), because: .replaced)
    if editing.isEmpty {
      editing.restore(stored.edit)
    } else {
      stored.edit.map(park)
    }
  }

  /// Appends text that was written elsewhere and moves the caret into it. Both texts are kept in full.
  func append(_ written: ComposedMessage) {
    let (here, theirs) = (composed.composition.document, written.composition.document)
    if here.isEmpty { composed.composition = written.composition }
    if here != theirs, !here.isEmpty, !theirs.isEmpty {
      let both = DraftDocument(elements: here.elements + [.plainText(text: "\n")] + theirs.elements)
      composed.composition.applyAll(here.transactions(to: both, origin: .restore))
      let before = both.text.utf8.count - theirs.text.utf8.count
      _ = composed.composition.moveCaret(toUTF8: before + written.composition.caret)
    }
    if composed.parts != written.parts { composed.parts = written.parts.joining(composed.parts) }
    changed()
  }

  /// Takes over the edit of a message, unless there is one here.
  func absorbEdit(of other: Draft) { editing.absorb(&other.editing) }

  /// Makes the observers of this draft show the one that absorbed it.
  func handOverObservers(to other: Draft) {
    for entry in observers { entry.observer?.draftWasAbsorbed(by: other) }
    observers = []
  }

  /// Removes what is being sent, to be sent from the draft that absorbs this one.
  func removeOutgoing() -> OutgoingDrafts {
    defer { outgoing = OutgoingDrafts() }
    return outgoing
  }

  func append(_ sending: OutgoingDrafts) { outgoing.append(sending) }

  /// A message that was written here got its id from the service: its edit and its quote get that id too.
  func follow(_ local: MessageID, to arrived: Message) {
    if editing.follow(local, to: arrived) { changedLocally() }
    if composed.parts.quoted?.id == local {
      composed.parts.quoted = QuotedMessage(arrived)
      changed()
    }
  }

  /// Applies a deletion to the edit of the message.
  ///
  /// - Returns: whether an edit was about it.
  func apply(_ deletion: MessageDeletedEvent) -> Bool {
    switch editing.apply(deletion) {
    case .none: return false
    case .current: break
    case .left(let edit):
      park(edit)
      changedLocally()
    }
    return true
  }
}
