/// Addresses that may be passed to another program.
public enum WebAddress {
  /// The prefixes of addresses that make a link when pasted over words.
  package static let linkSchemes = ["https://", "http://", "mailto:"]
  static let schemes = linkSchemes + ["ftp://", "gemini://"]
  /// Those that are opened where they are links, but are no links in plain words.
  private static let openableSchemes = schemes + ["geo:"]
  private static let most = 2_000

  /// Whether it is of a kind that a browser, a mail program or a map opens, and has no invisible characters. Other addresses
  /// that people may send could start programs, or show files of this computer.
  public static func isHarmless(_ address: String) -> Bool { openable(address) != nil }

  /// A harmless address as other programs take it, with its scheme in small letters; nil for all others.
  public static func openable(_ address: String) -> String? {
    guard address.utf8.count <= most,
      let scheme = openableSchemes.first(where: { address.utf8.hasASCIIPrefix($0.utf8) }),
      address.unicodeScalars.allSatisfy({ !isInvisible($0) && !isBlank($0) })
    else { return nil }
    return scheme + address.utf8.dropFirst(scheme.utf8.count).decoded
  }

  /// The same in printable ASCII, for escape sequences: that can neither end the sequence nor look like another address.
  /// What is not ASCII is percent-encoded, in the name of the host too.
  static func printable(_ address: String) -> String? {
    guard let address = openable(address) else { return nil }
    // Nearly all addresses are of nothing else.
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
    // Terminals ignore longer ones.
    return bytes.count <= most ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether it stands for itself in an address.
  private static func isPrintable(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"),
      UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
      false
    default: byte > 0x20 && byte < 0x7F
    }
  }

  /// Whether it is never part of an address: it cannot be seen, or turns the text round.
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
  /// Whether it begins with these small ASCII letters and signs, in whatever case.
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
