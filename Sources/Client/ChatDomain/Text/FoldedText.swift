/// A text folded for comparison and search: case and accents are ignored.
public struct FoldedText: Hashable, Comparable, Sendable {
  /// UTF-8 of the folded text.
  public let bytes: [UInt8]

  /// Folds a text: `"Zoë"` and `"ZOE"` become equal.
  public init(_ text: String) {
    bytes = Array(TextFolding.fold(text).utf8)
  }

  /// Wraps a part of a text that is already folded.
  package init(folded bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Whether the folded text is empty; an empty text occurs in every text.
  public var isEmpty: Bool { bytes.isEmpty }

  public static func < (left: FoldedText, right: FoldedText) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Whether the other text occurs in this one; an empty one occurs in every text.
  public func contains(_ other: FoldedText) -> Bool {
    var places = occurrences(of: other)
    return places.next() != nil
  }

  /// The byte offsets at which the other text begins in this one.
  package func occurrences(of other: FoldedText) -> Occurrences { Occurrences(of: other.bytes, in: bytes) }

  /// Whether a word begins at a byte offset: at the start, or after a byte that is neither letter nor digit.
  public func isWordStart(_ offset: Int) -> Bool {
    guard offset > 0, offset <= bytes.count else { return offset == 0 }
    return Self.separatesWords(bytes[offset - 1])
  }

  /// Whether a word can begin after this byte: it is part of neither a letter nor a digit.
  package static func separatesWords(_ byte: UInt8) -> Bool {
    // A byte of a multi-byte sequence is far more often part of a letter of another script than of a punctuation mark.
    if byte >= 0x80 { return false }
    return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// How well a search text matches, best first.
  package enum Fit: Int, Comparable, Sendable {
    case start, wordStart, inside

    package static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// The best match of the other text anywhere in this one, and its offset; nil if it does not occur.
  package func fit(_ other: FoldedText) -> (fit: Fit, place: Int)? {
    var inside: Int?
    for place in occurrences(of: other) {
      if place == 0 { return (.start, place) }
      if isWordStart(place) { return (.wordStart, place) }
      inside = inside ?? place
    }
    return inside.map { (.inside, $0) }
  }

  /// The offsets at which one text begins in another.
  package struct Occurrences: Sequence, IteratorProtocol, Sendable {
    private let needle: [UInt8]
    private let bytes: [UInt8]
    private var offset = 0

    init(of needle: [UInt8], in bytes: [UInt8]) {
      self.needle = needle
      self.bytes = bytes
    }

    package mutating func next() -> Int? {
      while offset + needle.count <= bytes.count {
        let place = offset
        offset += 1
        if isHere(place) { return place }
      }
      return nil
    }

    private func isHere(_ place: Int) -> Bool {
      for index in needle.indices where bytes[place + index] != needle[index] { return false }
      return true
    }
  }
}

/// Folds texts for search: case and accents are ignored.
package enum TextFolding {
  /// The text in lowercase and without accents: "Éloïse Straße" becomes "eloise strasse".
  ///
  /// Canonically equivalent texts fold to canonically equivalent texts.
  package static func fold(_ text: String) -> String {
    let bytes = text.utf8
    // Most texts are ASCII, and there are a million messages to search.
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
      // The lowercase letter can have its accent as a separate scalar, as that of İ does.
      for scalar in lowered.unicodeScalars { append(scalar, to: &result) }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a mark that people omit when they search.
  ///
  /// That is any but those with a combining class of 0, 7 to 9, or 84 to 132: most marks of Indic, Thai and Japanese scripts have
  /// these, and distinguish words.
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
