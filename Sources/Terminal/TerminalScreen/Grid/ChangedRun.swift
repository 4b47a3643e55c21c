/// Letters beside each other that are others than before and look the same; or a single glyph that is no such letter.
public struct ChangedRun: Sendable {
  /// Where its letters are; of any other glyph the first column alone, also if it is a wide one.
  public let columns: Range<Int>
  /// Their style without the link, as a number: equal for equal looks.
  public let styleBits: UInt64
  /// Whether its colours are those of pixels, and not of words that have to be read.
  public let showsPixels: Bool
  /// Whether its letters are among `ChangedRuns.letters`; otherwise its cell has to be looked at by itself.
  public let holdsLetters: Bool
}

/// What is to be written of a row.
public struct ChangedRuns: Sendable {
  public private(set) var runs: [ChangedRun] = []
  /// Each letter of the runs at its column, as a number: C knows no `Unicode.Scalar`. Elsewhere are leftovers of earlier rows.
  public private(set) var letters: [UInt32] = []

  public init() {}

  /// Whether a run is a placed glyph.
  ///
  /// Asked here, and not by the painter: a closure of the main actor would check for each run that it runs there.
  ///
  /// - Parameter cells: the row that was listed.
  public func hasPlacedGlyph(in cells: [Cell]) -> Bool {
    runs.contains { !$0.holdsLetters && cells[$0.columns.lowerBound].isPlaced }
  }

  /// Lists the cells that are others than before, but for the second halves of wide glyphs. What was listed is gone.
  ///
  /// - Parameters:
  ///   - before: the row as it was; empty if everything is to be written.
  ///   - range: where there are such cells.
  ///   - end: what would go beyond this column is left out.
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
