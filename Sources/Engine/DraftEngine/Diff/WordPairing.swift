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
    // A line or passage that is left differs in a few words, most often.
    let stretches = lines.stretches.compactMap { $0.narrowed(old: old, new: new, mentions: mentions) }
    moved = lines.moved
    var table = TokenTable(expecting: stretches.reduce(0) { $0 + $1.old.count + $1.new.count })
    parts = stretches.map { ($0, table.append($0, old: old, new: new, mentions: mentions)) }
    self.table = table
    alignment = TokenAlignment(old: table.old, new: table.new, vocabularySize: table.vocabulary.count)
    for part in parts { alignment.align(part.tokens) }
  }

  /// The stretches between paired words that really differ, each trimmed to the difference.
  ///
  /// - Parameter placed: the mentions that moved to another place.
  func changes(
    old: Span<UInt8>, newText: String, mentions: MentionList, placed: [Placed] = []
  ) -> [ChangedRange] {
    let new = newText.utf8Span.span
    let glued = GluedMentions(mentions, elsewhere: Set(placed.map(\.mention)))
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

  /// The place to which the first word of a mention moved with a whole line or passage, which may end within the mention.
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
