/// Folds texts for search: case and accents are ignored.
package enum TextFolding {
  /// Returns the text in small letters and without accents: "Éloïse Straße" becomes "eloise strasse".
  ///
  /// Canonically equivalent texts fold to canonically equivalent texts.
  package static func fold(_ text: String) -> String {
    let bytes = text.utf8
    // Most words are ASCII, and there are a million messages to search.
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: bytes.count) { buffer in
        var count = 0
        for byte in bytes {
          let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          buffer[count] = isCapital ? byte | 0x20 : byte
          count += 1
        }
        return count
      }
    }
    var result = ""
    result.reserveCapacity(bytes.count)
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    if scalar.isASCII {
      let isCapital = ("A"..."Z").contains(scalar)
      result.unicodeScalars.append(
        isCapital ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar)
    } else if FoldedLetters.append(scalar, to: &result) {
      return
    } else if !scalar.isAccent {
      let lowered = scalar.properties.lowercaseMapping
      guard lowered.unicodeScalars.first != scalar else {
        result.unicodeScalars.append(scalar)
        return
      }
      // The lowercase letter can have an accent of its own, as that of İ has.
      for scalar in lowered.unicodeScalars { append(scalar, to: &result) }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark that people omit when they search for a word.
  ///
  /// The marks of Latin, Greek, Cyrillic, Hebrew and Arabic are. Those of Indic, Thai and Japanese scripts distinguish
  /// words; they have a combining class of 0, 7 to 9, or 84 to 132.
  fileprivate var isAccent: Bool {
    switch properties.generalCategory {
    case .enclosingMark: return true
    case .nonspacingMark: break
    default: return false
    }
    switch properties.canonicalCombiningClass.rawValue {
    case 0, 7...9, 84...132: return false
    default: return true
    }
  }
}
