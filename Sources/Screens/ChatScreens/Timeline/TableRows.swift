import FormattedText
import TerminalScreen

/// The rows of a table on the screen: columns side by side, a line below the header, and cells that are too wide folded into
/// several rows.
struct TableRows {
  private let table: ShownText.Table
  /// The text of each cell, wrapped at the width of its column; a row has a cell for each column.
  private var cells: [[(range: Range<Int>, rows: TextRows)?]]
  private var widths: [Int]
  /// Whether a cell takes several rows; then a line divides the rows of the table too.
  private let isFolded: Bool

  private static let bar = " │ "
  private static let barWidth = 3
  /// The fewest columns for each cell. With less room, the table is not arranged in columns.
  private static let leastWidth = 3

  /// - Parameter columns: the columns for the table and the signs before it.
  /// - Returns: nil if there is too little room.
  init?(_ table: ShownText.Table, _ bytes: [UInt8], columns: Int) {
    self.table = table
    let count = table.rows.reduce(0) { max($0, $1.count) }
    let signs = table.signs.reduce(0) { $0 + $1.text.unicodeScalars.count }
    let room = columns - signs - (count - 1) * Self.barWidth
    guard count > 0, room >= count * Self.leastWidth else { return nil }
    let texts = table.rows.map { row in row.map { String(decoding: bytes[$0], as: UTF8.self) } }
    var wanted = Array(repeating: 1, count: count)
    for row in texts {
      for (column, text) in row.enumerated() {
        wanted[column] = max(wanted[column], TextRows(text, columns: .max).width(ofRow: 0))
      }
    }
    // Narrow columns have the width that they need, and the others equal shares of the rest.
    let widths = wanted.shares(of: room)
    cells = zip(table.rows, texts).map { ranges, texts in
      (0..<count).map { column in
        column < ranges.count ? (ranges[column], TextRows(texts[column], columns: widths[column])) : nil
      }
    }
    self.widths = widths
    isFolded = widths != wanted
  }

  /// The text of the table in the order in which it is drawn.
  var pieces: [RowEdits.Piece] {
    var pieces: [RowEdits.Piece] = []
    func newline() {
      pieces.append(.newline)
      pieces += table.signs.map { .sign($0) }
    }
    func add(_ text: String, _ look: ShownText.Look = []) {
      if !text.isEmpty { pieces.append(.sign(ShownText.Margin.Piece(text: text, look: look))) }
    }
    for (index, row) in cells.enumerated() {
      if index > 0 {
        newline()
        if index == 1 || isFolded {
          add(widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), .sign)
          newline()
        }
      }
      for line in 0..<row.reduce(1, { max($0, $1?.rows.count ?? 1) }) {
        if line > 0 { newline() }
        for (column, cell) in row.enumerated() {
          if column > 0 { add(Self.bar, .sign) }
          var width = 0
          var text: Range<Int>?
          if let cell, line < cell.rows.count {
            width = cell.rows.width(ofRow: line)
            text = Self.trimmed(cell.rows, line, at: cell.range.lowerBound)
          }
          let free = max(0, widths[column] - width)
          let before = [.left: 0, .right: free, .middle: free / 2][alignment(of: column)] ?? 0
          add(String(repeating: " ", count: before))
          if let text { pieces.append(.text(text)) }
          if column + 1 < row.count { add(String(repeating: " ", count: free - before)) }
        }
      }
    }
    return pieces
  }

  private func alignment(of column: Int) -> ShownText.Table.Alignment {
    column < table.alignments.count ? table.alignments[column] : .left
  }

  /// The bytes of a row of a cell, without the blanks at its end.
  private static func trimmed(_ rows: TextRows, _ row: Int, at offset: Int) -> Range<Int> {
    let range = rows.range(of: row)
    let text = rows.text.utf8
    var end = range.upperBound
    while end > range.lowerBound, text[text.index(text.startIndex, offsetBy: end - 1)] == 0x20 { end -= 1 }
    return range.lowerBound + offset..<end + offset
  }
}
