import DraftEngine

/// The laws of `update(text:)`. Each says what is wrong, or nil.
enum UpdateLaws {
  static func breach(updating draft: DraftDocument, to text: String) -> String? {
    var updated = draft
    updated.update(text: text)
    if !DraftLaws.areSame(updated.text, text) { return "the text is not the one that was given" }
    let isSameText = DraftLaws.areSame(draft.text, text)
    if updated.revision != draft.revision + (isSameText ? 0 : 1) { return "the revision is wrong" }
    if isSameText && updated != draft { return "an update to the same text changed something" }
    if let breach = DraftLaws.breach(in: updated) ?? mentionBreach(from: draft, to: updated) { return breach }
    var again = updated
    again.update(text: text)
    if again != updated || again.revision != updated.revision {
      return "the same update once more does something"
    }
    return transactionBreach(from: draft, to: updated)
  }

  /// No mention comes from nowhere: each one has a partner before with the same target and the same words.
  private static func mentionBreach(from before: DraftDocument, to after: DraftDocument) -> String? {
    var partners = before.mentionSpans
    for span in after.mentionSpans {
      let words = DraftLaws.words(span, in: after)
      let partner = partners.firstIndex { old in
        old.target == span.target && DraftLaws.areSame(DraftLaws.words(old, in: before), words)
      }
      guard let partner else {
        return "the mention at \(span.range) spells \(words.visible) and came from nowhere"
      }
      partners.remove(at: partner)
    }
    return nil
  }

  private static func transactionBreach(from before: DraftDocument, to after: DraftDocument) -> String? {
    var draft = before
    do {
      let done = try draft.apply(before.transaction(updatingTo: after.text))
      if draft != after || draft.revision != after.revision {
        return "the transaction leads to \(DraftNotation(draft).description.visible)"
      }
      if let breach = mappingBreach(done, from: before, to: after) { return breach }
      let undone = try draft.apply(done.inverse)
      if draft != before { return "the inverse leads to \(DraftNotation(draft).description.visible)" }
      try draft.apply(undone.inverse)
      if draft != after { return "the inverse of the inverse does something else" }
      return nil
    } catch {
      return "the transaction or its inverse threw \(error)"
    }
  }

  /// A mention that was not lost is where the mapping says, and bytes outside the changes are the same.
  private static func mappingBreach(
    _ done: AppliedEdit, from before: DraftDocument, to after: DraftDocument
  ) -> String? {
    let now = Set(after.mentionSpans)
    for span in before.mentionSpans where !done.lostMentions.contains(span) {
      let start = done.mapping.map(span.range.lowerBound, side: .after)
      let end = done.mapping.map(span.range.upperBound, side: .before)
      if start > end || !now.contains(MentionSpan(start..<end, span.target)) {
        return "\(span.range) is mapped to \(start)..\(end), where no such mention is"
      }
    }
    return nil
  }
}
