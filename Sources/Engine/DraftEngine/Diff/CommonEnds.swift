/// The common prefix and suffix of two texts.
package enum CommonEnds {
  /// The number of bytes that two texts have in common at either end; no byte counts twice.
  package static func lengths(_ left: Span<UInt8>, _ right: Span<UInt8>) -> (front: Int, back: Int) {
    let shorter = min(left.count, right.count)
    let front = commonPrefix(left, 0, right, 0, limit: shorter)
    return (front, commonSuffix(left, left.count, right, right.count, limit: shorter - front))
  }

  /// The rest of both texts between their common ends, or nil if the texts are the same.
  ///
  /// Both ends of the rest are between scalars. The start is found first, so text that could have been inserted at
  /// several places counts as inserted at the last one.
  static func middle(
    of old: Span<UInt8>, in oldRange: Range<Int>, and new: Span<UInt8>, in newRange: Range<Int>
  ) -> ChangedRange? {
    let limit = min(oldRange.count, newRange.count)
    var prefix = commonPrefix(old, oldRange.lowerBound, new, newRange.lowerBound, limit: limit)
    if prefix == oldRange.count, prefix == newRange.count { return nil }
    while prefix > 0,
      isInsideScalar(old, oldRange.lowerBound + prefix) || isInsideScalar(new, newRange.lowerBound + prefix)
    {
      prefix -= 1
    }
    var suffix = commonSuffix(old, oldRange.upperBound, new, newRange.upperBound, limit: limit - prefix)
    while suffix > 0, isInsideScalar(old, oldRange.upperBound - suffix) { suffix -= 1 }
    return ChangedRange(
      old: (oldRange.lowerBound + prefix)..<(oldRange.upperBound - suffix),
      new: (newRange.lowerBound + prefix)..<(newRange.upperBound - suffix))
  }

  /// The number of equal bytes after the two starts, at most `limit`.
  static func commonPrefix(
    _ left: Span<UInt8>, _ leftStart: Int, _ right: Span<UInt8>, _ rightStart: Int, limit: Int
  ) -> Int {
    let leftBytes = left.bytes
    let rightBytes = right.bytes
    var length = 0
    // 32 bytes per step, because most of the compared text is the same.
    while length + 32 <= limit {
      let (one, other) = (leftStart + length, rightStart + length)
      var difference: UInt64 = 0
      for step in 0..<4 {
        difference |=
          leftBytes.unsafeLoadUnaligned(fromByteOffset: one + 8 * step, as: UInt64.self)
          ^ rightBytes.unsafeLoadUnaligned(fromByteOffset: other + 8 * step, as: UInt64.self)
      }
      if difference != 0 { break }
      length += 32
    }
    while length + 8 <= limit {
      let one = leftBytes.unsafeLoadUnaligned(fromByteOffset: leftStart + length, as: UInt64.self)
      let other = rightBytes.unsafeLoadUnaligned(fromByteOffset: rightStart + length, as: UInt64.self)
      if one != other { return length + (one ^ other).trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, left[leftStart + length] == right[rightStart + length] { length += 1 }
    return length
  }

  /// The number of equal bytes before the two ends, at most `limit`.
  static func commonSuffix(
    _ left: Span<UInt8>, _ leftEnd: Int, _ right: Span<UInt8>, _ rightEnd: Int, limit: Int
  ) -> Int {
    let leftBytes = left.bytes
    let rightBytes = right.bytes
    var length = 0
    while length + 8 <= limit {
      let one = leftBytes.unsafeLoadUnaligned(fromByteOffset: leftEnd - length - 8, as: UInt64.self)
      let other = rightBytes.unsafeLoadUnaligned(fromByteOffset: rightEnd - length - 8, as: UInt64.self)
      if one != other { return length + (one ^ other).leadingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, left[leftEnd - length - 1] == right[rightEnd - length - 1] { length += 1 }
    return length
  }

  /// Whether both ranges hold the same bytes.
  static func areSame(
    _ left: Span<UInt8>, _ leftRange: Range<Int>, _ right: Span<UInt8>, _ rightRange: Range<Int>
  ) -> Bool {
    leftRange.count == rightRange.count
      && commonPrefix(left, leftRange.lowerBound, right, rightRange.lowerBound, limit: leftRange.count)
        == leftRange.count
  }

  @inline(__always)
  static func isInsideScalar(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    offset < bytes.count && bytes[offset] & 0xC0 == 0x80
  }
}
