import ChatDomain
import DraftEngine

extension DraftState {
  /// Applies an edit to what the composer shows. Observers are notified only if something changed.
  @discardableResult
  func perform(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let removesText = transaction.removesText
    let wasBlank = shown.document.isBlank
    edit?.begin(removesText: removesText)
    if let result = try edit?.composition.perform(transaction) {
      if result.changedAnything { didPerformOnEdit(removesText: removesText, wasBlank: wasBlank) }
      return result
    }
    erasedText.begin(composition.document, removesText: removesText)
    let result = try composition.perform(transaction)
    if result.changedAnything { didPerform(removesText: removesText, wasBlank: wasBlank) }
    return result
  }

  /// Undoes the last step.
  func undo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.undo() }
  }

  /// Redoes the last undone step.
  func redo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.redo() }
  }

  /// Keeps the text, and clears the undo history.
  func forgetSteps() {
    composition.forgetSteps()
    erasedText = ErasedTextTracker()
    edit?.composition.forgetSteps()
    edit?.erasedText = ErasedTextTracker()
  }

  private func step(_ perform: (inout Composition) throws(DraftError) -> Bool) throws(DraftError) -> Bool {
    let before = shown.document
    var composition = shown
    guard try perform(&composition) else { return false }
    let removesText = composition.document.utf8Count < before.utf8Count || composition.document.isBlank
    if edit == nil {
      erasedText.begin(before, removesText: removesText)
      self.composition = composition
      didPerform(removesText: removesText, wasBlank: before.isBlank)
    } else {
      edit?.begin(removesText: removesText)
      edit?.composition = composition
      didPerformOnEdit(removesText: removesText, wasBlank: before.isBlank)
    }
    return true
  }

  private func didPerform(removesText: Bool, wasBlank: Bool) {
    retire(
      erasedText.end(composition.document, removesText: removesText, wasBlank: wasBlank), because: .cleared)
    changed()
  }

  private func didPerformOnEdit(removesText: Bool, wasBlank: Bool) {
    retire(edit?.end(removesText: removesText, wasBlank: wasBlank), because: .cleared)
    changedEdit()
  }

  func moveCaret(toUTF8 offset: Int) {
    let before = shown.caret
    if edit == nil {
      composition.moveCaret(toUTF8: offset)
    } else {
      edit?.composition.moveCaret(toUTF8: offset)
    }
    if shown.caret != before { owner?.didMoveCaret(in: self) }
  }

  /// Changes what the draft has besides its text.
  func setParts(_ parts: DraftParts) {
    guard parts != self.parts else { return }
    self.parts = parts
    changed()
  }

  /// The files to upload that the composer shows: those of the message being edited, or of the draft.
  var shownFiles: [InputFile] {
    get { edit?.inputFiles ?? parts.files }
    set {
      guard newValue != shownFiles else { return }
      if edit == nil {
        parts.files = newValue
        changed()
      } else {
        edit?.inputFiles = newValue
        changedEdit()
      }
    }
  }

  /// The same for files the service already has.
  var shownAttachments: [FileAttachment] {
    get { edit?.attachments ?? parts.attachments }
    set {
      guard newValue != shownAttachments else { return }
      if edit == nil {
        parts.attachments = newValue
        changed()
      } else {
        edit?.attachments = newValue
        changedEdit()
      }
    }
  }

  /// Replaces the draft and keeps the caret next to the same words. With a reason, the old text goes into the history.
  func replace(
    with document: DraftDocument, parts: DraftParts, origin: EditOrigin,
    retiring reason: DraftHistoryEntry.Reason?
  ) {
    let isOther = document != composition.document
    guard isOther || parts != self.parts else { return }
    if let reason, isOther { retire(composition.document, because: reason) }
    erasedText = ErasedTextTracker()
    applyAll(composition.document.transactions(to: document, origin: origin))
    let hasOtherParts = parts != self.parts
    self.parts = parts
    changed(isShown: edit == nil || hasOtherParts)
  }

  /// Replaces the text the composer shows: of the message being edited, or of the draft.
  func replaceShown(with document: DraftDocument, retiring reason: DraftHistoryEntry.Reason) {
    guard var composition = edit?.composition else {
      replace(with: document, parts: parts, origin: .restore, retiring: reason)
      return moveCaret(toUTF8: .max)
    }
    guard document != composition.document else { return }
    retire(composition.document, because: reason)
    composition.applyAll(composition.document.transactions(to: document, origin: .restore))
    composition.moveCaret(toUTF8: .max)
    edit?.composition = composition
    changedEdit()
  }

  /// Removes the draft's text without keeping it in the history.
  func dropShown() {
    guard edit == nil else { return }
    replace(with: DraftDocument(), parts: parts, origin: .restore, retiring: nil)
  }

  /// Applies edits that were made for this document.
  func applyAll(_ transactions: [DraftTransaction]) { composition.applyAll(transactions) }

  func retire(_ document: DraftDocument?, because reason: DraftHistoryEntry.Reason) {
    guard let document, !document.isBlank else { return }
    owner?.didRetire(document.elements, from: self, because: reason)
  }
}

extension Composition {
  fileprivate mutating func applyAll(_ transactions: [DraftTransaction]) {
    do {
      for transaction in transactions { _ = try perform(transaction) }
    } catch {
      preconditionFailure("an edit made for this draft does not fit it: \(error)")
    }
  }
}
