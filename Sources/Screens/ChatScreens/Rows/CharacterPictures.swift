import DraftEngine
import TerminalScreen

/// The glyphs of Characters within rows, and their columns.
struct CharacterPictures {
  private var glyphs: [Glyph] = []
  private let showsInvisible: Bool

  init(showsInvisible: Bool) { self.showsInvisible = showsInvisible }

  /// The glyph drawn for an invisible Character where the caret must be able to stand before and after it.
  private static let invisible: ScreenText = "·"
  private static let tabStop = 4

  /// Whether a Character that begins with this scalar is a newline.
  static func isNewline(_ first: UInt32) -> Bool {
    switch first {
    case 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A Character of a text. If it has a thousand marks, only the drawable part, because the whole would be copied.
  static func character(of text: String, _ range: Range<Int>) -> Character {
    // From a part of the text, which begins here: the text would look for the beginning, and read all flags before it.
    Character(String(text.slice(utf8: range).unicodeScalars.prefix(most)))
  }

  private static let most = 32

  /// A fast path for the glyph of an ordinary Character.
  static func plain(_ byte: UInt8) -> [Glyph] { plainGlyphs[Int(byte) - 0x20] }

  private static let plainGlyphs = (UInt8(0x20)..<0x7F).map { [Glyph(printableASCII: $0)] }

  /// The number of columns from a column to the next tab stop.
  static func tabWidth(at column: Int) -> Int { tabStop - column % tabStop }

  /// The columns of a Character that is neither a tab nor a newline.
  mutating func width(of character: Character) -> Int {
    glyphs.removeAll(keepingCapacity: true)
    append(character, column: 0)
    return glyphs.width
  }

  /// Its glyphs if it begins in the given column.
  mutating func glyphs(of character: Character, column: Int) -> [Glyph] {
    glyphs.removeAll(keepingCapacity: true)
    append(character, column: column)
    return glyphs
  }

  /// The glyph of a plain scalar.
  mutating func glyphs(of plain: PlainScalar) -> [Glyph] {
    glyphs.removeAll(keepingCapacity: true)
    glyphs.append(Glyph(plain))
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
