/// Eight bytes processed together.
extension UInt64 {
  /// The top bit of each byte: set in none of eight ASCII bytes.
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
