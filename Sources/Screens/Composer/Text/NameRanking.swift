import ChatDomain

/// Ranks names by how well they match a query: names that start with it, then names with a word that does, then names that
/// contain it. Among equal matches shorter names come first, and then the order of the table decides.
package nonisolated struct NameRanking {
  private let query: FoldedText

  package init(_ query: String) { self.query = FoldedText(query) }

  /// The best name of an item decides. Items that do not match are left out.
  package func ranked<Item>(_ items: [Item], limit: Int, by names: (Item) -> [String]) -> [Item] {
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
    // Stable, so that equal matches keep the order of the table.
    let order = found.indices.sorted {
      (found[$0].fit, found[$0].length, $0) < (found[$1].fit, found[$1].length, $1)
    }
    return order.prefix(limit).map { found[$0].item }
  }

  /// Whether a name matches.
  func fits(_ name: String) -> Bool { FoldedText(name).contains(query) }
}
