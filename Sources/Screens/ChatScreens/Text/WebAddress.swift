public import DraftEngine

/// Addresses that may be passed to another program.
public enum WebAddress {
  /// The prefixes of addresses that become a link when pasted over a selection.
  package static let linkSchemes = ["https://", "http://", "mailto:"]
  static let schemes = linkSchemes + ["ftp://", "gemini://"]
  /// The schemes that can be opened; `geo:` is not detected in plain text.
  private static let openableSchemes = schemes + ["geo:"]
  private static let most = 2_000

  /// Whether an address is for a browser, a mail program or a map, and has no invisible characters. Other addresses in messages
  /// could start programs, or open files of this computer.
  public static func isHarmless(_ address: String) -> Bool { openable(address) != nil }

  /// A harmless address for another program, with its scheme in lower case; nil for all others.
  public static func openable(_ address: String) -> String? {
    guard address.utf8.count <= most,
      let scheme = openableSchemes.first(where: { address.utf8.hasASCIIPrefix($0.utf8) }),
      address.unicodeScalars.allSatisfy({ !isInvisible($0) && !isBlank($0) })
    else { return nil }
    return scheme + address.utf8.dropFirst(scheme.utf8.count).decoded
  }

  /// A harmless address in printable ASCII, for escape sequences: it can neither end the sequence nor look like another address.
  /// Other characters are percent-encoded, in the host name too.
  static func printable(_ address: String) -> String? {
    guard let address = openable(address) else { return nil }
    // Nearly all addresses are printable.
    if address.utf8.allSatisfy(isPrintable) { return address }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      if isPrintable(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    // Terminals ignore longer addresses.
    return bytes.count <= most ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether the byte needs no encoding in an address.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
      false
    default: byte > 0x20 && byte < 0x7F
    }
  }

  /// Whether a character is invisible or changes the direction of the text, and so is never part of an address.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned: true
    default: false
    }
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isWhitespace }
    return switch scalar.properties.generalCategory {
    case .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: scalar.properties.isWhitespace
    }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes begin with a prefix, ignoring ASCII case. The prefix must be in lower case.
  func hasASCIIPrefix(_ prefix: some Collection<UInt8>) -> Bool {
    var index = startIndex
    for wanted in prefix {
      guard index < endIndex else { return false }
      let byte = self[index]
      let small = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      guard small == wanted else { return false }
      index = self.index(after: index)
    }
    return true
  }

  fileprivate var decoded: String { String(decoding: self, as: UTF8.self) }
}

/// Finds addresses in plain text: those with a scheme that may be opened, and those that begin with `www.`.
///
/// Used for drawing and for opening, so that both agree on what an address is.
enum AddressFinder {
  /// The addresses in a text, with their UTF-8 ranges and targets.
  static func addresses(in text: String) -> [MentionSpan] {
    var found: [MentionSpan] = []
    var offset = 0
    let bytes = text.utf8.span
    while offset < bytes.count {
      let byte = bytes[offset]
      // Every address has one of these after its first letters.
      guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
        offset += 1
        continue
      }
      guard let start = start(of: offset, in: text, after: found.last?.range.upperBound ?? 0) else {
        offset += 1
        continue
      }
      let word = end(ofWordFrom: start.offset + start.prefix, in: text)
      offset = word.end
      guard word.isVisible else { continue }
      let range = start.offset..<trimmed(start.offset..<word.end, in: text)
      guard range.count > start.prefix,
        let address = WebAddress.openable(start.scheme + text.slice(utf8: range)),
        !start.isBare || text.slice(utf8: range).utf8.dropFirst(start.prefix).contains(UInt8(ascii: "."))
      else { continue }
      found.append(MentionSpan(range, .url(url: address)))
    }
    return found
  }

  /// The start of the address whose first letters end with this colon or dot; nil if there is none.
  private static func start(
    of mark: Int, in text: String, after end: Int
  ) -> (offset: Int, prefix: Int, scheme: String, isBare: Bool)? {
    let bytes = text.utf8.span
    let isBare = bytes[mark] == UInt8(ascii: ".")
    for prefix in isBare ? ["www."] : WebAddress.schemes {
      let letters = prefix.utf8.prefix { $0 != bytes[mark] }.count
      let offset = mark - letters
      guard offset >= end, offset + prefix.utf8.count < bytes.count,
        text.utf8.dropFirst(offset).hasASCIIPrefix(prefix.utf8)
      else { continue }
      if offset > 0, isPartOfScheme(bytes[offset - 1]) { return nil }
      return (offset, prefix.utf8.count, isBare ? "https://" : "", isBare)
    }
    return nil
  }

  private static func isPartOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// The place of the blank, quote or bracket that ends an address, and whether everything before it is visible.
  private static func end(ofWordFrom offset: Int, in text: String) -> (end: Int, isVisible: Bool) {
    let scalars = text.unicodeScalars
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    var end = offset
    var isVisible = true
    while index < scalars.endIndex, !endsWord(scalars[index]) {
      isVisible = isVisible && !WebAddress.isInvisible(scalars[index])
      end += UTF8.width(scalars[index])
      index = scalars.index(after: index)
    }
    return (end, isVisible)
  }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    if WebAddress.isBlank(scalar) { return true }
    if scalar.isASCII { return "<>\"`".unicodeScalars.contains(scalar) }
    return switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: true
    default: "、。，．：；！？｡､…".unicodeScalars.contains(scalar)
    }
  }

  /// The end without the punctuation of the sentence. A bracket that was opened in the address belongs to it.
  private static func trimmed(_ range: Range<Int>, in text: String) -> Int {
    let bytes = text.utf8.span
    var surplus: [UInt8: Int] = [:]
    for offset in range {
      if let (closer, step) = Self.brackets[bytes[offset]] { surplus[closer, default: 0] += step }
    }
    var end = range.upperBound
    while end > range.lowerBound {
      let last = bytes[end - 1]
      if let (closer, step) = Self.brackets[last] {
        guard step > 0, surplus[closer, default: 0] > 0 else { break }
        surplus[closer, default: 0] -= 1
      } else if !".,;:!?'*".utf8.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  /// Each bracket with its closing bracket, and the change that it makes to the number of unmatched closing brackets.
  private static let brackets: [UInt8: (closer: UInt8, step: Int)] = [
    UInt8(ascii: "("): (UInt8(ascii: ")"), -1), UInt8(ascii: ")"): (UInt8(ascii: ")"), 1),
    UInt8(ascii: "["): (UInt8(ascii: "]"), -1), UInt8(ascii: "]"): (UInt8(ascii: "]"), 1),
    UInt8(ascii: "{"): (UInt8(ascii: "}"), -1), UInt8(ascii: "}"): (UInt8(ascii: "}"), 1),
  ]
}

extension [MessageElement] {
  /// The links and mentions, and the addresses in the plain text between them, as UTF-8 ranges of the whole text.
  public var spansWithAddresses: [MentionSpan] {
    var spans: [MentionSpan] = []
    var start = 0
    for element in self {
      let end = start + element.text.utf8.count
      defer { start = end }
      if let target = element.target {
        spans.append(MentionSpan(start..<end, target))
      } else {
        spans += AddressFinder.addresses(in: element.text).map { $0.moved(by: start) }
      }
    }
    return spans
  }
}
