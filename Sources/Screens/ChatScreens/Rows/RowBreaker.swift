import DraftEngine
import TerminalScreen

/// Finds where rows begin, one after another.
///
/// Rows break after blanks, and around wide glyphs, which are written without blanks. No row begins with a wide comma or closing
/// bracket. A word longer than a row is broken anywhere. The end of a row does not depend on earlier rows.
struct RowBreaker {
  private let rule: TextRows.Rule
  private var rowStart: Int
  /// The columns taken in the current row.
  private var column = 0
  /// The last place where the row may be broken, and the column there.
  private var place: (offset: Int, column: Int)?
  /// The place before the last wide letter, which takes the closing marks after it to the next row.
  private var opener: (offset: Int, column: Int)?
  private var pictures: CharacterPictures
  private let blankRoom: Int

  /// Wide marks that belong to the letter before them.
  private static let closers = Set("，。、；：？！）」』】〉》〕］｝．ー々".unicodeScalars.map(\.value))

  init(_ rule: TextRows.Rule, from offset: Int) {
    self.rule = rule
    rowStart = offset
    let (room, isTooMuch) = rule.columns.addingReportingOverflow(rule.overhang)
    blankRoom = isTooMuch ? .max : room
    pictures = CharacterPictures(showsInvisible: rule.showsInvisible)
  }

  /// Calls the closure with the starts of the rows after the first, until it returns false.
  mutating func run(over text: String, _ tell: (Int) -> Bool) {
    let utf8 = text.utf8
    let bytes = utf8.span
    let end = bytes.count
    var offset = rowStart
    while offset < end {
      let byte = bytes[offset]
      if Glyph.isPrintableASCII(byte), offset + 1 == end || bytes[offset + 1] < 0x80 {
        guard take(width: 1, isBlank: byte == 0x20, from: offset, to: offset + 1, tell) else { return }
        offset += 1
        continue
      }
      if let plain = PlainScalar(at: offset, in: bytes) {
        let stop = offset + plain.length
        let isCloser = plain.width > 1 && Self.closers.contains(plain.value)
        guard
          take(width: plain.width, isBlank: plain.isSpace, isCloser: isCloser, from: offset, to: stop, tell)
        else { return }
        offset = stop
        continue
      }
      let stop = text.characterEnd(utf8: offset)
      let first = PlainScalar.decode(bytes, at: offset).value
      if CharacterPictures.isNewline(first) {
        if rule.showsInvisible, column > rule.columns {
          guard tell(offset) else { return }
        }
        begin(at: stop)
        guard tell(stop) else { return }
      } else {
        let character = CharacterPictures.character(of: text, offset..<stop)
        let isTab = character == "\t"
        let width = isTab ? 0 : pictures.width(of: character)
        guard
          take(
            width: width, isBlank: isTab || character == " ", isTab: isTab,
            isCloser: Self.closers.contains(first), from: offset, to: stop, tell)
        else { return }
      }
      offset = stop
    }
    // A blank in the last column leaves no cell for the caret after it, here and before a newline.
    if rule.showsInvisible, column > rule.columns { _ = tell(end) }
  }

  /// Adds a Character to the row, or ends the row before it; false if no more rows are wanted.
  private mutating func take(
    width: Int, isBlank: Bool, isTab: Bool = false, isCloser: Bool = false, from offset: Int, to end: Int,
    _ tell: (Int) -> Bool
  ) -> Bool {
    while true {
      let width = isTab ? CharacterPictures.tabWidth(at: column) : width
      let room = isBlank ? blankRoom : rule.columns
      if isCloser {
        if place?.offset == offset { place = opener }
      } else if !isBlank, width > 1, offset > rowStart {
        place = (offset, column)
        opener = place
      }
      if column + width <= room || (offset == rowStart && place == nil) {
        column += width
        if isBlank || width > 1 { place = (end, column) }
        return true
      }
      let start: Int
      if !isBlank, let place {
        let left = column - place.column
        start = place.offset
        begin(at: start)
        column = left
      } else {
        start = offset
        begin(at: start)
      }
      guard tell(start) else { return false }
    }
  }

  private mutating func begin(at offset: Int) {
    rowStart = offset
    column = 0
    place = nil
    opener = nil
  }
}

/// The glyphs of Characters within rows, and their columns.
struct CharacterPictures {
  private var glyphs: [Glyph] = []
  private let showsInvisible: Bool

  init(showsInvisible: Bool) { self.showsInvisible = showsInvisible }

  /// The glyph for an invisible Character in a draft, so that the caret can stand before and after it.
  private static let invisible: ScreenText = "·"
  private static let tabStop = 4

  /// Whether a Character that begins with this scalar is a newline.
  static func isNewline(_ first: UInt32) -> Bool {
    switch first {
    case 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }

  /// A Character of a text, with at most `most` scalars: no more are drawn, and copying a thousand combining marks is slow.
  static func character(of text: String, _ range: Range<Int>) -> Character {
    // Indexing the text itself would search for the beginning of the Character, and read all flags before it.
    Character(String(text.slice(utf8: range).unicodeScalars.prefix(most)))
  }

  private static let most = 32

  /// The glyph of a printable ASCII byte.
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

  /// The glyphs of a Character that begins in the given column.
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
