import ChatDomain

/// Computes the ranks of a page within a list.
enum ListWindow {
  /// The ranks of a page of at most `limit` around a rank, filled up from the other side if one side is short.
  static func around(_ rank: Int, limit: Int, of count: Int) -> Range<Int> {
    let start = max(0, min(rank - limit / 2, count - limit))
    return start..<min(count, start + limit)
  }

  /// The last ranks of a list that ends at a rank.
  static func before(_ rank: Int, limit: Int) -> Range<Int> { max(0, rank - limit)..<rank }

  /// The first ranks of a list that begins at a rank.
  static func from(_ rank: Int, limit: Int, of count: Int) -> Range<Int> {
    rank..<min(count, max(rank, rank + limit))
  }
}
