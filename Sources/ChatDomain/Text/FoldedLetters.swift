/// The base letters of precomposed accented letters, computed once.
///
/// The standard library does not decompose letters, but their names do: "LATIN SMALL LETTER E WITH ACUTE".
enum FoldedLetters {
  static let table: [Unicode.Scalar: String] = {
    let letters = blocks.joined().compactMap(Unicode.Scalar.init)
    var byName: [String: Unicode.Scalar] = [:]
    for scalar in Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars) + letters {
      if let name = scalar.properties.name { byName[name] = scalar }
    }
    var result: [Unicode.Scalar: String] = [:]
    for scalar in letters {
      guard let small = scalar.properties.lowercaseMapping.unicodeScalars.first,
        let name = small.properties.name
      else { continue }
      if let letter = irregular[small] {
        result[scalar] = letter
      } else if let plain = plainName(of: name).flatMap({ byName[$0] }) {
        result[scalar] = irregular[plain] ?? String(plain)
      }
    }
    return result
  }()

  /// Latin, Greek and Cyrillic with their additions, ligatures, and letters of full width.
  private static let blocks: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x250...0x2AF, 0x370...0x52F, 0x1E00...0x1FFF, 0x212A...0x212B, 0xFB00...0xFB06,
    0xFF21...0xFF5A, 0x622...0x64A,
  ]

  /// The name of the letter without its "WITH …" part and without its width.
  private static func plainName(of name: String) -> String? {
    var words = name.split(separator: " ")
    let isWide = words.first == "FULLWIDTH"
    if isWide { words.removeFirst() }
    if let with = words.firstIndex(of: "WITH") {
      words.removeSubrange(with...)
    } else if !isWide {
      return nil
    }
    return words.joined(separator: " ")
  }

  /// Small letters whose name does not reveal their base letter.
  private static let irregular: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ſ": "s", "ĳ": "ij", "ŋ": "n",
    "ǆ": "dz", "ǳ": "dz", "ǉ": "lj", "ǌ": "nj", "ς": "σ",
    "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к", "ѐ": "е", "ѝ": "и",
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
  ]
}
