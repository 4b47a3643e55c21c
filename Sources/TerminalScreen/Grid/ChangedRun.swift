/// Letters beside each other that are others than before and look the same; or a single cell that holds no such letter.
public struct ChangedRun: Sendable {
  /// The column of the first one.
  public let column: Int
  /// Their style without the link, as a number: equal for equal looks.
  public let styleBits: UInt64
  /// Whether its colours are those of pixels, and not of words that have to be read.
  public let showsPixels: Bool
  /// Where its letters are among those of all runs; empty for a cell that has to be looked at by itself.
  public fileprivate(set) var letters: Range<Int>
}

/// What is to be written of a row.
public struct ChangedRuns: Sendable {
  public private(set) var runs: [ChangedRun] = []
  /// The letters of all runs, each of which takes one column in every terminal and for every C library.
  public private(set) var letters: [UInt32] = []

  public init() {}

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    letters.removeAll(keepingCapacity: true)
  }

  /// Begins a run with a cell, whose letter has still to be appended if it holds one.
  mutating func begin(_ cell: Cell, column: Int) {
    end()
    runs.append(
      ChangedRun(
        column: column, styleBits: cell.styleBits, showsPixels: cell.showsPixels,
        letters: letters.count..<letters.count))
  }

  mutating func append(_ letter: UInt32) { letters.append(letter) }

  /// Ends the last run.
  mutating func end() {
    guard let last = runs.last else { return }
    runs[runs.count - 1].letters = last.letters.lowerBound..<letters.count
  }
}
