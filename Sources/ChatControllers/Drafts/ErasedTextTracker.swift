import DraftEngine

/// Remembers a text from before it was erased step by step, so that the whole of it can be found again.
///
/// It is copied once for a run of removals: a copy for each key would cost the whole text.
nonisolated struct ErasedTextTracker {
  private var peak: DraftDocument?

  /// Call before applying an edit.
  ///
  /// - Parameter removesText: whether the edit may leave less text than there is.
  mutating func begin(_ document: DraftDocument, removesText: Bool) {
    if removesText, peak == nil { peak = document }
  }

  /// Call after applying the edit.
  ///
  /// - Returns: the text that this edit has erased completely; nil if some is left, or if there was none before.
  mutating func end(_ document: DraftDocument, removesText: Bool, wasBlank: Bool) -> DraftDocument? {
    let isGone = !wasBlank && document.isBlank
    let words = isGone ? peak : nil
    if isGone || !removesText { peak = nil }
    return words
  }
}

extension DraftTransaction {
  /// Whether it makes a text shorter, or replaces words by blanks.
  nonisolated var removesText: Bool {
    changes.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count } < 0
      || changes.contains { !$0.range.isEmpty && $0.replacement.allSatisfy(\.isWhitespace) }
  }
}
