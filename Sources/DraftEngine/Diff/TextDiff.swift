/// Finds out what happened to a draft whose text was replaced as a whole.
///
/// The common ends are taken off first; a change that touches no mention is then done. Otherwise whole lines, then
/// words are paired, the mentions whose words stayed together are kept, and the others are looked for by what
/// stands around them.
enum TextDiff {
  /// The edits that lead to the new text, and the mentions that went along to another place.
  struct Plan {
    /// What changed, ascending and disjoint.
    var changes: [ChangedRange]
    /// Mentions whose words were taken out and stand elsewhere now, as they stand in the new text.
    var moved: [MentionSpan] = []
  }

  static func plan(from document: DraftDocument, to newText: String) -> Plan {
    let old = document.text.utf8Span.span
    let new = newText.utf8Span.span
    guard let middle = CommonEnds.middle(of: old, in: 0..<old.count, and: new, in: 0..<new.count) else {
      return Plan(changes: [])
    }
    let settled = ChangeSettling.settle(middle, old: old, new: new, mentions: document.mentionList)
    if document.mentionList.firstIndex(touchedBy: settled.old) == nil { return Plan(changes: [settled]) }
    return plan(between: middle, old: old, new: new, newText: newText, mentions: document.mentionList)
  }

  private static func plan(
    between middle: ChangedRange, old: Span<UInt8>, new: Span<UInt8>, newText: String, mentions: MentionList
  ) -> Plan {
    let stretch = middle.widened(old: old, new: new, mentions: mentions)
    let stretches = LineMatching.stretches(of: stretch, old: old, new: new)
    var table = TokenTable(expecting: stretches.reduce(0) { $0 + $1.old.count + $1.new.count })
    let tokenRanges = stretches.map { table.append($0, old: old, new: new, mentions: mentions) }
    var alignment = TokenAlignment(old: table.old, new: table.new, vocabularySize: table.vocabulary.count)
    for range in tokenRanges { alignment.align(range) }
    let placed = place(mentions, in: stretch, table: table, alignment: &alignment)
    let changes = changes(
      in: stretches, tokenRanges, table: table, alignment: alignment, old: old, new: new, mentions: mentions)
    return Plan(changes: changes, moved: moved(placed, by: changes, to: newText, mentions: mentions))
  }

  /// A mention of the draft and where its words stand in the new text.
  struct Placed {
    var mention: Int
    var range: Range<Int>
  }

  /// Decides for each mention in the stretch where it went, and undoes pairings that were decided against.
  private static func place(
    _ mentions: MentionList, in stretch: ChangedRange, table: TokenTable, alignment: inout TokenAlignment
  ) -> [Placed] {
    let candidates = candidates(mentions, in: stretch, table: table, alignment: alignment)
    var relocation = MentionRelocation(
      old: table.old, new: table.new, vocabularySize: table.vocabulary.count, mentions: candidates)
    var open: [MentionRelocation.Candidate] = []
    for candidate in candidates {
      if let paired = candidate.paired,
        relocation.likeness(candidate.old, paired) >= MentionRelocation.certainLikeness
      {
        relocation.claim(paired..<(paired + candidate.old.count))
      } else {
        open.append(candidate)
      }
    }
    return relocation.places(for: open).compactMap { mention, place in
      if mention.paired == place { return nil }
      for token in mention.old { alignment.unpair(token) }
      let range = table.new.starts[place]..<table.new.ends[place + mention.old.count - 1]
      return Placed(mention: mention.mention, range: range)
    }
  }

  private static func candidates(
    _ mentions: MentionList, in stretch: ChangedRange, table: TokenTable, alignment: TokenAlignment
  ) -> [MentionRelocation.Candidate] {
    var result: [MentionRelocation.Candidate] = []
    var token = 0
    for index in mentions.firstIndex(endingAfter: stretch.old.lowerBound)..<mentions.count {
      let range = mentions.ranges[index]
      if range.upperBound > stretch.old.upperBound { break }
      if range.lowerBound < stretch.old.lowerBound { continue }
      while token < table.old.count, table.old.starts[token] < range.lowerBound { token += 1 }
      let start = token
      while token < table.old.count, table.old.ends[token] <= range.upperBound { token += 1 }
      if token == start { continue }
      let first = alignment.partners[start]
      let isTogether =
        first >= 0 && (start..<token).allSatisfy { alignment.partners[$0] == first + $0 - start }
      result.append(.init(mention: index, old: start..<token, paired: isTogether ? first : nil))
    }
    return result
  }
}
