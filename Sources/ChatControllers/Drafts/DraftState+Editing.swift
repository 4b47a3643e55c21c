import ChatDomain
import DraftEngine

extension DraftState {
  /// Applies an edit to what the composer shows.
  ///
  /// - Returns: what it did; those who listen are told only when something changed.
  @discardableResult
  func perform(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    if let result = try edit?.composition.perform(transaction) {
      if result.changedAnything { changedEdit() }
      return result
    }
    // The words before a removal are kept once for a run of removals: a copy for each key would cost the whole text.
    let shrinks = transaction.growth < 0
    if shrinks, peak == nil { peak = composition.document }
    let wasBlank = composition.document.isBlank
    let result = try composition.perform(transaction)
    guard result.changedAnything else { return result }
    noteShrinking(shrinks, wasBlank: wasBlank)
    changed()
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
    edit?.composition.forgetSteps()
    peak = nil
  }

  private func step(_ take: (inout Composition) throws(DraftError) -> Bool) throws(DraftError) -> Bool {
    if var composition = edit?.composition {
      guard try take(&composition) else { return false }
      edit?.composition = composition
      changedEdit()
      return true
    }
    let before = composition.document
    guard try take(&composition) else { return false }
    let shrinks = composition.document.utf8Count < before.utf8Count
    if shrinks, peak == nil { peak = before }
    noteShrinking(shrinks, wasBlank: before.isBlank)
    changed()
    return true
  }

  private func noteShrinking(_ shrinks: Bool, wasBlank: Bool) {
    if !shrinks { peak = nil }
    guard !wasBlank, composition.document.isBlank else { return }
    retire(peak, because: .cleared)
    peak = nil
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
    peak = nil
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

extension DraftTransaction {
  /// How many bytes longer it makes a text.
  nonisolated var growth: Int { changes.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count } }
}
