extension FoldedText {
  /// Adds the folded text to bytes that may hold others already.
  static func fold(_ text: String, into bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        bytes.append(isCapital ? byte | 0x20 : byte)
      } else if !isMark(scalar) {
        bytes.append(contentsOf: (plainLetters[scalar] ?? scalar.properties.lowercaseMapping).utf8)
      }
    }
  }

  /// The marks that stand on letters of Latin, Greek and Cyrillic. Those of other scripts tell words apart, and stay.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (0x0300...0x036F).contains(scalar.value)
  }

  /// What remains of a letter without its accents: found by its name, which is that of the plain letter and "WITH".
  private static let plainLetters: [Unicode.Scalar: String] = {
    let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF]
    var scalars: [String: Unicode.Scalar] = [:]
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ".unicodeScalars {
      scalars["LATIN CAPITAL LETTER \(letter)"] = letter
      scalars["LATIN SMALL LETTER \(letter)"] = letter
    }
    let letters = blocks.joined().compactMap(Unicode.Scalar.init)
    for scalar in letters {
      if let name = scalar.properties.name { scalars[name] = scalar }
    }
    var result: [Unicode.Scalar: String] = [:]
    for scalar in letters {
      guard let name = scalar.properties.name, let end = Self.plainName(of: name), let plain = scalars[end]
      else { continue }
      result[scalar] = plain.properties.lowercaseMapping
    }
    for (scalar, plain) in irregular { result[scalar] = plain }
    return result
  }()

  private static func plainName(of name: String) -> String? {
    let words = name.split(separator: " ")
    guard let with = words.firstIndex(of: "WITH") else { return nil }
    return words[..<with].joined(separator: " ")
  }

  /// Letters whose name does not say it.
  private static let irregular: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ı": "i", "ð": "d", "Ð": "d",
    "þ": "th", "Þ": "th", "й": "и", "Й": "и", "ё": "е", "Ё": "е", "ї": "і", "Ї": "і", "ς": "σ",
  ]
}
