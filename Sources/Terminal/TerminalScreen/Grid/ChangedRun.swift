/// Adjacent changed letters of the same style, or a single other glyph.
public struct ChangedRun: Sendable {
  /// The columns of the letters; for another glyph, even a wide one, only its first column.
  public let columns: Range<Int>
  /// The style without the link, as a number: equal for equal looks.
  public let styleBits: UInt64
  /// Whether the colours are those of pixels, and not of text that must be readable.
  public let showsPixels: Bool
  /// Whether the letters are in `ChangedRuns.letters`; otherwise the cell has to be read.
  public let holdsLetters: Bool
}

/// The parts of a row that must be written.
public struct ChangedRuns: Sendable {
  public private(set) var runs: [ChangedRun] = []
  /// Each letter of the runs at its column, as a number, because C has no `Unicode.Scalar`. Other elements are left over from
  /// earlier rows.
  public private(set) var letters: [UInt32] = []

  public init() {}

  /// Whether a run is a placed glyph.
  ///
  /// Checked here, and not by the painter, where a main-actor closure would check its isolation for each run.
  ///
  /// - Parameter cells: the row that was listed.
  public func hasPlacedGlyph(in cells: [Cell]) -> Bool {
    runs.contains { !$0.holdsLetters && cells[$0.columns.lowerBound].isPlaced }
  }

  /// Lists the cells that have changed, except for the second halves of wide glyphs. Replaces the previous list.
  ///
  /// - Parameters:
  ///   - before: the previous row; empty if everything has to be written.
  ///   - range: the columns that can contain changes.
  ///   - end: glyphs that extend beyond this column are omitted.
  mutating func list(
    _ cells: UnsafeBufferPointer<Cell>, since before: UnsafeBufferPointer<Cell>, in range: Range<Int>,
    end: Int
  ) {
    runs.removeAll(keepingCapacity: true)
    if letters.count < cells.count { letters = Array(repeating: 0, count: cells.count) }
    func isChanged(_ column: Int) -> Bool { column >= before.count || before[column] != cells[column] }
    letters.withUnsafeMutableBufferPointer { letters in
      var column = range.lowerBound
      while column < range.upperBound {
        let (first, cell) = (column, cells[column])
        column += 1
        guard cell.width > 0, first + cell.width <= end, isChanged(first) else { continue }
        let letter = cell.narrowScalar
        if let letter {
          letters[first] = letter
          while column < range.upperBound, cells[column].hasLooks(of: cell), isChanged(column),
            let letter = cells[column].narrowScalar
          {
            letters[column] = letter
            column += 1
          }
        }
        runs.append(
          ChangedRun(
            columns: first..<column, styleBits: cell.styleBits, showsPixels: cell.showsPixels,
            holdsLetters: letter != nil))
      }
    }
  }
}
