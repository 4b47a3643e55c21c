extension DraftDocument {
  /// Inserts text before the Character at `offset`.
  public mutating func insertText(offset: Int, text inserted: String) throws(DraftError) {
    try apply(insertion(of: inserted, at: offset))
  }

  /// Removes `length` Characters from `offset`.
  public mutating func removeText(offset: Int, length: Int) throws(DraftError) {
    try apply(removal(offset: offset, length: length))
  }

  /// Replaces the whole text and keeps every mention whose words were left alone.
  public mutating func update(text newText: String) {
    let plan = TextDiff.plan(from: self, to: newText)
    commit(plan, text: newText)
  }

  /// Makes `length` Characters from `offset` a mention of a target.
  public mutating func addMention(offset: Int, length: Int, target: MentionTarget) throws(DraftError) {
    try apply(additionOfMention(offset: offset, length: length, target: target))
  }

  /// Removes the mention that begins at `offset` and keeps its words.
  ///
  /// - Returns: whether a mention begins there.
  @discardableResult
  public mutating func removeMention(offset: Int) -> Bool {
    guard let index = mentionIndex(startingAt: offset) else { return false }
    mentionList.remove(at: index)
    revision += 1
    return true
  }

  /// Accepts a suggestion: replaces the typed text with `text`, which becomes the mention.
  public mutating func insertSuggestedMention(_ mention: SuggestedMention, text: String) throws(DraftError) {
    try apply(insertionOfSuggestedMention(mention, text: text))
  }
}
