/// Base 64 as in RFC 4648, for sequences and files that may contain only ASCII letters.
package enum Base64 {
  package static func text(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { letters in
      var count = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let rest = bytes.count - start
        var bits = Int(bytes[start]) << 16
        if rest > 1 { bits |= Int(bytes[start + 1]) << 8 }
        if rest > 2 { bits |= Int(bytes[start + 2]) }
        for place in 0..<4 {
          letters[count] = place <= rest ? letter(bits >> (18 - 6 * place) & 63) : UInt8(ascii: "=")
          count += 1
        }
      }
      return count
    }
  }

  /// Computed, because a table would be created at its first use.
  private static func letter(_ bits: Int) -> UInt8 {
    switch bits {
    case 0..<26: UInt8(ascii: "A") + UInt8(bits)
    case 26..<52: UInt8(ascii: "a") + UInt8(bits - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(bits - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
