import DraftEngine

/// A text that is being written, with its undo and its caret.
struct Composition {
  private(set) var document: DraftDocument
  private var history: DraftHistory
  /// In UTF-8 bytes, always between Characters.
  private(set) var caret = 0
  /// Of the document as it is; another one with each edit, so that a copy of this value keeps its own.
  private var rendered = RenderedElements()

  init(_ document: DraftDocument = DraftDocument(), caret: Int = 0) {
    self.document = document
    history = DraftHistory(of: document)
    place(caret)
  }

  /// Applies an edit as a whole. A person's own edit takes the caret along; everybody else's leaves it with the words
  /// that stand before it, and undo does not take back what another device did.
  mutating func perform(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let wasEmpty = document.isEmpty
    let edit =
      transaction.origin == .merge
      ? try history.perform(foreign: transaction, on: &document)
      : try history.perform(transaction, on: &document)
    if edit.changedAnything {
      rendered = RenderedElements()
      let isForeign = transaction.origin == .merge || transaction.origin == .restore
      let target = isForeign ? nil : edit.caret
      // In an empty text the caret stands behind everything: whoever goes on writes on.
      let kept = wasEmpty ? document.text.utf8.count : edit.mapping.map(caret, side: .before)
      place(target ?? kept)
    }
    return edit
  }

  /// - Returns: whether there was a step to take back.
  mutating func undo() throws(DraftError) -> Bool {
    guard let mapping = try history.undo(&document) else { return false }
    rendered = RenderedElements()
    place(mapping.caret ?? mapping.map(caret))
    return true
  }

  /// - Returns: whether there was a step to do again.
  mutating func redo() throws(DraftError) -> Bool {
    guard let mapping = try history.redo(&document) else { return false }
    rendered = RenderedElements()
    place(mapping.caret ?? mapping.map(caret))
    return true
  }

  /// The words with mentions, channel references and links as what they are; made once for each edit.
  var elements: [MessageElement] { rendered.elements(of: document) }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Nothing that was done so far can be taken back any more.
  mutating func forgetSteps() { history = DraftHistory(of: document) }

  /// Puts the caret where a person wants it: what is typed there is a step of its own.
  mutating func moveCaret(toUTF8 offset: Int) {
    let before = caret
    place(offset)
    if caret != before { history.endTyping() }
  }

  private mutating func place(_ offset: Int) {
    let text = document.text
    caret = text.utf8.distance(from: text.startIndex, to: text.characterBoundary(atOrBefore: offset))
  }
}
