public import DraftEngine

extension MessageDraft {
  /// Replaces the whole text; mentions whose words are unchanged are kept.
  public func update(text: String, origin: EditOrigin = .typing) {
    do {
      try apply(document.transaction(updatingTo: text, origin: origin))
    } catch {
      preconditionFailure("the edit between two texts does not fit: \(error)")
    }
  }

  /// Inserts text before the Character at `offset`.
  public func insertText(offset: Int, text: String) throws(DraftError) {
    try apply(document.insertion(of: text, at: offset))
  }

  /// Removes `length` Characters from `offset` on.
  public func removeText(offset: Int, length: Int) throws(DraftError) {
    try apply(document.removal(offset: offset, length: length))
  }

  /// Turns `length` Characters from `offset` on into a mention of a target.
  public func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError) {
    try apply(document.additionOfMention(offset: offset, length: length, target: target))
  }

  /// Removes the mention that begins at `offset` and keeps its text.
  ///
  /// - Returns: whether a mention begins there.
  @discardableResult
  public func removeMention(offset: Int) -> Bool {
    guard let removal = document.removalOfMention(offset: offset) else { return false }
    do {
      try apply(removal)
    } catch {
      preconditionFailure("a mention that was just found cannot be removed: \(error)")
    }
    return true
  }

  /// Accepts a suggestion: what was typed is replaced by `text`, which becomes the mention.
  public func insertSuggestedMention(mention: SuggestedMention, text: String) throws(DraftError) {
    try apply(document.insertionOfSuggestedMention(mention, text: text))
  }

  /// Applies an edit as a whole; when it throws, the draft is as it was.
  @discardableResult
  public func apply(_ transaction: DraftTransaction) throws(DraftError) -> AppliedEdit {
    let edit = try state.perform(transaction)
    signalTyping(after: edit)
    return edit
  }

  /// Undoes the last edit, mentions included. What other devices wrote stays.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func undo() throws(DraftError) -> Bool { try state.undo() }

  /// Redoes the last undone edit.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func redo() throws(DraftError) -> Bool { try state.redo() }

  public var canUndo: Bool { state.shown.canUndo }
  public var canRedo: Bool { state.shown.canRedo }

  /// Where the caret is, in Characters; outside the text it goes to the nearer end.
  public var caret: Int {
    get { document.text[..<index(ofUTF8: utf8Caret)].count }
    set { state.moveCaret(toUTF8: document.text.prefix(max(0, newValue)).utf8.count) }
  }

  /// Where the caret is, in UTF-8 bytes; within a Character it goes to its start.
  public var utf8Caret: Int {
    get { state.shown.caret }
    set { state.moveCaret(toUTF8: newValue) }
  }

  private func index(ofUTF8 offset: Int) -> String.Index {
    document.text.utf8.index(document.text.startIndex, offsetBy: offset)
  }
}
