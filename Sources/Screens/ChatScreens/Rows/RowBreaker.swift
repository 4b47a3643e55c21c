import DraftEngine
import TerminalScreen

/// Finds where rows begin, one after another.
///
/// Rows break after blanks, and around wide glyphs, which are written without blanks; a word longer than a row is
/// broken anywhere. The decision for a row does not depend on earlier rows.
struct RowBreaker {
  private let rule: TextRows.Rule
  private var rowStart: Int
  /// The columns taken in the current row.
  private var column = 0
  /// The last place where the row may be broken, and the column there.
  private var place: (offset: Int, column: Int)?
  private var pictures: CharacterPictures
  private let blankRoom: Int

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
        guard take(width: plain.width, isBlank: plain.isSpace, from: offset, to: stop, tell) else { return }
        offset = stop
        continue
      }
      let stop = text.characterEnd(utf8: offset)
      if CharacterPictures.isNewline(PlainScalar.decode(bytes, at: offset).value) {
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
          take(width: width, isBlank: isTab || character == " ", isTab: isTab, from: offset, to: stop, tell)
        else { return }
      }
      offset = stop
    }
    // A blank in the last column leaves no cell for the caret after it, here and before a newline.
    if rule.showsInvisible, column > rule.columns { _ = tell(end) }
  }

  /// Adds a Character to the row, or ends the row before it; false if no more rows are wanted.
  private mutating func take(
    width: Int, isBlank: Bool, isTab: Bool = false, from offset: Int, to end: Int, _ tell: (Int) -> Bool
  ) -> Bool {
    while true {
      let width = isTab ? CharacterPictures.tabWidth(at: column) : width
      let room = isBlank ? blankRoom : rule.columns
      if !isBlank, width > 1, offset > rowStart { place = (offset, column) }
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
  }
}
