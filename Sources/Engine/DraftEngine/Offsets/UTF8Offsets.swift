extension String {
  /// The index at a UTF-8 offset, found in constant time in a native string.
  @inline(__always)
  func index(utf8 offset: Int) -> Index {
    utf8.index(utf8.startIndex, offsetBy: offset)
  }

  /// The text between two UTF-8 offsets, both on scalar boundaries.
  @inline(__always)
  package func slice(utf8 range: Range<Int>) -> Substring {
    self[index(utf8: range.lowerBound)..<index(utf8: range.upperBound)]
  }

  /// Whether both have the same bytes; `==` would also accept another Unicode normalisation.
  func isIdentical(to other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether this offset does not split a scalar.
  func isScalarBoundary(utf8 offset: Int) -> Bool {
    let bytes = utf8Span.span
    return offset == bytes.count || bytes[offset] & 0xC0 != 0x80
  }

  /// Whether a Character begins at this offset, or the text ends there.
  func isCharacterBoundary(utf8 offset: Int) -> Bool {
    let bytes = utf8Span.span
    if offset == 0 || offset == bytes.count { return true }
    if bytes[offset - 1] < 0x80, bytes[offset] < 0x80, bytes[offset - 1] != 0x0D { return true }
    return Index(index(utf8: offset), within: self) != nil
  }

  /// The index of the Character boundary at or before an offset. An offset outside the text gives its nearest end.
  package func characterBoundary(atOrBefore offset: Int) -> Index {
    let index = index(utf8: min(max(0, offset), utf8.count))
    // `index(after:)` returns the end of the Character that contains the index, even for an index inside it.
    return index < endIndex ? self.index(before: self.index(after: index)) : index
  }

  /// The end of the Character that begins at this offset, which must be between Characters. Does not read earlier text: to find
  /// where a flag begins, `String` would read all flags before it.
  @inline(__always)
  package func characterEnd(utf8 offset: Int) -> Int {
    let rest = self[index(utf8: offset)...]
    return offset + utf8.distance(from: rest.startIndex, to: rest.index(after: rest.startIndex))
  }

  /// The UTF-8 offset of the Character with this index, or nil if there is none.
  func utf8Offset(ofCharacter offset: Int) -> Int? {
    guard offset >= 0 else { return nil }
    var walk = CharacterWalk(self)
    return walk.advance(toCharacter: offset) ? walk.utf8Offset : nil
  }

  /// The number of Characters that end at or before this UTF-8 offset.
  func characterOffset(ofUTF8 offset: Int) -> Int {
    var walk = CharacterWalk(self)
    walk.advance(toUTF8: offset)
    return walk.characters
  }

  /// `count`, without grapheme breaking where the text is ordinary.
  var characterCount: Int {
    var walk = CharacterWalk(self)
    walk.advanceToEnd()
    return walk.characters
  }
}

/// Eight bytes processed together.
extension UInt64 {
  /// The top bit of each byte; ASCII bytes have it unset.
  @inline(__always)
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The top bits of the bytes with this value.
  @inline(__always)
  func topBits(ofBytesEqualTo byte: UInt8) -> UInt64 {
    let different = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ~(((different & ~.highBits) &+ ~.highBits) | different) & .highBits
  }

  /// The top bits of the bytes that are at least this value, which is 0x80 or more.
  @inline(__always)
  func topBits(ofBytesAtLeast byte: UInt8) -> UInt64 {
    ((self & ~.highBits) &+ (0x0101_0101_0101_0101 &* (0x100 - UInt64(byte)))) & self & .highBits
  }

  /// Whether one of the eight bytes has this value.
  @inline(__always)
  func hasByte(_ byte: UInt8) -> Bool {
    let different = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (different &- 0x0101_0101_0101_0101) & ~different & .highBits != 0
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition that all later elements satisfy too; `endIndex` if there is none.
  @inlinable
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var lower = startIndex
    var upper = endIndex
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if condition(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
