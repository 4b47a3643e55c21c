import ChatDomain
import DraftEngine

/// Orders suggestions: first those that begin with the query, then those with a word that does, then those that contain
/// it; among equals the shorter first, then alphabetically. The current user comes last.
nonisolated struct SuggestionRanking {
  private let query: FoldedText

  init(query: String) { self.query = FoldedText(query) }

  /// After all matches: only the service knows why it returned them.
  private static let unknown = FoldedText.Fit.inside.rawValue + 1

  /// - Parameters:
  ///   - found: the service's results; kept even if they do not match here.
  ///   - known: the client's own; kept only if they match.
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

  /// The match quality, the best lowest.
  private func fit(of suggestion: Suggestion) -> Int {
    min(fit(of: suggestion.name), fit(of: suggestion.id))
  }

  private func fit(of text: FoldedText) -> Int { text.fit(query)?.fit.rawValue ?? Self.unknown }

  /// A total order, so that the same users are always in the same order.
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
