public import TerminalScreen

/// The runs of cells that turn one frame into another, row by row from left to right.
///
/// A run begins and ends at glyph boundaries of the new frame, so that half of a wide glyph is never written.
public struct FrameDiff: Hashable, Sendable {
  public struct Run: Hashable, Sendable {
    public let row: Int
    public let columns: Range<Int>

    public init(row: Int, columns: Range<Int>) {
      self.row = row
      self.columns = columns
    }
  }

  public let runs: [Run]

  /// - Parameters:
  ///   - old: the frame on the screen; nil if unknown. A frame of another size counts as nil.
  ///   - gap: the number of equal cells between two runs that are rewritten, where moving the cursor would cost more.
  public init(from old: Frame?, to new: Frame, joining gap: Int = 0) {
    let size = new.grid.size
    guard let old, old.grid.size == size else {
      runs = size.columns == 0 ? [] : (0..<size.rows).map { Run(row: $0, columns: 0..<size.columns) }
      return
    }
    let isSame = Self.comparison(of: old, with: new)
    var runs: [Run] = []
    for row in 0..<size.rows {
      let before = old.grid.row(row)
      let after = new.grid.row(row)
      var run: Range<Int>?
      for offset in 0..<size.columns
      where !isSame(before[offset], after[offset]) {
        let changed = Self.glyph(at: offset, in: after)
        if let open = run, changed.lowerBound - open.upperBound <= gap {
          run = open.lowerBound..<max(open.upperBound, changed.upperBound)
        } else {
          if let run { runs.append(Run(row: row, columns: run)) }
          run = changed
        }
      }
      if let run { runs.append(Run(row: row, columns: run)) }
    }
    self.runs = runs
  }

  public var isEmpty: Bool { runs.isEmpty }
  /// The number of cells written.
  public var cellCount: Int { runs.reduce(0) { $0 + $1.columns.count } }

  private static func glyph(at offset: Int, in row: [Cell]) -> Range<Int> {
    switch row[offset].width {
    case 0: offset - 1..<offset + 1
    case 2: offset..<offset + 2
    default: offset..<offset + 1
    }
  }

  /// Compares cells by address, because link numbers are local to a frame.
  private static func comparison(of old: Frame, with new: Frame) -> (Cell, Cell) -> Bool {
    if old.links == new.links { return { $0 == $1 } }
    return { before, after in
      var (left, right) = (before, after)
      (left.style.link, right.style.link) = (nil, nil)
      return left == right && old.address(of: before.style.link) == new.address(of: after.style.link)
    }
  }
}

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
  public var halfGlyphs: [Position] {
    var found: [Position] = []
    for row in 0..<size.rows {
      let widths = [1] + self.row(row).map(\.width) + [1]
      for column in 0..<size.columns where (widths[column] == 2) != (widths[column + 1] == 0) {
        found.append(Position(column: column, row: row))
      }
      if widths[size.columns] == 2 { found.append(Position(column: size.columns - 1, row: row)) }
    }
    return found
  }
}
