import ChatControllers
import DraftEngine

extension Composer {
  /// Takes one step back: closes the popup, deselects, removes the quote, or ends the edit. Text is never removed.
  ///
  /// - Returns: whether there was something to step back from.
  func stepBack() -> Bool {
    defer { services.setNeedsFrame() }
    if completion.dismiss() { return true }
    if !editor.selection.isEmpty {
      editor.deselect()
      vi?.caretDidJump()
    } else if draft.editedMessage != nil {
      related.endEdit()
    } else if draft.quoted != nil {
      draft.removeQuote()
    } else {
      return false
    }
    return true
  }

  /// Moves the text to the history of drafts. Undo restores it too.
  ///
  /// - Returns: whether there was any.
  @discardableResult
  func setAside() -> Bool {
    guard !draft.text.isBlank else { return false }
    vi?.endInsertion()
    history.setAside()
    completion.close()
    return true
  }
}
