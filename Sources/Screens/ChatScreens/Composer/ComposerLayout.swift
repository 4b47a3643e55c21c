public import DraftEngine
public import TerminalScreen

/// The text of a composer as rows: converts between Characters and positions.
///
/// Words may take all columns but the last, which is for a blank or the caret after them. All offsets are UTF-8 and between
/// Characters. Immutable, so that all parts that handle a key can share it.
public final class ComposerLayout: Equatable, Sendable {
  /// Columns of the composer.
  public let width: Int
  public let text: String
  private let mentions: [MentionSpan]
  private let signed: SignedText
  let rows: TextRows

  /// - Parameters:
  ///   - text: the text.
  ///   - mentions: the mentions that are shown with their sign.
  ///   - width: the columns of the composer.
  ///   - old: the layout of a text that differs little, whose unchanged rows are reused.
  public init(
    text: String, signing mentions: [MentionSpan] = [], width: Int, reusing old: ComposerLayout? = nil
  ) {
    self.width = width
    self.text = text
    self.mentions = mentions
    signed = SignedText(text, signing: mentions)
    let rule = TextRows.Rule(columns: max(1, width - 1), overhang: 1, showsInvisible: true)
    rows = TextRows(signed.shown, rule, reusing: old?.rows)
  }

  public static func == (left: ComposerLayout, right: ComposerLayout) -> Bool {
    left.isOf(right.text, signing: right.mentions, width: right.width) && left.rows == right.rows
  }

  /// Whether it is the layout of this text.
  func isOf(_ text: String, signing mentions: [MentionSpan], width: Int) -> Bool {
    self.width == width && self.text == text && self.mentions == mentions
  }

  /// The number of rows, at least one: an empty text has an empty row.
  public var rowCount: Int { rows.count }

  /// The bytes of a row, including the newline or the blank that ends it.
  public func range(ofRow row: Int) -> Range<Int> {
    let range = rows.range(of: min(max(0, row), rowCount - 1))
    return signed.offset(shown: range.lowerBound)..<signed.offset(shown: range.upperBound)
  }

  /// A row as a terminal shows it.
  public func words(ofRow row: Int) -> ScreenText {
    var glyphs: [Glyph] = []
    rows.walk(min(max(0, row), rowCount - 1)) { _, _, pictures in
      glyphs += pictures
      return true
    }
    return ScreenText(glyphs: glyphs)
  }

  /// The row of an offset. An offset between two rows belongs to the second.
  public func row(of offset: Int) -> Int { rows.row(of: shown(offset)) }

  private func shown(_ offset: Int) -> Int { signed.shownOffset(min(max(0, offset), text.utf8.count)) }

  /// A row with styles for ranges of the text.
  func styled(_ row: Int, _ plain: Style, _ spans: [StyledSpan]) -> StyledText {
    rows.styled(row, plain, shown(spans))
  }

  /// Draws a row with styles for ranges of the text, if it is printable ASCII; returns false if it is not.
  func drawPrintableASCII(
    _ row: Int, _ style: Style, _ spans: [StyledSpan], in rect: Rect, on grid: inout Grid
  ) -> Bool {
    rows.drawPrintableASCII(row, style, shown(spans), in: rect, on: &grid)
  }

  private func shown(_ spans: [StyledSpan]) -> [StyledSpan] {
    spans.map { span in
      let range = signed.shownOffset(span.range.lowerBound)..<signed.shownOffset(span.range.upperBound)
      return StyledSpan(range: range, style: span.style)
    }
  }

  /// The position of the caret for an offset, counted from the very first row.
  public func position(of offset: Int) -> Position {
    let offset = shown(offset)
    let row = rows.row(of: offset)
    var column = 0
    // Every key needs this, and most rows are letters of one column.
    if let columns = rows.plainColumns(in: rows.starts[row]..<offset) {
      column = columns
    } else {
      walk(row) { range, width in
        guard range.upperBound <= offset else { return false }
        column += width
        return true
      }
    }
    return Position(column: min(column, max(0, width - 1)), row: row)
  }

  /// The offset whose caret is drawn at a position, or the nearest one before it in the row.
  public func offset(at position: Position) -> Int {
    let row = min(max(0, position.row), rowCount - 1)
    let range = rows.range(of: row)
    var column = 0
    var offset = range.lowerBound
    walk(row) { character, width in
      column += width
      // The end of a wrapped row is the start of the next one.
      let isEnd = character.upperBound == range.upperBound && row + 1 < rowCount
      guard column <= position.column, !isEnd else { return false }
      offset = character.upperBound
      return true
    }
    return signed.offset(shown: offset)
  }

  /// The column after the last Character of a row, not counting its newline.
  func endColumn(ofRow row: Int) -> Int {
    var column = 0
    walk(row) { _, width in
      column += width
      return true
    }
    return column
  }

  /// Calls the closure with the Characters of a row except its newline, and their widths, until it returns false.
  private func walk(_ row: Int, _ tell: (_ character: Range<Int>, _ width: Int) -> Bool) {
    rows.walk(row) { character, column, glyphs in
      tell(character, glyphs.width)
    }
  }
}

/// A draft's text as it is shown if mentions have no distinct colour: with an `@` or a `#` before each.
///
/// An offset at the beginning of a mention is before its sign, so the caret is never between the two.
struct SignedText: Hashable, Sendable {
  let shown: String
  /// The starts of the mentions with a sign, as offsets in the draft's text, in order; a sign is one byte.
  private let starts: [Int]

  init(_ text: String, signing mentions: [MentionSpan]) {
    let signs = mentions.compactMap { span -> (start: Int, sign: String)? in
      guard let sign = span.target.sign, !text.slice(utf8: span.range).hasPrefix(sign) else { return nil }
      return (span.range.lowerBound, sign)
    }
    starts = signs.map(\.start)
    guard !signs.isEmpty else {
      shown = text
      return
    }
    var result = ""
    var end = 0
    for (start, sign) in signs {
      result += text.slice(utf8: end..<start)
      result += sign
      end = start
    }
    shown = result + text.slice(utf8: end..<text.utf8.count)
  }

  /// The offset in the shown text for one in the draft's text.
  func shownOffset(_ offset: Int) -> Int {
    starts.isEmpty ? offset : offset + starts.partitioningIndex { $0 >= offset }
  }

  /// The offset in the draft's text for one in the shown text.
  func offset(shown: Int) -> Int {
    guard !starts.isEmpty else { return shown }
    var signs = 0
    while signs < starts.count, starts[signs] + signs < shown { signs += 1 }
    return shown - signs
  }
}
