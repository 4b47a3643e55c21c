/// A scalar of several UTF-8 bytes, assembled as they arrive.
struct ScalarAssembly: Sendable {
  enum Outcome {
    case more
    case scalar(Unicode.Scalar)
    /// The byte does not belong to the scalar, which is then invalid UTF-8.
    case broken
  }

  private var value: UInt32
  private var missing: Int
  /// The valid range of the next byte, which excludes overlong forms and surrogates.
  private var allowed: ClosedRange<UInt8>

  /// Nil if no multi-byte scalar begins with this byte.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
    case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
    case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
    default: return nil
    }
    allowed =
      switch byte {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
  }

  mutating func take(_ byte: UInt8) -> Outcome {
    guard allowed.contains(byte) else { return .broken }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    guard missing == 0 else { return .more }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .broken
  }
}
