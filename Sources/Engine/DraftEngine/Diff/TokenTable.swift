/// The words and marks of a text: the range of each, and its number in a `Vocabulary`.
struct Tokens {
  var starts: [Int] = []
  var ends: [Int] = []
  var numbers: [Int32] = []

  var count: Int { starts.count }

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

  /// Whether the token counts as a word: it has more than one byte.
  @inline(__always)
  func isWord(_ index: Int) -> Bool { ends[index] - starts[index] > 1 }

  /// The weight of the token: a long word identifies a place better than a short one, and any word better than a mark.
  @inline(__always)
  func weight(_ index: Int) -> Int32 {
    2 + Int32(min(ends[index] - starts[index], 8))
  }
}

/// The words of the differing stretches of two texts, numbered in one vocabulary.
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

/// Numbers the distinct words of two texts, so that words can be compared as numbers.
struct Vocabulary {
  /// A piece of one of the two texts.
  struct Piece {
    var isNew: Bool
    var range: Range<Int>
  }

  private struct Entry {
    var hash: UInt64
    var piece: Piece
  }

  private var entries: [Entry] = []
  private var slots: [Int32]

  /// The number of distinct words.
  var count: Int { entries.count }

  init(expecting words: Int) {
    var size = 16
    while size < words * 2 { size *= 2 }
    slots = Array(repeating: -1, count: size)
    entries.reserveCapacity(min(words, 1024))
  }

  /// The number of a piece of text; the same bytes always have the same number.
  mutating func number(of piece: Piece, old: Span<UInt8>, new: Span<UInt8>) -> Int32 {
    let hash = piece.isNew ? Self.hash(new, piece.range) : Self.hash(old, piece.range)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = slots[slot]
      if entries[Int(number)].hash == hash, isSame(entries[Int(number)].piece, piece, old: old, new: new) {
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(entries.count)
    entries.append(Entry(hash: hash, piece: piece))
    if entries.count * 2 > slots.count { grow() }
    return Int32(entries.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(number)
    }
  }

  private func isSame(_ one: Piece, _ other: Piece, old: Span<UInt8>, new: Span<UInt8>) -> Bool {
    switch (one.isNew, other.isNew) {
    case (false, false): CommonEnds.areSame(old, one.range, old, other.range)
    case (false, true): CommonEnds.areSame(old, one.range, new, other.range)
    case (true, false): CommonEnds.areSame(new, one.range, old, other.range)
    case (true, true): CommonEnds.areSame(new, one.range, new, other.range)
    }
  }

  private static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    let raw = bytes.bytes
    var hash = UInt64(truncatingIfNeeded: range.count)
    var offset = range.lowerBound
    // A long piece, such as a line, is hashed in four independent parts at once.
    if range.count >= 64 {
      var parts = SIMD4<UInt64>(hash, 1, 2, 3)
      while offset &+ 32 <= range.upperBound {
        for part in 0..<4 {
          parts[part] = mixed(
            parts[part] ^ raw.unsafeLoadUnaligned(fromByteOffset: offset &+ 8 &* part, as: UInt64.self))
        }
        offset &+= 32
      }
      hash = mixed(mixed(mixed(parts[0] ^ parts[1]) ^ parts[2]) ^ parts[3])
    }
    while offset &+ 8 <= range.upperBound {
      hash = mixed(hash ^ raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    if offset < range.upperBound {
      hash = mixed(hash ^ loadWord(bytes, at: offset, count: range.upperBound - offset))
    }
    return hash
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64) -> UInt64 {
    let product = hash &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }

  /// Up to seven bytes as a number, least significant byte first.
  @inline(__always)
  private static func loadWord(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> UInt64 {
    if offset + 8 <= bytes.count {
      let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      return word & ((1 << (UInt64(count) * 8)) - 1)
    }
    var word: UInt64 = 0
    for index in 0..<count { word |= UInt64(bytes[offset + index]) << (UInt64(index) * 8) }
    return word
  }
}

/// The rules that split a text into words: a run of letters and digits, or any other character alone; blanks separate words.
///
/// Scripts written without blanks (kana, ideographs) and emoji are taken scalar by scalar.
enum WordBreaks {
  enum Kind {
    case blank
    case letter
    case mark
  }

  @inline(__always)
  static func kind(_ lead: UInt8) -> Kind {
    if lead < 0x80 {
      if lead <= 0x20 { return .blank }
      let lower = lead | 0x20
      let isLetter = lower >= 0x61 && lower <= 0x7A
      return isLetter || (lead >= 0x30 && lead <= 0x39) || lead == 0x5F ? .letter : .mark
    }
    switch lead {
    case 0x80...0xBF, 0xC3...0xDF, 0xE0, 0xE1, 0xEA...0xED: return .letter
    default: return .mark
    }
  }

  /// The end of the word that begins at `start`, at most `limit`.
  @inline(__always)
  static func end(of start: Int, in bytes: Span<UInt8>, limit: Int) -> Int {
    var end = start + 1
    if kind(bytes[start]) == .letter {
      while end < limit, kind(bytes[end]) == .letter { end += 1 }
    } else {
      while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return end
  }

  /// Whether a word could end or begin at the offset; never inside a scalar.
  @inline(__always)
  static func isBreak(_ offset: Int, in bytes: Span<UInt8>) -> Bool {
    if offset == 0 || offset == bytes.count { return true }
    if CommonEnds.isInsideScalar(bytes, offset) { return false }
    if kind(bytes[offset]) != .letter { return true }
    var before = offset - 1
    while bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return kind(bytes[before]) != .letter
  }
}
