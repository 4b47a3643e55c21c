/// Finds the words of a mention in the new text if they moved, or if they occur in several places.
struct MentionRelocation {
  /// A mention and the tokens of its words.
  struct Candidate {
    /// The index of the mention in the draft.
    var mention: Int
    /// The range of its tokens in the old text.
    var old: Range<Int>
    /// The new token that the alignment paired with its first one, if it paired all of them in a row; otherwise nil.
    var paired: Int?
  }

  private let old: Tokens
  private let new: Tokens
  private let oldIndex: TokenIndex
  private let newIndex: TokenIndex
  private let isInMention: [Bool]
  private let isReordered: Bool
  private var claimed: [Bool]

  /// The maximum number of places checked for one word. A name that occurs more often is distinguished only by the
  /// alignment.
  private static let placesLimit = 24

  /// The maximum number of places checked for all mentions together, which bounds the time for a text full of one name.
  private static let workLimit = 1 << 15

  /// How much the surroundings must have in common for a place to be accepted: a word and a mark, or less if the words occur only
  /// once in the changed text. Measured with `make bench ARGS="--filter survival"`: a lower bound keeps hardly any more mentions,
  /// and moves some to other people of the same name.
  private static let leastLikeness = 4

  /// The bound for words that have only one possible place. If no word was added or removed, equal words are certainly the same.
  private var leastLikenessOfOnlyChoice: Int { isReordered ? 0 : 2 }

  /// A pairing whose surroundings have at least this much in common is accepted as it is.
  private static let certainLikeness = 8

  init(_ table: TokenTable, mentions: [Candidate]) {
    old = table.old
    new = table.new
    oldIndex = TokenIndex(old, vocabularySize: table.vocabulary.count)
    newIndex = TokenIndex(new, vocabularySize: table.vocabulary.count)
    isReordered = table.isReordered
    var isInMention = [Bool](repeating: false, count: old.count)
    for mention in mentions {
      for token in mention.old { isInMention[token] = true }
    }
    self.isInMention = isInMention
    claimed = Array(repeating: false, count: new.count)
  }

  /// Whether the surroundings make it certain that the words at a place in the new text are these words of the old text.
  func isCertain(_ range: Range<Int>, at place: Int) -> Bool {
    likeness(range, place) >= Self.certainLikeness
  }

  /// Reserves a place for a mention that is certain.
  mutating func claim(_ range: Range<Int>) {
    for token in range { claimed[token] = true }
  }

  /// The best places for mentions that are not certain, the likeliest first. No place is used twice.
  mutating func places(for mentions: [Candidate]) -> [(mention: Candidate, new: Int)] {
    var offers: [(likeness: Int, mention: Int, new: Int)] = []
    var limit = Self.placesLimit
    while limit > 2, mentions.count * limit * limit > Self.workLimit { limit -= 1 }
    for (index, mention) in mentions.enumerated() {
      let rivals = plainPlaces(like: mention.old, limit: limit)
      let places = newIndex.places(of: old.numbers[mention.old.lowerBound], limit: limit)
        .filter { isSame(mention.old, at: $0) }
      for place in places {
        let likeness = self.likeness(mention.old, place)
        let rival = rivals.map { self.likeness($0, place) }.max() ?? -1
        let least = places.count == 1 && rivals.isEmpty ? leastLikenessOfOnlyChoice : Self.leastLikeness
        let isHere = mention.paired == place
        guard isHere || (likeness >= least && likeness > rival) else { continue }
        offers.append((likeness * 2 + (isHere ? 1 : 0), index, place))
      }
    }
    offers.sort { $0.likeness != $1.likeness ? $0.likeness > $1.likeness : $0.mention < $1.mention }
    var isPlaced = [Bool](repeating: false, count: mentions.count)
    var result: [(mention: Candidate, new: Int)] = []
    for offer in offers where !isPlaced[offer.mention] {
      let range = offer.new..<(offer.new + mentions[offer.mention].old.count)
      if range.contains(where: { claimed[$0] }) { continue }
      claim(range)
      isPlaced[offer.mention] = true
      result.append((mentions[offer.mention], offer.new))
    }
    return result
  }

  /// The likeness of the surroundings of words in the old text and of the same words in the new text.
  private func likeness(_ range: Range<Int>, _ place: Int) -> Int {
    likeness(from: range.lowerBound - 1, place - 1, step: -1)
      + likeness(from: range.upperBound, place + range.count, step: 1)
  }

  /// Compares up to eight steps away from the words: 3 points for an equal word, 1 for an equal mark, up to the third difference.
  private func likeness(from oldStart: Int, _ newStart: Int, step: Int) -> Int {
    var result = 0
    var skipped = 0
    var one = oldStart
    var other = newStart
    for _ in 0..<8 {
      guard old.starts.indices.contains(one), new.starts.indices.contains(other) else { break }
      if old.numbers[one] == new.numbers[other] {
        result += old.isWord(one) ? 3 : 1
        one += step
        other += step
        continue
      }
      skipped += 1
      if skipped > 2 { break }
      let skipsOld = old.starts.indices.contains(one + step) && old.numbers[one + step] == new.numbers[other]
      let skipsNew =
        new.starts.indices.contains(other + step) && old.numbers[one] == new.numbers[other + step]
      if skipsOld || !skipsNew { one += step }
      if skipsNew || !skipsOld { other += step }
    }
    return result
  }

  /// Whether the same words are at a place in the new text.
  func isSame(_ range: Range<Int>, at place: Int) -> Bool {
    guard place + range.count <= new.count else { return false }
    return range.allSatisfy { old.numbers[$0] == new.numbers[place + $0 - range.lowerBound] }
  }

  /// The places of the same words in the old text where they are not a mention.
  private func plainPlaces(like range: Range<Int>, limit: Int) -> [Range<Int>] {
    oldIndex.places(of: old.numbers[range.lowerBound], limit: limit).compactMap { start in
      let end = start + range.count
      guard end <= old.count, !isInMention[start] else { return nil }
      let isSame = range.allSatisfy { old.numbers[$0] == old.numbers[start + $0 - range.lowerBound] }
      return isSame ? start..<end : nil
    }
  }
}

/// The places of each word.
struct TokenIndex {
  private var first: [Int32]
  private var next: [Int32]

  init(_ tokens: Tokens, vocabularySize: Int) {
    first = Array(repeating: -1, count: vocabularySize)
    next = Array(repeating: -1, count: tokens.count)
    for index in tokens.starts.indices.reversed() {
      next[index] = first[Int(tokens.numbers[index])]
      first[Int(tokens.numbers[index])] = Int32(index)
    }
  }

  /// The places of a word in text order.
  func places(of number: Int32, limit: Int) -> [Int] {
    var result: [Int] = []
    var place = first[Int(number)]
    while place >= 0, result.count < limit {
      result.append(Int(place))
      place = next[Int(place)]
    }
    return result
  }
}
