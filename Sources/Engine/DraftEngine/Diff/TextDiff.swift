/// Works out what changed in a draft whose whole text was replaced.
///
/// The common ends are removed first; a change that touches no mention is then complete. Otherwise whole lines, then
/// words are paired, the mentions whose words stayed together are kept, and the others are looked for by their
/// surroundings.
enum TextDiff {
  /// The edits that lead to the new text, and the mentions that moved.
  struct Plan {
    /// The changed ranges, ascending and disjoint.
    var changes: [ChangedRange]
    /// Mentions whose words moved elsewhere, as they are in the new text.
    var moved: [MentionSpan] = []
  }

  static func plan(from document: DraftDocument, to newText: String) -> Plan {
    let mentions = document.mentionList
    let old = document.text.utf8Span.span
    let new = newText.utf8Span.span
    let whole = ChangedRange(old: 0..<old.count, new: 0..<new.count)
    guard let middle = CommonEnds.middle(of: old, in: whole.old, and: new, in: whole.new) else {
      return Plan(changes: [])
    }
    let settled = ChangeSettling.settle(middle, old: old, newText: newText, mentions: mentions)
    if mentions.firstIndex(touchedBy: settled.old) == nil { return Plan(changes: [settled]) }
    var words = WordPairing(
      middle.widened(within: whole, old: old, new: new, mentions: mentions), old: old, new: new,
      mentions: mentions)
    let placed = words.placeMentions(mentions, old: old, new: new)
    let changes = words.changes(old: old, newText: newText, mentions: mentions, placed: placed)
    return Plan(changes: changes, moved: moved(placed, by: changes, to: newText, mentions: mentions))
  }

  /// The changed ranges, extended to whole words, Characters and mentions: two edits of one word count as edits of the
  /// same place.
  static func wordChanges(from document: DraftDocument, to edited: DraftDocument) -> [ChangedRange] {
    let mentions = document.mentionList
    let old = document.text.utf8Span.span
    let new = edited.text.utf8Span.span
    let whole = ChangedRange(old: 0..<old.count, new: 0..<new.count)
    guard let stretch = whole.narrowed(old: old, new: new, mentions: mentions) else { return [] }
    let words = WordPairing(stretch, old: old, new: new, mentions: mentions)
    return words.changes(old: old, newText: edited.text, mentions: mentions).inWholeWords(
      old: document, new: edited)
  }

  /// The moved mentions that the changes remove from their old place and that overlap no other mention.
  private static func moved(
    _ placed: [WordPairing.Placed], by changes: [ChangedRange], to newText: String, mentions: MentionList
  ) -> [MentionSpan] {
    guard !placed.isEmpty else { return [] }
    var carried = mentions
    let lost = Set(carried.carry(through: changes, to: newText).map(\.range.lowerBound))
    var result: [MentionSpan] = []
    var walk = CharacterWalk(newText)
    for place in placed.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where lost.contains(mentions.ranges[place.mention].lowerBound) {
      let isFree = carried.firstIndex(overlapping: place.range) == nil
      guard isFree, walk.reaches(place.range) else { continue }
      let span = MentionSpan(place.range, mentions.targets[place.mention])
      carried.insert(span)
      result.append(span)
    }
    return result
  }
}
