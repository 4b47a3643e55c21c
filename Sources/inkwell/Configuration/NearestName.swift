extension String {
  /// The name that was probably meant; nil if none is similar.
  func nearest(of names: [String]) -> String? {
    let near = names.map { (name: $0, distance: lowercased().distance(to: $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, min(count, near.name.count) / 3) else { return nil }
    return near.name
  }

  /// The number of letters to insert, remove, replace or swap with the next.
  private func distance(to other: String) -> Int {
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
