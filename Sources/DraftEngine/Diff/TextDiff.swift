/// Finds out what happened to a draft whose text was replaced as a whole.
enum TextDiff {
  /// The edits that lead to the new text, and the mentions that went along to another place.
  struct Plan {
    /// What changed, ascending and disjoint.
    var changes: [ChangedRange]
    /// Mentions whose words were taken out and stand elsewhere now, as they stand in the new text.
    var moved: [MentionSpan]
  }

  static func plan(from document: DraftDocument, to newText: String) -> Plan {
    let old = document.text.utf8Span.span
    let new = newText.utf8Span.span
    guard let middle = CommonEnds.middle(of: old, in: 0..<old.count, and: new, in: 0..<new.count) else {
      return Plan(changes: [], moved: [])
    }
    return Plan(changes: [middle], moved: [])
  }
}
