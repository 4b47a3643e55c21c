import ChatDomain
import DraftEngine

extension DraftState {
  /// Applies an edit to what the composer shows.
  ///
  /// - Returns: what it did; those who listen are told only when something changed.
  @discardableResult
  func perform(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let wanes = transaction.wanes
    let wasBlank = shown.document.isBlank
    edit?.begin(wanes: wanes)
    if let result = try edit?.composition.perform(transaction) {
      if result.changedAnything { didPerformOnEdit(wanes: wanes, wasBlank: wasBlank) }
      return result
    }
    waning.begin(composition.document, wanes: wanes)
    let result = try composition.perform(transaction)
    if result.changedAnything { didPerform(wanes: wanes, wasBlank: wasBlank) }
    return result
  }

  /// Takes the last step back.
  func undo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.undo() }
  }

  /// Does what was taken back again.
  func redo() throws(DraftError) -> Bool {
    try step { (composition) throws(DraftError) in try composition.redo() }
  }

  /// What stands here stays, and nothing that stood here before can be brought back.
  func forgetSteps() {
    composition.forgetSteps()
    waning = WaningWords()
    edit?.composition.forgetSteps()
    edit?.waning = WaningWords()
  }

  private func step(_ take: (inout Composition) throws(DraftError) -> Bool) throws(DraftError) -> Bool {
    let before = shown.document
    var composition = shown
    guard try take(&composition) else { return false }
    let wanes = composition.document.utf8Count < before.utf8Count || composition.document.isBlank
    if edit == nil {
      waning.begin(before, wanes: wanes)
      self.composition = composition
      didPerform(wanes: wanes, wasBlank: before.isBlank)
    } else {
      edit?.begin(wanes: wanes)
      edit?.composition = composition
      didPerformOnEdit(wanes: wanes, wasBlank: before.isBlank)
    }
    return true
  }

  private func didPerform(wanes: Bool, wasBlank: Bool) {
    retire(waning.end(composition.document, wanes: wanes, wasBlank: wasBlank), because: .cleared)
    changed()
  }

  private func didPerformOnEdit(wanes: Bool, wasBlank: Bool) {
    retire(edit?.end(wanes: wanes, wasBlank: wasBlank), because: .cleared)
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

  /// Changes what belongs to the draft besides its words.
  func setParts(_ parts: DraftParts) {
    guard parts != self.parts else { return }
    self.parts = parts
    changed()
  }

  /// The files that the composer shows: those of the message that is edited, or of the draft.
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

  /// The same for those that the service has.
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

  /// Makes the draft another one, keeping the caret where its words are. What goes is to be found again.
  func replace(
    with document: DraftDocument, parts: DraftParts, origin: EditOrigin,
    retiring reason: DraftHistoryEntry.Reason?
  ) {
    let isOther = document != composition.document
    guard isOther || parts != self.parts else { return }
    if let reason, isOther { retire(composition.document, because: reason) }
    waning = WaningWords()
    applyAll(composition.document.transactions(to: document, origin: origin))
    let hasOtherParts = parts != self.parts
    self.parts = parts
    changed(isShown: edit == nil || hasOtherParts)
  }

  /// Makes the words that the composer shows other ones: those of the message that is edited, or of the draft.
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

  /// Takes away the words of the draft, of which nothing is to be found again.
  func dropShown() {
    guard edit == nil else { return }
    replace(with: DraftDocument(), parts: parts, origin: .restore, retiring: nil)
  }

  /// Applies edits that were made for this very draft.
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
