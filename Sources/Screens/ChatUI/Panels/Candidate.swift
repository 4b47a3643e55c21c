import ChatDomain

/// A row and the texts that it is matched by.
nonisolated struct Candidate<ID: Hashable> {
  let item: PanelItem<ID>
  let texts: [FoldedText]

  init(_ item: PanelItem<ID>, _ texts: [String]) {
    self.item = item
    self.texts = texts.map { FoldedText($0) }
  }
}

nonisolated extension FuzzyMatch {
  /// The matching rows, best first; equally good ones keep their order.
  func ranked<ID>(_ candidates: [Candidate<ID>], limit: Int = .max) -> [PanelItem<ID>] {
    if isEmpty { return candidates.prefix(limit).map(\.item) }
    var found: [(score: Int, index: Int)] = []
    for index in candidates.indices {
      if let score = best(of: candidates[index], atLeast: .scattered) { found.append((score, index)) }
    }
    found.sort { ($0.score, $1.index) > ($1.score, $0.index) }
    return found.prefix(limit).map { candidates[$0.index].item }
  }

  /// The rows that contain the query, in their own order: for lists sorted by time, and for long texts, in which
  /// scattered letters always match.
  func filtered<ID>(_ candidates: [Candidate<ID>]) -> [PanelItem<ID>] {
    candidates.compactMap { best(of: $0, atLeast: .inside) == nil ? nil : $0.item }
  }

  private func best<ID>(of candidate: Candidate<ID>, atLeast least: Fit) -> Int? {
    if isEmpty { return 0 }
    var best: Int?
    for text in candidate.texts {
      if let score = score(text, atLeast: least) { best = max(best ?? score, score) }
    }
    return best
  }
}
