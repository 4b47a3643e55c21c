/// The words of a text: the place, the number and the weight of each.
struct Tokens {
  var starts: [Int] = []
  var ends: [Int] = []
  var numbers: [Int32] = []

  var count: Int { starts.count }

  /// The range of the token.
  func range(_ index: Int) -> Range<Int> { starts[index]..<ends[index] }

  /// The token that begins at an offset.
  func index(startingAt offset: Int) -> Int? {
    let index = starts.partitioningIndex { $0 >= offset }
    return index < count && starts[index] == offset ? index : nil
  }

  mutating func reserve(_ capacity: Int) {
    starts.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
    numbers.reserveCapacity(capacity)
  }

  mutating func append(_ range: Range<Int>, _ number: Int32) {
    starts.append(range.lowerBound)
    ends.append(range.upperBound)
    numbers.append(number)
  }

  /// Whether the token is more than a mark.
  @inline(__always)
  func isWord(_ index: Int) -> Bool { ends[index] - starts[index] > 1 }

  /// A long word makes a place more certain than a short one, and any word more than a mark.
  @inline(__always)
  func weight(_ index: Int) -> Int32 {
    2 + Int32(min(ends[index] - starts[index], 8))
  }
}

/// The words of the differing stretches of two texts, with common numbers.
struct TokenTable {
  private(set) var old = Tokens()
  private(set) var new = Tokens()
  private(set) var vocabulary: Vocabulary

  init(expecting bytes: Int) {
    vocabulary = Vocabulary(expecting: bytes / 6)
    old.reserve(bytes / 8)
    new.reserve(bytes / 8)
  }

  /// Whether both sides have the same words, in any order: no word was added or removed.
  var isReordered: Bool {
    guard old.count == new.count else { return false }
    var counts = [Int](repeating: 0, count: vocabulary.count)
    for number in old.numbers { counts[Int(number)] += 1 }
    for number in new.numbers { counts[Int(number)] -= 1 }
    return counts.allSatisfy { $0 == 0 }
  }

  /// Adds the words of one stretch; a word also ends at the edges of a mention.
  ///
  /// - Returns: the indices of the added tokens.
  mutating func append(
    _ stretch: ChangedRange, old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList
  ) -> ChangedRange {
    ChangedRange(
      old: old.append(
        .init(isNew: false, range: stretch.old), old: oldBytes, new: newBytes, mentions: mentions,
        &vocabulary),
      new: new.append(
        .init(isNew: true, range: stretch.new), old: oldBytes, new: newBytes, mentions: MentionList(),
        &vocabulary))
  }
}

extension Tokens {
  /// Adds the words of a piece; a word also ends at the edges of a mention.
  @inline(__always)
  fileprivate mutating func append(
    _ piece: Vocabulary.Piece, old: Span<UInt8>, new: Span<UInt8>, mentions: MentionList,
    _ vocabulary: inout Vocabulary
  ) -> Range<Int> {
    let bytes = piece.isNew ? new : old
    let first = count
    var mention = mentions.firstIndex(endingAfter: piece.range.lowerBound)
    var offset = piece.range.lowerBound
    while offset < piece.range.upperBound {
      while mention < mentions.count, mentions.ranges[mention].upperBound <= offset { mention += 1 }
      if WordBreaks.kind(bytes[offset]) == .blank {
        offset += 1
        continue
      }
      var limit = piece.range.upperBound
      if mention < mentions.count {
        let next = mentions.ranges[mention]
        limit = min(limit, next.lowerBound > offset ? next.lowerBound : next.upperBound)
      }
      let word = offset..<WordBreaks.end(of: offset, in: bytes, limit: limit)
      append(word, vocabulary.number(of: .init(isNew: piece.isNew, range: word), old: old, new: new))
      offset = word.upperBound
    }
    return first..<count
  }
}
