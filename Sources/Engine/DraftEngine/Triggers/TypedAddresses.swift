/// Addresses that people type: their symbols are not triggers.
///
/// For places of one text in ascending order, the text is read once.
struct TypedAddresses {
  /// The last place, and whether it was in an address: so is what follows without a blank.
  private var last = 0
  private var isAddress = false

  /// Whether the stretch without blanks that reaches up to the UTF-8 offset of a symbol is an address.
  mutating func reach(_ utf8Offset: Int, in text: String) -> Bool {
    isAddress = addressReaches(utf8Offset, in: text)
    last = utf8Offset
    return isAddress
  }

  private func addressReaches(_ utf8Offset: Int, in text: String) -> Bool {
    let bytes = text.utf8.span
    var start = utf8Offset
    // Reads bytes, and a scalar only where it might be a blank, because a wall of letters may precede a bracket.
    while start > last {
      let byte = bytes[start - 1]
      if byte == UInt8(ascii: ":"), start + 1 < utf8Offset, bytes[start] == UInt8(ascii: "/"),
        bytes[start + 1] == UInt8(ascii: "/")
      {
        return true
      }
      if Self.mayBeginBlank(byte) {
        let scalar = text.unicodeScalars[text.index(utf8: start - 1)]
        if scalar.properties.isWhitespace {
          start += UTF8.width(scalar) - 1
          break
        }
      }
      start -= 1
    }
    // The same stretch as before: only its beginning makes it an address, and no symbol stands there.
    if start == last, last > 0 { return isAddress }
    return Self.beginsAddress(text.slice(utf8: start..<utf8Offset).unicodeScalars)
  }

  /// Whether a blank in UTF-8 can begin with this byte: ASCII's, U+0085, U+00A0, U+1680, those from U+2000 on, U+3000.
  private static func mayBeginBlank(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0xC2, 0xE1, 0xE2, 0xE3: true
    default: false
    }
  }

  private static func beginsAddress(_ stretch: Substring.UnicodeScalarView) -> Bool {
    let address = stretch.drop { $0.isOpeningPunctuation }
    return ["www.", "mailto:"].contains { prefix in
      address.prefix(prefix.unicodeScalars.count).map(\.asciiLowercase).elementsEqual(prefix.unicodeScalars)
    }
  }
}

extension Unicode.Scalar {
  var asciiLowercase: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
  }
}
