/// A base with up to five marks in two words, so that copying and comparing a screen touches no other memory.
struct PackedScalars: Hashable, Sendable {
  // 21 bits each; zero means none, because U+0000 is never drawn.
  private var low: UInt64
  private var high: UInt64 = 0

  static let none = PackedScalars(low: 0)

  init(_ base: Unicode.Scalar) { low = UInt64(base.value) }

  /// The value of a `PlainScalar`, which is known to be valid.
  init(plain value: UInt32) { low = UInt64(value) }

  private init(low: UInt64) { self.low = low }

  /// Adds one more mark, if there is room.
  mutating func append(_ mark: Unicode.Scalar) {
    let bits = UInt64(mark.value)
    for shift in [21, 42] as [UInt64] where low >> shift & Self.mask == 0 {
      low |= bits << shift
      return
    }
    for shift in [0, 21, 42] as [UInt64] where high >> shift & Self.mask == 0 {
      high |= bits << shift
      return
    }
  }

  /// Calls the closure with each scalar, starting with the base.
  func forEach(_ body: (Unicode.Scalar) -> Void) {
    for word in [low, high] {
      var rest = word
      while rest != 0, let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) {
        body(scalar)
        rest >>= 21
      }
    }
  }

  /// The base, if there is one and it has no marks.
  var single: Unicode.Scalar? { singleValue.flatMap { Unicode.Scalar($0) } }

  /// The same as a number.
  var singleValue: UInt32? {
    high == 0 && (1...Self.mask).contains(low) ? UInt32(truncatingIfNeeded: low) : nil
  }

  var text: String {
    if let single { return String(single) }
    var text = ""
    forEach { text.unicodeScalars.append($0) }
    return text
  }

  private static let mask: UInt64 = 0x1F_FFFF
}
