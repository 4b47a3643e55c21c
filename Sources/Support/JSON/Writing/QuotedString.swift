extension [UInt8] {
  /// Appends a text as a string of JSON, with its quotes.
  ///
  /// - Parameter isPlain: which scalars are written unescaped, if fewer than JSON allows.
  mutating func appendQuoted(_ text: String, isPlain: ((Unicode.Scalar) -> Bool)?) {
    append(UInt8(ascii: "\""))
    if let isPlain {
      for scalar in text.unicodeScalars {
        if let byte = UInt8(exactly: scalar.value), byte.needsEscape {
          appendEscape(byte)
        } else if isPlain(scalar) {
          append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { appendEscape(unit) }
        }
      }
    } else {
      var text = text
      text.withUTF8 { utf8 in
        var rest = utf8[...]
        while let special = rest.firstIndex(where: \.needsEscape) {
          append(contentsOf: rest[..<special])
          appendEscape(rest[special])
          rest = rest[(special + 1)...]
        }
        append(contentsOf: rest)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// As in canonical JSON: a letter escape if there is one, otherwise lower-case hex digits.
  private mutating func appendEscape(_ byte: UInt8) {
    let letter: Unicode.Scalar
    switch byte {
    case 0x08: letter = "b"
    case 0x09: letter = "t"
    case 0x0A: letter = "n"
    case 0x0C: letter = "f"
    case 0x0D: letter = "r"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = Unicode.Scalar(byte)
    default: return appendEscape(UInt16(byte))
    }
    self += [UInt8(ascii: "\\"), UInt8(ascii: letter)]
  }

  private mutating func appendEscape(_ unit: UInt16) {
    self += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension UInt8 {
  /// Whether the byte is always escaped in a string.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
