import DraftEngine

/// A pasted text of which one may want to know how long it is before it is sent. It stands in the draft already: whatever
/// comes between, it is not lost.
nonisolated struct LongPaste: Hashable, Sendable {
  let text: String
  /// Where it stands in the draft.
  let range: Range<Int>
  let lines: Int

  /// Nil if it is no reason to ask.
  ///
  /// - Parameters:
  ///   - maxLines: how many are no reason; nil: nothing is.
  ///   - maxBytes: how many a message may have.
  init?(_ text: String, at offset: Int, maxLines: Int?, maxBytes: Int) {
    guard let maxLines else { return nil }
    let newlines = text.utf8.count { $0 == 0x0A }
    lines = text.utf8.last == 0x0A ? newlines : newlines + 1
    guard lines > maxLines || text.utf8.count > maxBytes else { return nil }
    self.text = text
    range = offset..<offset + text.utf8.count
  }
}
