import ChatDomain
import DraftEngine

/// Puts what could be mentioned in order: what begins like the query, then what has a word that does, then what holds
/// it; of those the shorter, then by alphabet. Whoever types comes last.
nonisolated struct SuggestionRanking {
  private let query: FoldedText

  init(query: String) { self.query = FoldedText(query) }

  /// How well something fits, the best first.
  enum Fit: Int, Comparable {
    case prefix, wordPrefix, substring
    /// Only the service knows why.
    case unknown

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  /// - Parameters:
  ///   - found: what the service gave; it is kept even when this client sees no likeness.
  ///   - known: what the client knows; kept only when it fits.
  func ranked(found: [Suggestion], known: [Suggestion], limit: Int) -> [Suggestion] {
    var seen: Set<MentionTarget> = []
    var entries: [(suggestion: Suggestion, fit: Fit)] = []
    for suggestion in found where seen.insert(suggestion.target).inserted {
      entries.append((suggestion, fit(of: suggestion)))
    }
    for suggestion in known where !seen.contains(suggestion.target) {
      let fit = fit(of: suggestion)
      guard fit != .unknown else { continue }
      seen.insert(suggestion.target)
      entries.append((suggestion, fit))
    }
    entries.sort { Self.areInOrder($0, $1) }
    return entries.prefix(limit).map(\.suggestion)
  }

  func fit(of suggestion: Suggestion) -> Fit { min(fit(of: suggestion.name), fit(of: suggestion.id)) }

  private func fit(of text: FoldedText) -> Fit {
    if query.isEmpty { return .prefix }
    var best = Fit.unknown
    for place in text.occurrences(of: query) {
      if place == 0 { return .prefix }
      best = text.isWordStart(place) ? .wordPrefix : min(best, .substring)
      if best == .wordPrefix { break }
    }
    return best
  }

  /// Total, so that the same people always stand in the same order.
  private static func areInOrder(
    _ left: (suggestion: Suggestion, fit: Fit), _ right: (suggestion: Suggestion, fit: Fit)
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
