public import TerminalScreen

/// What must be written so that one frame becomes another: runs of cells, row by row from left to right.
///
/// A run begins and ends between the new frame's glyphs, so that half of a wide one is never written.
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
  ///   - old: What is shown; nil if nobody knows. A frame of another size is as good as nil.
  ///   - gap: how many equal cells between two runs are written again, where going past them would cost more.
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
  /// How many cells are written.
  public var cellCount: Int { runs.reduce(0) { $0 + $1.columns.count } }

  private static func glyph(at offset: Int, in row: [Cell]) -> Range<Int> {
    switch row[offset].width {
    case 0: offset - 1..<offset + 1
    case 2: offset..<offset + 2
    default: offset..<offset + 1
    }
  }

  /// How cells are compared: the same link may have another number in another frame, and the same number another link.
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
  /// Where a link leads; nil for none, and for a number that the frame does not have.
  public func address(of link: LinkID?) -> String? {
    guard let link, Int(link.index) < links.count else { return nil }
    return links[Int(link.index)]
  }
}

extension Grid {
  /// A grid that can be read in a test, as wide as its widest line.
  public init(lines: String..., style: Style = .plain) {
    let texts = lines.map { ScreenText($0) }
    self.init(Size(columns: texts.map(\.width).max() ?? 0, rows: texts.count), style: style)
    for (row, text) in texts.enumerated() { put(text, at: Position(column: 0, row: row), in: bounds, style) }
  }

  /// Its rows as text, the spaces at their ends included.
  public var lines: [String] { (0..<size.rows).map { row($0).map(\.text).joined() } }

  /// Where a wide glyph lacks its second cell, or a second cell its glyph: nowhere, or the grid is broken.
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
