import DraftEngine

/// A text being written, with its undo history and its caret.
struct Composition {
  private(set) var document: DraftDocument
  private var history: DraftHistory
  /// In UTF-8 bytes, always between Characters.
  private(set) var caret = 0
  /// The elements of this version of the document; replaced with each edit, so that a copy of this value keeps its own.
  private var rendered = RenderedElements()

  init(_ document: DraftDocument = DraftDocument(), caret: Int = 0) {
    self.document = document
    history = DraftHistory(of: document)
    place(caret)
  }

  /// Applies an edit as a whole. The user's own edit moves the caret; any other leaves it behind the same words, and
  /// undo does not revert what another device did.
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
      // In what was an empty text the caret goes to the end, to continue writing there.
      let kept = wasEmpty ? document.text.utf8.count : edit.mapping.map(caret, side: .before)
      place(target ?? kept)
    }
    return edit
  }

  /// - Returns: whether there was a step to undo.
  mutating func undo() throws(DraftError) -> Bool {
    guard let mapping = try history.undo(&document) else { return false }
    rendered = RenderedElements()
    place(mapping.caret ?? mapping.map(caret))
    return true
  }

  /// - Returns: whether there was a step to redo.
  mutating func redo() throws(DraftError) -> Bool {
    guard let mapping = try history.redo(&document) else { return false }
    rendered = RenderedElements()
    place(mapping.caret ?? mapping.map(caret))
    return true
  }

  /// The text with typed mentions, channel references and links; rendered once for each edit.
  var elements: [MessageElement] { rendered.elements(of: document) }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Clears the undo history.
  mutating func forgetSteps() { history = DraftHistory(of: document) }

  /// Moves the caret for the user; what is typed there is an undo step of its own.
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
