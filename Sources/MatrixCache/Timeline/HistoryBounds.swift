/// How much of the rooms' history is kept.
package struct HistoryBounds: Hashable, Sendable {
  /// So many events of a room at most.
  package let perRoom: Int
  /// So many events of all rooms.
  package let total: Int

  package init(perRoom: Int, total: Int) {
    self.perRoom = perRoom
    self.total = total
  }

  /// Years of most rooms, in less than 200 MB.
  package static let usual = HistoryBounds(perRoom: 5_000, total: 100_000)

  /// So many are kept of each room, however many rooms there are: what a screen shows, and what is above it.
  private static let fewest = 300

  /// How many events of a room are kept so that all together are within the bounds. The fullest rooms give first.
  package func kept(_ counts: some Collection<Int>) -> Int {
    var kept = perRoom
    while kept > Self.fewest, counts.reduce(0, { $0 + min($1, kept) }) > total { kept /= 2 }
    return max(kept, min(Self.fewest, perRoom))
  }
}
