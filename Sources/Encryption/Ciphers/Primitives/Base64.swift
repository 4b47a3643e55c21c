/// Base64 as Matrix has it: written without padding, read with or without it.
///
/// Spare bits that are not 0 are refused, as in vodozemac. The code has neither branches nor tables that depend on the content,
/// because the text can be a key: libolm's base64 leaked through its timing.
package enum Base64 {
  /// The two characters after letters and digits.
  package enum Alphabet: Sendable {
    /// `+` and `/`.
    case standard
    /// `-` and `_`, for the keys of files (RFC 7515).
    case url
  }

  /// The text for public bytes.
  package static func text(_ bytes: some RawBytes, _ alphabet: Alphabet = .standard) -> String {
    encode(bytes, alphabet).withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The text for secret bytes, as ASCII.
  package static func encode(_ bytes: some RawBytes, _ alphabet: Alphabet = .standard) -> Secret {
    bytes.withBytes { bytes in
      Secret(count: (bytes.count * 4 + 2) / 3) { text in
        for index in text.indices {
          // Six bits, of at most two bytes.
          let bit = index * 6
          let first = Int(bytes[bit / 8]) << 8
          let next = bit / 8 + 1 < bytes.count ? Int(bytes[bit / 8 + 1]) : 0
          text[index] = character((first | next) >> (10 - bit % 8) & 63, alphabet)
        }
      }
    }
  }

  /// The bytes of a text that is not secret.
  package static func bytes(_ text: String, _ alphabet: Alphabet = .standard) throws(CipherError) -> [UInt8] {
    try decode(Array(text.utf8), alphabet).withBytes { Array($0) }
  }

  /// The bytes of a text that may be secret.
  package static func decode(
    _ text: some RawBytes, _ alphabet: Alphabet = .standard
  ) throws(CipherError) -> Secret {
    try text.withBytes { text throws(CipherError) in
      var digits = text.count
      // Padding may only complete the last group of four.
      if digits > 0, digits % 4 == 0, text[digits - 1] == UInt8(ascii: "=") {
        digits -= text[digits - 2] == UInt8(ascii: "=") ? 2 : 1
      }
      guard digits % 4 != 1 else { throw .notBase64 }
      return try Secret(count: digits * 6 / 8) { bytes throws(CipherError) in
        var (bits, pending, invalid, written) = (0, 0, 0, 0)
        for index in 0..<digits {
          let value = value(of: text[index], alphabet)
          invalid |= value >> 8
          bits = (bits << 6 | value & 63) & 0xFFFF
          pending += 6
          guard pending >= 8 else { continue }
          pending -= 8
          bytes[written] = UInt8(truncatingIfNeeded: bits >> pending)
          written += 1
        }
        guard invalid == 0, bits & ((1 << pending) - 1) == 0 else { throw .notBase64 }
      }
    }
  }

  /// The character of a value below 64.
  private static func character(_ value: Int, _ alphabet: Alphabet) -> UInt8 {
    let (last, second) = signs(alphabet)
    var character = 0x41 + value
    // Each difference is added from its first value on: a-z, 0-9, and the two signs.
    character += isAtLeast(value, 26) & (0x61 - 0x41 - 26)
    character += isAtLeast(value, 52) & (0x30 - 0x61 - 26)
    character += isAtLeast(value, 62) & (second - 0x30 - 10)
    character += isAtLeast(value, 63) & (last - second - 1)
    return UInt8(truncatingIfNeeded: character)
  }

  /// The value of a character; 256 for other characters.
  private static func value(of character: UInt8, _ alphabet: Alphabet) -> Int {
    let (last, second) = signs(alphabet)
    let code = Int(character)
    func inside(_ range: ClosedRange<Int>, _ first: Int) -> Int {
      isAtLeast(code, range.lowerBound) & ~isAtLeast(code, range.upperBound + 1)
        & (code - range.lowerBound + first + 1)
    }
    let sum =
      inside(0x41...0x5A, 0) | inside(0x61...0x7A, 26) | inside(0x30...0x39, 52)
      | inside(second...second, 62) | inside(last...last, 63)
    // The sum is the value plus 1, or 0 for other characters.
    return (sum - 1) & 63 | ~isAtLeast(sum, 1) & 256
  }

  private static func signs(_ alphabet: Alphabet) -> (last: Int, second: Int) {
    alphabet == .standard ? (0x2F, 0x2B) : (0x5F, 0x2D)
  }

  /// All bits set if the value is at least the bound, otherwise none.
  private static func isAtLeast(_ value: Int, _ bound: Int) -> Int {
    ~((value - bound) >> (Int.bitWidth - 1))
  }
}
