import DraftEngine

extension LocalStore {
  /// What left the composer and holds all of these words, in any order and without regard to case and accents; the
  /// latest first.
  ///
  /// All of the history is looked through: it is trimmed to a number that is looked through at once.
  public func draftHistory(
    for key: DraftKey?, holding words: String, limit: Int
  ) async throws(StoreError) -> [DraftHistoryEntry] {
    let wanted = words.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
    let entries = try await draftHistory(for: key, limit: .max).lazy.filter { entry in
      let text = FoldedText(entry.elements.text)
      return wanted.allSatisfy { text.contains($0) }
    }
    return Array(entries.prefix(max(0, limit)))
  }
}
