import TestSupport

/// Pieces of text that break programs, and random text made of them.
enum NastyText {
  /// Letters and blanks, marks that join what stands before, and scalars that join what comes.
  static let pieces: [String] = [
    "a", "b", "a", "b", " ", " ", "\u{E9}", "e\u{301}", "\u{301}", "\u{323}", "\u{200D}",
    "👩\u{200D}👩\u{200D}👧", "👧", "👍🏽", "🏽", "🇩🇪", "🇫🇷", "🇦", "🇿", "\r", "\n", "\r\n", "漢", "字",
    "하", "\u{1112}", "\u{1161}", "\u{11AB}", "क\u{94D}ष", "क", "\u{94D}", "ि", "\u{600}", "\u{FE0F}",
    "❤\u{FE0F}",
    "1", "\u{20E3}", "@", "ß", "\u{AD}",
  ]

  /// The scalars that the pieces are made of.
  static let scalars: [Unicode.Scalar] = Array(Set(pieces.joined().unicodeScalars)).sorted {
    $0.value < $1.value
  }

  /// The given number of pieces; half of the texts are made of a few pieces only, so that words come again.
  static func random(_ count: Int, using generator: inout SeededGenerator) -> String {
    let choice = Bool.random(using: &generator) ? pieces.count : 5
    return (0..<count).reduce(into: "") { text, _ in
      text += pieces[Int.random(in: 0..<choice, using: &generator)]
    }
  }
}
