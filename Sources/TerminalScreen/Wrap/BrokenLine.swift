/// A hard line while it is broken into rows, in one walk over its glyphs.
struct BrokenLine {
  private let glyphs: [Glyph]
  private let columns: Int
  private let limit: Int
  private(set) var rows: [Range<Int>] = []
  /// The first glyph of the row at hand, the glyph that is looked at, and the columns between them.
  private var start = 0
  private var index = 0
  private var width = 0
  /// The last place where the row at hand may end, and its width up to there.
  private var breakable: (index: Int, width: Int)?

  init(_ glyphs: [Glyph], columns: Int, limit: Int) {
    self.glyphs = glyphs
    self.columns = max(1, columns)
    self.limit = limit
  }

  mutating func breakForReading() {
    while index < glyphs.count, rows.count < limit {
      guard overflows() else { continue }
      if glyphs[index].isSpace {
        rows.append(start..<visibleEnd(index))
        guard rows.count < limit else { return }
        while index < glyphs.count, glyphs[index].isSpace { index += 1 }
        begin(at: index, width: 0)
      } else {
        breakWord(hidingSpaces: true)
      }
    }
    if rows.count < limit, start < glyphs.count || rows.isEmpty { rows.append(start..<glyphs.count) }
  }

  mutating func breakForEditing() {
    var isHanging = false
    while index < glyphs.count {
      guard overflows() else { continue }
      if glyphs[index].isSpace {
        index += 1
        rows.append(start..<index)
        begin(at: index, width: 0)
        isHanging = index == glyphs.count
      } else {
        breakWord(hidingSpaces: false)
      }
    }
    // Behind a row that is more than full the cursor needs a row of its own.
    if start < glyphs.count || rows.isEmpty || isHanging { rows.append(start..<glyphs.count) }
    if width > columns { rows.append(glyphs.count..<glyphs.count) }
  }

  /// Takes the glyph into the row; true when it does not fit.
  private mutating func overflows() -> Bool {
    let glyph = glyphs[index]
    if index > start, mayBreak(between: glyphs[index - 1].role, and: glyph.role) {
      breakable = (index, width)
    }
    if index > start, width + glyph.width > columns { return true }
    width += glyph.width
    index += 1
    return false
  }

  private mutating func breakWord(hidingSpaces: Bool) {
    let (next, taken) = breakable ?? (index, width)
    rows.append(start..<(hidingSpaces ? visibleEnd(next) : next))
    begin(at: next, width: width - taken)
  }

  private mutating func begin(at next: Int, width: Int) {
    start = next
    self.width = width
    breakable = nil
  }

  private func visibleEnd(_ end: Int) -> Int {
    var end = end
    while end > start, glyphs[end - 1].isSpace { end -= 1 }
    return end
  }

  private func mayBreak(between left: Glyph.Role, and right: Glyph.Role) -> Bool {
    switch (left, right) {
    case (_, .space): false
    case (.space, _): true
    case (.ideograph, .ideograph), (.ideograph, .opening): true
    case (.closing, .ideograph), (.closing, .opening): true
    default: false
    }
  }
}
