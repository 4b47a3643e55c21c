/// Edits in one call.
extension DraftDocument {
  /// Inserts text before the Character at `offset`.
  public mutating func insertText(offset: Int, text inserted: String) throws(DraftError) {
    try apply(insertion(of: inserted, at: offset))
  }

  /// Removes `length` Characters from `offset`.
  public mutating func removeText(offset: Int, length: Int) throws(DraftError) {
    try apply(removal(offset: offset, length: length))
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

/// The same edits as transactions, which are made with ``DraftDocument/apply(_:)``.
extension DraftDocument {
  /// The edit that inserts text before the Character at `offset`.
  public func insertion(
    of inserted: String, at offset: Int, origin: EditOrigin = .typing
  ) throws(DraftError) -> DraftTransaction {
    let start = try utf8Offset(ofCharacter: offset)
    return DraftTransaction(changes: [TextChange(start..<start, inserted)], origin: origin)
  }

  /// The edit that removes `length` Characters from `offset` on.
  public func removal(
    offset: Int, length: Int, origin: EditOrigin = .typing
  ) throws(DraftError) -> DraftTransaction {
    let range = try utf8Range(offset: offset, length: length)
    return DraftTransaction(changes: [TextChange(range, "")], origin: origin)
  }

  /// The edit that makes `length` Characters from `offset` on a mention.
  public func additionOfMention(
    offset: Int, length: Int, target: MentionTarget
  ) throws(DraftError) -> DraftTransaction {
    let range = try utf8Range(offset: offset, length: length)
    guard !range.isEmpty else { throw .emptyMention(offset: offset) }
    if target.isEmpty { throw .emptyTarget(target) }
    return DraftTransaction(adding: [MentionSpan(range, target)], origin: .suggestion)
  }

  /// The edit that removes the mention which begins at `offset`, or nil if none does.
  public func removalOfMention(offset: Int) -> DraftTransaction? {
    guard let index = mentionIndex(startingAt: offset) else { return nil }
    return DraftTransaction(removing: [mentionList[index]], origin: .suggestion)
  }

  /// The edit that accepts a suggestion with the words `text`.
  public func insertionOfSuggestedMention(
    _ mention: SuggestedMention, text replacement: String
  ) throws(DraftError) -> DraftTransaction {
    let start = try utf8Offset(ofCharacter: mention.offset)
    let end = start + mention.replaceFrom.utf8.count
    let rest = text.utf8.dropFirst(start)
    guard rest.starts(with: mention.replaceFrom.utf8), text.isCharacterBoundary(utf8: end) else {
      let found = text[text.index(utf8: start)...].prefix(mention.replaceFrom.count)
      throw .staleSuggestion(offset: mention.offset, expected: mention.replaceFrom, found: String(found))
    }
    guard !replacement.isEmpty else { throw .emptyMention(offset: mention.offset) }
    if mention.target.isEmpty { throw .emptyTarget(mention.target) }
    if let index = mentionList.firstIndex(touchedBy: start..<end) {
      throw .overlappingMention(
        offset: mention.offset, length: mention.replaceFrom.count, existing: self.mention(at: index))
    }
    let range = start..<(start + replacement.utf8.count)
    return DraftTransaction(
      changes: [TextChange(start..<end, replacement)], adding: [MentionSpan(range, mention.target)],
      origin: .suggestion)
  }
}
