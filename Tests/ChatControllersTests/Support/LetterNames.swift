/// The base letters of precomposed accented letters, derived from the letters' names.
///
/// The standard library does not decompose letters, but their names do: "LATIN SMALL LETTER E WITH ACUTE". Reading
/// two thousand names takes longer than the rest of a start, so the program contains the result as a table.
enum LetterNames {
  /// Each letter with its folded form, in order.
  static func folded() -> [(letter: Unicode.Scalar, base: String)] {
    let letters = blocks.joined().compactMap(Unicode.Scalar.init)
    var byName: [String: Unicode.Scalar] = [:]
    for scalar in Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars) + letters {
      if let name = scalar.properties.name { byName[name] = scalar }
    }
    return letters.compactMap { scalar in
      guard let small = scalar.properties.lowercaseMapping.unicodeScalars.first,
        let name = small.properties.name
      else { return nil }
      if let letter = irregular[small] { return (scalar, letter) }
      return plainName(of: name).flatMap { byName[$0] }.map { (scalar, irregular[$0] ?? String($0)) }
    }
  }

  /// The same as rows of `FoldedLetters`.
  static func rows() -> [UInt32] {
    folded().map { letter, base in
      let scalars = base.unicodeScalars.map(\.value)
      if scalars.count == 1 { return letter.value << 16 | scalars[0] }
      return letter.value << 16 | 0x8000 | scalars.reversed().reduce(0) { $0 << 5 | ($1 - 0x60) }
    }
  }

  /// Latin, Greek and Cyrillic with their extensions, Arabic, ligatures, and fullwidth letters.
  private static let blocks: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x250...0x2AF, 0x370...0x52F, 0x622...0x64A, 0x1E00...0x1FFF, 0x212A...0x212B,
    0xFB00...0xFB06, 0xFF21...0xFF5A,
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
