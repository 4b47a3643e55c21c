/// A web or mail address in the plain text that ends at the caret: it can become a link.
public struct TypedAddress: Hashable, Sendable {
  /// The UTF-8 bytes of the address.
  public let range: Range<Int>
  /// The target of the link: the address, with `https://` before `www.`.
  public let url: String

  /// The maximum length of an address, in scalars, which bounds the cost of a keystroke in a very long run of letters.
  static let longest = 2048
}

extension DraftDocument {
  /// The address that was typed or pasted before a caret. Nil in a mention or in code, and for a part of a longer address.
  public func typedAddress(atUTF8 utf8Offset: Int) -> TypedAddress? {
    let caret = CharacterCursor(text, roundingDown: utf8Offset)
    let scalars = text.unicodeScalars
    let rest = scalars[caret.index...].prefix(TypedAddress.longest).prefix { !$0.isBlank }
    guard !rest.contains(where: \.continuesAddress) else { return nil }
    var start = caret.index
    var length = 0
    while start > scalars.startIndex {
      let previous = scalars.index(before: start)
      if scalars[previous].isBlank { break }
      length += 1
      guard length <= TypedAddress.longest else { return nil }
      start = previous
    }
    let address = scalars[start..<caret.index].drop { $0.isOpeningPunctuation }
    guard let url = Self.url(of: address) else { return nil }
    let range = caret.utf8Offset - Substring(address).utf8.count..<caret.utf8Offset
    var (spans, blocks) = (CodeSpans(), CodeBlocks())
    guard mentionList.firstIndex(overlapping: range) == nil,
      !spans.cover(range.lowerBound, in: text), !blocks.cover(range.lowerBound, in: text.utf8.span)
    else { return nil }
    return TypedAddress(range: range, url: url)
  }

  private static func url(of address: Substring.UnicodeScalarView) -> String? {
    guard let last = address.last, last.continuesAddress else { return nil }
    for (prefix, needed) in [("https://", nil), ("http://", nil), ("www.", "."), ("mailto:", "@")]
      as [(String, Unicode.Scalar?)]
    {
      guard address.starts(with: prefix.unicodeScalars, by: { $0.asciiLowercase == $1 }) else { continue }
      let rest = address.dropFirst(prefix.unicodeScalars.count)
      guard !rest.isEmpty, needed.map(rest.contains) ?? true else { return nil }
      return (prefix == "www." ? "https://" : "") + String(Substring(address))
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether an address continues with the scalar: punctuation that ends a sentence, or a bracket after an address, is not part
  /// of it.
  fileprivate var continuesAddress: Bool {
    switch self {
    case "/", "-", "_", "~", "=", "&", "#", "%", "+", "$", "@", "*": true
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    }
  }

  fileprivate var isBlank: Bool { value <= 0x20 || !isASCII && properties.isWhitespace }
}

/// The addresses in a text; symbols in them are not triggers.
///
/// The text is read once if the queried offsets ascend.
struct TypedAddresses {
  /// The last queried offset, and whether it was in an address, which continues up to the next blank.
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
    // Reads bytes, and decodes a scalar only where it might be a blank, because a very long run of letters may precede a
    // bracket.
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
    // The same stretch as before: only its beginning can make it an address, and that was checked.
    if start == last, last > 0 { return isAddress }
    return Self.beginsAddress(text.slice(utf8: start..<utf8Offset).unicodeScalars)
  }

  /// Whether a blank in UTF-8 can begin with this byte: those of ASCII, U+0085, U+00A0, U+1680, U+2000 and above, U+3000.
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
