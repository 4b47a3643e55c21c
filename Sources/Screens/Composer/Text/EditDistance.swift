nonisolated extension String {
  /// The edit distance to another name: the fewest insertions, deletions, replacements and swaps of neighbours. Only
  /// the first 64 letters count.
  package func editDistance(to other: String) -> Int {
    // Texts this long are not mistyped names.
    let (own, other) = (Array(prefix(64)), Array(other.prefix(64)))
    var before: [Int] = []
    var above = Array(0...other.count)
    for row in own.indices {
      var line = [row + 1]
      for column in other.indices {
        var best = Swift.min(
          above[column] + (own[row] == other[column] ? 0 : 1), above[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, own[row] == other[column - 1], own[row - 1] == other[column] {
          best = Swift.min(best, before[column - 1] + 1)
        }
        line.append(best)
      }
      (before, above) = (above, line)
    }
    return above[other.count]
  }
}
