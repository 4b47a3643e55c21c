/// The words of a text: where each one is, which one it is, and how much it tells.
struct Tokens {
  var starts: [Int] = []
  var ends: [Int] = []
  var numbers: [Int32] = []

  var count: Int { starts.count }

  /// Where the token is.
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

  /// A longer word makes a place more certain than a short one, and any word more than a mark.
  @inline(__always)
  func weight(_ index: Int) -> Int32 {
    2 + Int32(min(ends[index] - starts[index], 8))
  }
}

/// The words of the stretches that differ between two texts, numbered alike.
struct TokenTable {
  private(set) var old = Tokens()
  private(set) var new = Tokens()
  private(set) var vocabulary: Vocabulary

  init(expecting bytes: Int) {
    vocabulary = Vocabulary(expecting: bytes / 6)
    old.reserve(bytes / 8)
    new.reserve(bytes / 8)
  }

  /// Whether the same words stand on both sides, in whatever order: nothing was written or removed.
  var isReordered: Bool {
    guard old.count == new.count else { return false }
    var counts = [Int](repeating: 0, count: vocabulary.count)
    for number in old.numbers { counts[Int(number)] += 1 }
    for number in new.numbers { counts[Int(number)] -= 1 }
    return counts.allSatisfy { $0 == 0 }
  }

  /// Adds the words of one stretch; a word also ends where a mention begins or ends.
  ///
  /// - Returns: the numbers of the tokens that came.
  mutating func append(
    _ stretch: ChangedRange, old oldBytes: Span<UInt8>, new newBytes: Span<UInt8>, mentions: MentionList
  ) -> ChangedRange {
    let oldStart = old.count
    let newStart = new.count
    var mention = mentions.firstIndex(endingAfter: stretch.old.lowerBound)
    var offset = stretch.old.lowerBound
    while offset < stretch.old.upperBound {
      while mention < mentions.count, mentions.ranges[mention].upperBound <= offset { mention += 1 }
      if WordBreaks.kind(oldBytes[offset]) == .blank {
        offset += 1
        continue
      }
      var limit = stretch.old.upperBound
      if mention < mentions.count {
        let range = mentions.ranges[mention]
        limit = min(limit, range.lowerBound > offset ? range.lowerBound : range.upperBound)
      }
      let range = offset..<WordBreaks.end(of: offset, in: oldBytes, limit: limit)
      let piece = Vocabulary.Piece(isNew: false, range: range)
      old.append(range, vocabulary.number(of: piece, old: oldBytes, new: newBytes))
      offset = range.upperBound
    }
    offset = stretch.new.lowerBound
    while offset < stretch.new.upperBound {
      if WordBreaks.kind(newBytes[offset]) == .blank {
        offset += 1
        continue
      }
      let range = offset..<WordBreaks.end(of: offset, in: newBytes, limit: stretch.new.upperBound)
      let piece = Vocabulary.Piece(isNew: true, range: range)
      new.append(range, vocabulary.number(of: piece, old: oldBytes, new: newBytes))
      offset = range.upperBound
    }
    return ChangedRange(old: oldStart..<old.count, new: newStart..<new.count)
  }
}
