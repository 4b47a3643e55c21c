import ChatDomain

/// Puts names in order by how well they fit what was typed: those that begin like it, then those with a word that
/// does, then those that hold it; of these the shorter, then as they stand in their table.
nonisolated struct NameRanking {
  private let query: FoldedText

  init(_ query: String) { self.query = FoldedText(query) }

  /// The best names of an item decide; an item that does not fit is left out.
  func ranked<Item>(_ items: [Item], limit: Int, by names: (Item) -> [String]) -> [Item] {
    if query.isEmpty { return Array(items.prefix(limit)) }
    var found: [(item: Item, fit: FoldedText.Fit, length: Int)] = []
    for item in items {
      var best: (fit: FoldedText.Fit, length: Int)?
      for name in names(item) {
        guard let fit = FoldedText(name).fit(query)?.fit else { continue }
        let length = name.utf8.count
        if let known = best, known <= (fit, length) { continue }
        best = (fit, length)
      }
      if let best { found.append((item, best.fit, best.length)) }
    }
    // Stable, so that what fits alike keeps the order of its table.
    let order = found.indices.sorted {
      (found[$0].fit, found[$0].length, $0) < (found[$1].fit, found[$1].length, $1)
    }
    return order.prefix(limit).map { found[$0].item }
  }

  /// Whether something fits at all.
  func fits(_ name: String) -> Bool { FoldedText(name).contains(query) }

}
