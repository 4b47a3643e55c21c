/// Letters that HTML spells out.
enum HTMLEntity {
  /// The text with its escapes read. What is no escape that is known here is itself.
  static func read(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, length) = scalar(rest) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        rest = rest.dropFirst(length)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The letter, and how many bytes spell it.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard let end = bytes.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[(bytes.startIndex + 1)..<end]
    let length = end - bytes.startIndex + 1
    if name.first == UInt8(ascii: "#") {
      let digits = name.dropFirst()
      let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
      let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
      guard text.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0.lowercased) }),
        let value = UInt32(text, radix: isHex ? 16 : 10)
      else {
        return nil
      }
      return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
    return named[String(decoding: name, as: UTF8.self)].map { ($0, length) }
  }

  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…",
    "ndash": "–",
    "mdash": "—", "copy": "©", "bull": "•", "laquo": "«", "raquo": "»", "euro": "€",
  ]
}
