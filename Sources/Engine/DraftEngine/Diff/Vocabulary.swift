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

  /// Up to seven bytes as a number, the first one lowest.
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
