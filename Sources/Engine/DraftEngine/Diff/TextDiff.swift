/// Computes what changed in a draft whose whole text was replaced.
///
/// The common ends are removed first; if the change touches no mention, the diff is complete. Otherwise lines are paired, then
/// words. Mentions whose words stayed together are kept; the others are located by their surroundings.
enum TextDiff {
  /// The edits that lead to the new text, and the mentions that moved.
  struct Plan {
    /// The changed ranges, ascending and disjoint.
    var changes: [ChangedRange]
    /// Mentions whose words moved elsewhere, with their ranges in the new text.
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

/// The words of a stretch of two texts, paired.
struct WordPairing {
  /// A mention of the draft and the place of its words in the new text.
  struct Placed {
    var mention: Int
    var range: Range<Int>
  }

  private let stretch: ChangedRange
  private let moved: [ChangedRange]
  private let parts: [(text: ChangedRange, tokens: ChangedRange)]
  private let table: TokenTable
  private var alignment: TokenAlignment

  init(_ stretch: ChangedRange, old: Span<UInt8>, new: Span<UInt8>, mentions: MentionList) {
    self.stretch = stretch
    let lines = LineMatching.match(stretch, old: old, new: new)
    // The remaining lines or passages usually differ in a few words, so only these and their surroundings are compared.
    let stretches = lines.stretches.compactMap { $0.narrowed(old: old, new: new, mentions: mentions) }
    moved = lines.moved
    var table = TokenTable(expecting: stretches.reduce(0) { $0 + $1.old.count + $1.new.count })
    parts = stretches.map { ($0, table.append($0, old: old, new: new, mentions: mentions)) }
    self.table = table
    alignment = TokenAlignment(old: table.old, new: table.new, vocabularySize: table.vocabulary.count)
    for part in parts { alignment.align(part.tokens) }
  }

  /// The differences between paired words, each trimmed to the part that differs.
  ///
  /// - Parameter placed: the mentions that moved to another place.
  func changes(
    old: Span<UInt8>, newText: String, mentions: MentionList, placed: [Placed] = []
  ) -> [ChangedRange] {
    let new = newText.utf8Span.span
    let glued = GluedMentions(mentions: mentions, elsewhere: Set(placed.map(\.mention)))
    var result: [ChangedRange] = []
    let gaps = parts.flatMap { alignment.gaps(in: $0.text, tokens: $0.tokens.old) }
    for gap in gaps.flatMap({ glued.parts(of: $0, old: old, new: new) }) {
      guard let middle = CommonEnds.middle(of: old, in: gap.old, and: new, in: gap.new) else { continue }
      let floor = result.last?.old.upperBound ?? 0
      result.appendJoining(
        ChangeSettling.settle(middle, old: old, newText: newText, mentions: mentions, from: floor))
    }
    return result
  }

  /// Decides where the words of each mention went, and undoes the pairings that it rejects.
  ///
  /// - Returns: the mentions whose place differs from the pairing.
  mutating func placeMentions(_ mentions: MentionList, old: Span<UInt8>, new: Span<UInt8>) -> [Placed] {
    let candidates = candidates(among: mentions)
    var relocation = MentionRelocation(table, mentions: candidates)
    var open: [MentionRelocation.Candidate] = []
    var places: [(mention: MentionRelocation.Candidate, new: Int)] = []
    for candidate in candidates {
      if let place = placeInMovedText(candidate), relocation.isSame(candidate.old, at: place) {
        relocation.claim(place..<(place + candidate.old.count))
        places.append((candidate, place))
      } else if let paired = candidate.paired, relocation.isCertain(candidate.old, at: paired) {
        relocation.claim(paired..<(paired + candidate.old.count))
      } else {
        open.append(candidate)
      }
    }
    places += relocation.places(for: open)
    var result: [Placed] = []
    for (mention, place) in places where mention.paired != place {
      // The words are the same, but the blanks between them and at the ends may differ.
      let words = mentions.ranges[mention.mention]
      let start = table.new.starts[place] - (table.old.starts[mention.old.lowerBound] - words.lowerBound)
      let range = start..<(start + words.count)
      guard start >= 0, range.upperBound <= new.count, CommonEnds.areSame(old, words, new, range) else {
        continue
      }
      for token in mention.old { alignment.unpair(token) }
      result.append(Placed(mention: mention.mention, range: range))
    }
    return result
  }

  /// The new token of a mention's first word, if a whole line or passage moved with it. That piece may end within the mention.
  private func placeInMovedText(_ mention: MentionRelocation.Candidate) -> Int? {
    let start = table.old.starts[mention.old.lowerBound]
    let index = moved.partitioningIndex { $0.old.upperBound > start }
    guard index < moved.count, moved[index].old.contains(start) else { return nil }
    return table.new.index(startingAt: moved[index].new.lowerBound + start - moved[index].old.lowerBound)
  }

  private func candidates(among mentions: MentionList) -> [MentionRelocation.Candidate] {
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

/// Finds mentions whose words gained letters, in the gaps between paired words.
///
/// `[Ann] met` becomes `Anns met`: the old word is gone, but the mention is still there. Many languages attach
/// particles to names.
struct GluedMentions {
  /// The number of bytes searched in a gap, after which no further mention is tried.
  private static let workLimit = 1 << 14

  let mentions: MentionList
  /// The indices of the mentions that moved to another place.
  let elsewhere: Set<Int>

  /// The gap, split at the mentions that occur in it exactly once, at the beginning of a word or right after another mention.
  func parts(of gap: ChangedRange, old: Span<UInt8>, new: Span<UInt8>) -> [ChangedRange] {
    guard !gap.old.isEmpty, !gap.new.isEmpty else { return [gap] }
    var result: [ChangedRange] = []
    var rest = gap
    var index = mentions.firstIndex(endingAfter: gap.old.lowerBound)
    var work = Self.workLimit
    while index < mentions.count, mentions.ranges[index].upperBound <= gap.old.upperBound, work > 0 {
      let words = mentions.ranges[index]
      work -= rest.new.count
      if words.lowerBound >= rest.old.lowerBound, !elsewhere.contains(index),
        let place = onlyPlace(of: words, old: old, in: rest.new, new: new, gap: gap)
      {
        result.append(
          ChangedRange(
            old: rest.old.lowerBound..<words.lowerBound, new: rest.new.lowerBound..<place.lowerBound))
        rest = ChangedRange(
          old: words.upperBound..<gap.old.upperBound, new: place.upperBound..<gap.new.upperBound)
      }
      index += 1
    }
    result.append(rest)
    return result
  }

  private func onlyPlace(
    of words: Range<Int>, old: Span<UInt8>, in range: Range<Int>, new: Span<UInt8>, gap: ChangedRange
  ) -> Range<Int>? {
    var found: Range<Int>?
    // Without bounds checks, because a long stretch is searched byte by byte.
    let first = old[words.lowerBound]
    let bytes = new.bytes
    var start = range.lowerBound
    while start + words.count <= range.upperBound {
      if bytes.unsafeLoad(fromByteOffset: start, as: UInt8.self) == first {
        let place = start..<(start + words.count)
        if CommonEnds.areSame(old, words, new, place) {
          if found != nil { return nil }
          found = place
        }
      }
      start += 1
    }
    guard let found else { return nil }
    let isBehindAnother = found.lowerBound == range.lowerBound && range.lowerBound > gap.new.lowerBound
    return isBehindAnother || WordBreaks.isBreak(found.lowerBound, in: new) ? found : nil
  }
}

extension DraftDocument {
  /// Replaces the whole text and keeps every mention whose words did not change.
  public mutating func update(text newText: String) {
    let plan = TextDiff.plan(from: self, to: newText)
    commit(plan, text: newText)
  }

  /// The edit that replaces the whole text and keeps the mentions whose words did not change.
  public func transaction(updatingTo newText: String, origin: EditOrigin = .externalEditor)
    -> DraftTransaction
  {
    let plan = TextDiff.plan(from: self, to: newText)
    let changes = plan.changes.map { TextChange($0.old, String(newText.slice(utf8: $0.new))) }
    return DraftTransaction(changes: changes, adding: plan.moved, origin: origin)
  }

  /// Applies a new text and the plan that leads to it.
  private mutating func commit(_ plan: TextDiff.Plan, text newText: String) {
    guard !plan.changes.isEmpty else { return }
    text = newText
    text.makeContiguousUTF8()
    _ = mentionList.carry(through: plan.changes, to: text)
    for span in plan.moved { mentionList.insert(span) }
    revision += 1
  }
}
