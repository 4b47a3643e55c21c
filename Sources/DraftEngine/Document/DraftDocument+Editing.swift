extension DraftDocument {
  /// Inserts text before the Character at `offset`.
  public mutating func insertText(offset: Int, text inserted: String) throws(DraftError) {
    let start = try utf8Offset(ofCharacter: offset)
    try apply(DraftTransaction(changes: [TextChange(start..<start, inserted)], origin: .typing))
  }

  /// Removes `length` Characters from `offset` on.
  public mutating func removeText(offset: Int, length: Int) throws(DraftError) {
    let range = try utf8Range(offset: offset, length: length)
    try apply(DraftTransaction(changes: [TextChange(range, "")], origin: .typing))
  }

  /// Replaces the whole text; every mention whose words were left alone stays with them.
  public mutating func update(text newText: String) {
    let plan = TextDiff.plan(from: self, to: newText)
    commit(plan, text: newText)
  }

  /// Makes `length` Characters from `offset` on stand for a target.
  public mutating func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError) {
    try apply(additionOfMention(offset: offset, length: length, target: target))
  }

  /// Removes the mention that begins at `offset` and leaves its words.
  ///
  /// - Returns: whether a mention begins there.
  @discardableResult
  public mutating func removeMention(offset: Int) -> Bool {
    guard let index = mentionIndex(startingAt: offset) else { return false }
    mentionList.remove(at: index)
    revision += 1
    return true
  }

  /// Accepts a suggestion: what was typed is replaced by `text`, which becomes the mention.
  public mutating func insertSuggestedMention(_ mention: SuggestedMention, text: String) throws(DraftError) {
    try apply(insertionOfSuggestedMention(mention, text: text))
  }
}
