/// Letters beside each other that are others than before and look the same; or a single cell that holds no such letter.
public struct ChangedRun: Sendable {
  /// The column of the first one.
  public let column: Int
  /// Their style without the link, as a number: equal for equal looks.
  public let styleBits: UInt64
  /// Whether its colours are those of pixels, and not of words that have to be read.
  public let showsPixels: Bool
  /// Where its letters are in `ChangedRuns.letters`; empty for a cell that has to be looked at by itself.
  public fileprivate(set) var letterIndices: Range<Int>
}

/// What is to be written of a row.
public struct ChangedRuns: Sendable {
  public private(set) var runs: [ChangedRun] = []
  /// The letters of all runs as numbers: C knows no `Unicode.Scalar`.
  public private(set) var letters: [UInt32] = []

  public init() {}

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
  }

  /// Adds the next changed cell: to the last run, if it goes on there.
  mutating func append(_ cell: Cell, column: Int) {
    let (styleBits, first) = (cell.styleBits, letters.count)
    if let letter = cell.narrowScalar {
      letters.append(letter)
      let last = runs.count - 1
      if last >= 0, !runs[last].letterIndices.isEmpty, runs[last].styleBits == styleBits,
        runs[last].column + runs[last].letterIndices.count == column
      {
        return runs[last].letterIndices = runs[last].letterIndices.lowerBound..<letters.count
      }
    }
    runs.append(
      ChangedRun(
        column: column, styleBits: styleBits, showsPixels: cell.showsPixels,
        letterIndices: first..<letters.count))
  }
}
