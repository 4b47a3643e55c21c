import DraftEngine

/// The words of a text before they began to become fewer: what is kept when nothing of them is left.
///
/// They are kept once for a run of removals: a copy for each key would cost the whole text.
nonisolated struct WaningWords {
  private var peak: DraftDocument?

  /// An edit is about to be made.
  /// - Parameter wanes: whether it may leave less than there is, or nothing.
  mutating func begin(_ document: DraftDocument, wanes: Bool) {
    if wanes, peak == nil { peak = document }
  }

  /// It was made.
  ///
  /// - Returns: the words of which nothing is left since; nil when there is something, or was nothing before.
  mutating func end(_ document: DraftDocument, wanes: Bool, wasBlank: Bool) -> DraftDocument? {
    let isGone = !wasBlank && document.isBlank
    let words = isGone ? peak : nil
    if isGone || !wanes { peak = nil }
    return words
  }
}

extension DraftTransaction {
  /// Whether it makes a text shorter, or puts blanks in the place of words.
  nonisolated var wanes: Bool {
    changes.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count } < 0
      || changes.contains { !$0.range.isEmpty && $0.replacement.allSatisfy(\.isWhitespace) }
  }
}
