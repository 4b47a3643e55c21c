import Glibc
public import TerminalScreen

extension Frame {
  /// The address of a link; nil for none and for a number that the frame does not have.
  public func address(of link: LinkID?) -> String? {
    guard let link, Int(link.index) < links.count else { return nil }
    return links[Int(link.index)]
  }
}

extension Grid {
  /// A grid from lines of text, as wide as its widest line.
  public init(lines: String..., style: Style = .plain) {
    let texts = lines.map { ScreenText($0) }
    self.init(Size(columns: texts.map(\.width).max() ?? 0, rows: texts.count), style: style)
    for (row, text) in texts.enumerated() { put(text, at: Position(column: 0, row: row), in: bounds, style) }
  }

  /// The rows as text, including trailing spaces.
  public var lines: [String] { (0..<size.rows).map { row($0).map(\.text).joined() } }

  /// The positions of wide glyphs without their second cell and of second cells without a glyph; empty in a valid
  /// grid.
  public var halfGlyphs: [Position] { (0..<size.rows).flatMap(halfGlyphs(inRow:)) }

  func halfGlyphs(inRow row: Int) -> [Position] {
    let widths = [1] + self.row(row).map(\.width) + [1]
    var columns = (0..<size.columns).filter { (widths[$0] == 2) != (widths[$0 + 1] == 0) }
    if widths[size.columns] == 2 { columns.append(size.columns - 1) }
    return columns.map { Position(column: $0, row: row) }
  }

  /// Whether a row has the same bytes in both grids, which must have the same width.
  func isSame(_ row: Int, as other: Grid) -> Bool {
    cells.withUnsafeBytes { one in
      other.cells.withUnsafeBytes { two in
        guard let one = one.baseAddress, let two = two.baseAddress else { return true }
        let length = size.columns * MemoryLayout<Cell>.stride
        return memcmp(one + row * length, two + row * length, length) == 0
      }
    }
  }
}
