import ChatDomain

/// Which ranks of a list make up a page.
enum ListWindow {
  /// The ranks of a page of at most `limit` around a rank, filled up from the other side where one side is short.
  static func around(_ rank: Int, limit: Int, of count: Int) -> Range<Int> {
    let start = max(0, min(rank - limit / 2, count - limit))
    return start..<min(count, start + limit)
  }

  /// The last ones of a list that ends at a rank.
  static func before(_ rank: Int, limit: Int) -> Range<Int> { max(0, rank - limit)..<rank }

  /// The first ones of a list that begins at a rank.
  static func from(_ rank: Int, limit: Int, of count: Int) -> Range<Int> {
    rank..<min(count, max(rank, rank + limit))
  }
}
