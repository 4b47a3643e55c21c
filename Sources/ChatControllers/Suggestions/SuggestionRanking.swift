import ChatDomain
import DraftEngine

/// Puts what could be mentioned in order: what begins like the query, then what has a word that does, then what holds
/// it; of those the shorter, then by alphabet. Whoever types comes last.
nonisolated struct SuggestionRanking {
  private let query: FoldedText

  init(query: String) { self.query = FoldedText(query) }

  /// Behind all that fits: only the service knows why it does.
  private static let unknown = FoldedText.Fit.inside.rawValue + 1

  /// - Parameters:
  ///   - found: what the service gave; it is kept even when this client sees no likeness.
  ///   - known: what the client knows; kept only when it fits.
  func ranked(found: [Suggestion], known: [Suggestion], limit: Int) -> [Suggestion] {
    var seen: Set<MentionTarget> = []
    var entries: [(suggestion: Suggestion, fit: Int)] = []
    for suggestion in found where seen.insert(suggestion.target).inserted {
      entries.append((suggestion, fit(of: suggestion)))
    }
    for suggestion in known where !seen.contains(suggestion.target) {
      let fit = fit(of: suggestion)
      guard fit < Self.unknown else { continue }
      seen.insert(suggestion.target)
      entries.append((suggestion, fit))
    }
    entries.sort { Self.areInOrder($0, $1) }
    return entries.prefix(limit).map(\.suggestion)
  }

  /// How well something fits, the best lowest.
  private func fit(of suggestion: Suggestion) -> Int {
    min(fit(of: suggestion.name), fit(of: suggestion.id))
  }

  private func fit(of text: FoldedText) -> Int { text.fit(query)?.fit.rawValue ?? Self.unknown }

  /// Total, so that the same people always stand in the same order.
  private static func areInOrder(
    _ left: (suggestion: Suggestion, fit: Int), _ right: (suggestion: Suggestion, fit: Int)
  ) -> Bool {
    let one = left.suggestion
    let other = right.suggestion
    if one.isSelf != other.isSelf { return other.isSelf }
    if left.fit != right.fit { return left.fit < right.fit }
    if one.name.bytes.count != other.name.bytes.count {
      return one.name.bytes.count < other.name.bytes.count
    }
    if one.name != other.name { return one.name < other.name }
    return one.id < other.id
  }
}
