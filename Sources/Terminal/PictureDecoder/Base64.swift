/// Decodes base 64.
enum Base64 {
  /// Appends the decoded bytes of a text, which may be padded with `=`.
  ///
  /// - Returns: false if the text is not base 64; a part of it may have been appended then.
  static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Bool {
    guard !text.isEmpty, text.count % 4 == 0 else { return false }
    var letters = text
    var filled = 0
    while filled < 2, letters.last == UInt8(ascii: "=") {
      letters.removeLast()
      filled += 1
    }
    var bits: UInt32 = 0
    var count = 0
    for letter in letters {
      guard let value = value(of: letter) else { return false }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      (bits, count) = (0, 0)
    }
    switch count {
    case 0: return true
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return false
    }
    return true
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
