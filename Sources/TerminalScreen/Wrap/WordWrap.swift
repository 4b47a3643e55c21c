/// Where the rows of one hard line begin and end.
///
/// A line is broken at spaces and between ideographs, and a word that is longer than a row between two glyphs. A row
/// holds at least one glyph, so that even a wide one in a single column comes to an end.
public enum WordWrap {
  /// The glyphs of each row, to be read: the spaces at a break belong to no row. An empty line has one empty row.
  /// - Parameter limit: how many rows are enough; the rest of the line is not looked at.
  public static func rows(of glyphs: [Glyph], columns: Int, limit: Int = .max) -> [Range<Int>] {
    var line = BrokenLine(glyphs, columns: columns, limit: limit)
    line.breakForReading()
    return line.rows
  }

  /// The glyphs of each row, to be edited: every glyph belongs to one, the spaces at a break to the row before it.
  ///
  /// One space may hang over the edge of a row, and nothing else does.
  static func editableRows(of glyphs: [Glyph], columns: Int) -> [Range<Int>] {
    var line = BrokenLine(glyphs, columns: columns, limit: .max)
    line.breakForEditing()
    return line.rows
  }
}

extension StyledText {
  /// Its rows in a width, at most `limit` of them; the spaces at a break are left out.
  public func wrapped(to columns: Int, limit: Int = .max) -> [StyledText] {
    WordWrap.rows(of: glyphs, columns: columns, limit: limit).map { self[$0] }
  }
}
