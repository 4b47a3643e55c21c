/// Random text of pieces that fuse, join, break lines and end sentences.
enum RandomText {
  static let fragments = [
    "a", "Zo", "7", "é", "e", "\u{301}", "\u{200D}", "\u{200C}", "👨‍👩‍👧‍👦", "👨", "🇩🇪", "\u{1F1EB}", "❤️",
    "1️⃣", "\r\n", "\r", "\n", "\n", "\u{2028}", " ", " ", "\u{3000}", "\t", "漢", "か", "\u{1112}",
    "\u{1161}", "\u{11AB}", "क", "\u{94D}", "षि", "'", "’", "_", ".", ".", "?", "!", "…", "。", "！", "\"",
    ")", "」", "“", "”", "(", ",", "-", "\u{600}", "@",
  ]

  static func make(
    of fragments: [String] = fragments, upTo longest: Int, using generator: inout some RandomNumberGenerator
  ) -> String {
    let length = Int.random(in: 0...longest, using: &generator)
    return (0..<length).map { _ in fragments.randomElement(using: &generator) ?? "" }.joined()
  }
}
