import DraftEngine
import TerminalScreen

/// The starts of the rows of a text wrapped by words at a width. The rows together are the whole text: a blank at which
/// a row was broken stays at its end, and so does a newline.
///
/// Stores UTF-8 offsets and no glyphs, so that a long text costs 8 bytes per row, and glyphs are made only for visible
/// rows.
struct TextRows: Hashable, Sendable {
  /// How rows are broken.
  struct Rule: Hashable, Sendable {
    /// The columns of a row for words.
    var columns: Int
    /// The additional columns for blanks after the words.
    var overhang: Int
    /// Whether an invisible Character gets a glyph, so that the caret can stand on either side of it.
    var showsInvisible = false
  }

  let text: String
  let rule: Rule
  /// The first byte of each row; there is at least one row.
  private(set) var starts: [Int]

  /// - Parameters:
  ///   - text: the text.
  ///   - rule: how its rows are broken.
  ///   - old: the rows of another text. The result is the same as without them, but the cost depends only on the difference.
  init(_ text: String, _ rule: Rule, reusing old: TextRows? = nil) {
    self.text = text
    self.rule = rule
    starts = old.flatMap { Self.starts(of: text, rule, reusing: $0) } ?? Self.starts(of: text, rule)
  }

  /// - Parameter columns: the columns for words; blanks after them take any number more.
  init(_ text: String, columns: Int) {
    self.init(text, Rule(columns: max(1, columns), overhang: .max))
  }

  private static func starts(of text: String, _ rule: Rule) -> [Int] {
    var starts = [0]
    var breaker = RowBreaker(rule, from: 0)
    breaker.run(over: text) { start in
      starts.append(start)
      return true
    }
    return starts
  }

  var count: Int { starts.count }

  /// The bytes of a row, including its newline.
  func range(of row: Int) -> Range<Int> {
    starts[row]..<(row + 1 < starts.count ? starts[row + 1] : text.utf8.count)
  }

  /// The row that contains a byte; between two rows, the second one.
  func row(of offset: Int) -> Int { max(0, starts.partitioningIndex { $0 > offset } - 1) }
}

extension TextRows {
  /// Nil if reusing the old rows saves nothing.
  private static func starts(of text: String, _ rule: Rule, reusing old: TextRows) -> [Int]? {
    guard old.rule == rule, old.count > 8 else { return nil }
    let same = CommonEnds.lengths(old.text.utf8.span, text.utf8.span)
    let oldEnd = old.text.utf8.count
    let end = text.utf8.count
    if same.front == oldEnd, same.front == end { return old.starts }
    // The start of a row depends only on the text up to the row two further on, so rows well before the change stay.
    let first = max(0, old.row(of: same.front) - 3)
    var starts = Array(old.starts[...first])
    let shift = end - oldEnd
    let settled = end - same.back
    var known = first
    var breaker = RowBreaker(rule, from: starts[first])
    breaker.run(over: text) { start in
      if start > settled {
        // Once a row begins where one began before, and the text after it is the same, the remaining rows are the same.
        while known < old.count, old.starts[known] + shift < start { known += 1 }
        if known < old.count, old.starts[known] + shift == start {
          starts += old.starts[known...].lazy.map { $0 + shift }
          return false
        }
      }
      starts.append(start)
      return true
    }
    return starts
  }
}

extension TextRows {
  /// Calls the closure with the Characters of a row except its newline: their bytes, first column and glyphs.
  func walk(_ row: Int, _ tell: (_ character: Range<Int>, _ column: Int, _ glyphs: [Glyph]) -> Bool) {
    let range = range(of: row)
    let utf8 = text.utf8
    let bytes = utf8.span
    var pictures = CharacterPictures(showsInvisible: rule.showsInvisible)
    var offset = range.lowerBound
    var column = 0
    while offset < range.upperBound {
      let byte = bytes[offset]
      if Glyph.isPrintableASCII(byte), offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
        guard tell(offset..<offset + 1, column, CharacterPictures.plain(byte)) else { return }
        column += 1
        offset += 1
        continue
      }
      if let plain = PlainScalar(at: offset, in: bytes) {
        guard tell(offset..<offset + plain.length, column, pictures.glyphs(of: plain)) else { return }
        column += plain.width
        offset += plain.length
        continue
      }
      guard !CharacterPictures.isNewline(PlainScalar.decode(bytes, at: offset).value) else { return }
      let end = text.characterEnd(utf8: offset)
      let character = CharacterPictures.character(of: text, offset..<end)
      let glyphs = pictures.glyphs(of: character, column: column)
      guard tell(offset..<end, column, glyphs) else { return }
      column += glyphs.width
      offset = end
    }
  }

  /// The number of columns of a part of a row, if it is all printable ASCII; nil if it is not.
  func plainColumns(in part: Range<Int>) -> Int? {
    let utf8 = text.utf8
    let bytes = utf8.span
    // A combining mark may follow the last letter.
    guard part.upperBound == bytes.count || bytes[part.upperBound] < 0x80 else { return nil }
    for offset in part where !Glyph.isPrintableASCII(bytes[offset]) { return nil }
    return part.count
  }

  /// A row as drawn, with styles for ranges in order, and a style for the text outside of them.
  func styled(_ row: Int, _ plain: Style, _ spans: [StyledSpan] = []) -> StyledText {
    let range = range(of: row)
    let limit = rule.columns + min(rule.overhang, 1)
    var next = StyledSpan.firstIndex(endingAfter: starts[row], in: spans)
    var result = StyledText()
    result.reserveCapacity(min(range.count, limit))
    walk(row) { character, column, glyphs in
      // Blanks past the edge are not drawn, and a message's row may end in thousands of them.
      guard column < limit else { return false }
      while next < spans.count, spans[next].range.upperBound <= character.lowerBound { next += 1 }
      let isInside = next < spans.count && spans[next].range.lowerBound <= character.lowerBound
      let style = isInside ? spans[next].style : plain
      for glyph in glyphs { result.append(glyph, style) }
      return true
    }
    return result
  }
}

extension TextRows {
  /// Draws a row from the first column of a part, if it is printable ASCII, as most rows are.
  ///
  /// - Parameters:
  ///   - style: for the text outside of the spans.
  ///   - spans: ranges with other styles, in order.
  /// - Returns: whether it is printable ASCII; otherwise nothing is drawn.
  func drawPrintableASCII(
    _ row: Int, _ style: Style, _ spans: [StyledSpan], in rect: Rect, on grid: inout Grid
  ) -> Bool {
    guard let letters = printableASCII(ofRow: row) else { return false }
    let utf8 = text.utf8
    var column = rect.column
    func put(_ part: Range<Int>, _ style: Style) {
      guard !part.isEmpty else { return }
      let position = Position(column: column, row: rect.row)
      column = grid.put(printableASCII: utf8.span.extracting(part), at: position, in: rect, style)
    }
    var place = letters.lowerBound
    for span in spans[StyledSpan.firstIndex(endingAfter: place, in: spans)...] {
      let part = span.range.clamped(to: place..<letters.upperBound)
      put(place..<part.lowerBound, style)
      put(part, span.style)
      place = part.upperBound
      guard place < letters.upperBound else { break }
    }
    put(place..<letters.upperBound, style)
    return true
  }

  /// The drawn part of a row that is all printable ASCII, apart from the newline at its end; nil if it is not.
  private func printableASCII(ofRow row: Int) -> Range<Int>? {
    let range = range(of: row)
    let utf8 = text.utf8
    let bytes = utf8.span
    var end = range.upperBound
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    let letters = range.lowerBound..<min(end, range.lowerBound + max(0, rule.columns + min(rule.overhang, 1)))
    return plainColumns(in: letters) == nil ? nil : letters
  }
}

/// A range of a text with its own style, in UTF-8 bytes.
struct StyledSpan: Hashable, Sendable {
  var range: Range<Int>
  var style: Style

  /// The index of the first span that ends after an offset, or the count.
  static func firstIndex(endingAfter offset: Int, in spans: [StyledSpan]) -> Int {
    spans.partitioningIndex { $0.range.upperBound > offset }
  }
}
