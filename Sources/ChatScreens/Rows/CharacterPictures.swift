import TerminalScreen

/// The glyphs of Characters within rows, and how many columns they take.
struct CharacterPictures {
  private var glyphs: [Glyph] = []
  private let showsInvisible: Bool

  init(showsInvisible: Bool) { self.showsInvisible = showsInvisible }

  /// What is drawn for a Character that has no picture, where a caret must be able to stand before and behind it.
  private static let invisible: ScreenText = "·"
  private static let tabStop = 4

  static func isNewline(_ character: Character) -> Bool {
    switch character {
    case "\n", "\r\n", "\r", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  /// A Character of a text; of one with a thousand marks as much as can be drawn, for all of it would be copied.
  static func character(of text: String, _ range: Range<String.Index>) -> Character {
    let scalars = text.unicodeScalars[range].prefix(most)
    return scalars.endIndex == range.upperBound ? text[range.lowerBound] : Character(String(scalars))
  }

  private static let most = 32

  /// The picture of what most text is made of, without looking at it.
  static func plain(_ byte: UInt8) -> [Glyph] { plainGlyphs[Int(byte) - 0x20] }

  private static let plainGlyphs = (UInt8(0x20)..<0x7F).map { [Glyph(printableASCII: $0)] }

  /// From a column of a row to the next tab stop.
  static func tabWidth(at column: Int) -> Int { tabStop - column % tabStop }

  /// The columns of a Character that is neither a tab nor a newline.
  mutating func width(of character: Character) -> Int {
    glyphs.removeAll(keepingCapacity: true)
    append(character, column: 0)
    return glyphs.reduce(0) { $0 + $1.width }
  }

  /// Its glyphs when it begins in a column.
  mutating func glyphs(of character: Character, column: Int) -> [Glyph] {
    glyphs.removeAll(keepingCapacity: true)
    append(character, column: column)
    return glyphs
  }

  private mutating func append(_ character: Character, column: Int) {
    if character == "\t" {
      glyphs += repeatElement(.space, count: Self.tabWidth(at: column))
      return
    }
    ScreenText.append(character, to: &glyphs)
    if glyphs.isEmpty, showsInvisible { glyphs += Self.invisible.glyphs }
  }
}
