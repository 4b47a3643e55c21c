import DraftEngine

extension DraftDocument {
  /// The edits that turn this document into another one, to be applied in order: the text first, then the mentions that
  /// the new text did not bring along.
  nonisolated func transactions(to target: DraftDocument, origin: EditOrigin) -> [DraftTransaction] {
    var result: [DraftTransaction] = []
    var next = self
    let text = transaction(updatingTo: target.text, origin: origin)
    do {
      if try next.apply(text).changedAnything { result.append(text) }
    } catch {
      preconditionFailure("the edit between two texts does not fit: \(error)")
    }
    let old = Set(next.mentionSpans)
    let new = Set(target.mentionSpans)
    if old != new {
      result.append(
        DraftTransaction(
          removing: next.mentionSpans.filter { !new.contains($0) },
          adding: target.mentionSpans.filter { !old.contains($0) }, origin: origin))
    }
    return result
  }

  /// Whether it has no visible text.
  nonisolated var isBlank: Bool { text.isBlank }
}
