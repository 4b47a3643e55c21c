package import ChatDomain
import DraftEngine

/// Looks up users and channels to mention, at the service and among those that the client knows.
package final class SuggestionLookup {
  private let service: any ChatService
  /// The users and channels that can be suggested without a request.
  package let cache: SuggestionCache
  /// The members that typed names can mean; every answer about members of a channel is recorded here.
  package let roster: MemberRoster

  init(service: any ChatService, cache: SuggestionCache, roster: MemberRoster) {
    self.service = service
    self.cache = cache
    self.roster = roster
  }

  /// Fails only if the service fails and no known user matches.
  package func people(_ query: String, in scope: UserScope, limit: Int) async throws(ChatError)
    -> [Suggestion]
  {
    let me = service.currentUser.id
    // In a channel without members yet, every user can be suggested.
    let scope = if case .members(let place) = scope, place.isOnDevice { UserScope.everywhere } else { scope }
    let ranking = SuggestionRanking(query: query)
    let answer: Result<[User], ChatError>
    // One more than are shown: the current user may be among them and comes last.
    do {
      let users = try await service.users(matching: query, in: scope, limit: limit + 1)
      if case .members(let channelId) = scope {
        for user in users { cache.remember(user, in: channelId) }
        roster.record(users, answering: query, isComplete: users.count <= limit, in: channelId)
      }
      answer = .success(users)
    } catch {
      answer = .failure(error)
    }
    let everyone = everyone(query, in: scope)
    do throws(ChatError) {
      let people = try ranked(
        answer.map { $0.map { Suggestion($0, currentUser: me) } }, with: cache.people(in: scope), ranking,
        limit: limit)
      // A mention of everyone notifies all members, so it comes first only once it is typed in full.
      return UserID.everyone.rawValue == "@" + query.lowercased() ? everyone + people : people + everyone
    } catch {
      guard everyone.isEmpty else { return everyone }
      throw error
    }
  }

  /// The suggestion to mention everyone, once the beginning of that name is typed, if the user may mention everyone. None in a
  /// direct channel.
  private func everyone(_ query: String, in scope: UserScope) -> [Suggestion] {
    guard case .members(let channel) = scope, !query.isEmpty, cache.type(of: channel) != .direct,
      UserID.everyone.rawValue.hasPrefix("@" + query.lowercased()),
      service.refusal(of: .mentionEverybody, in: channel) == nil
    else { return [] }
    return [Suggestion(.everyone, currentUser: service.currentUser.id)]
  }

  package func channels(_ query: String, limit: Int) async throws(ChatError) -> [Suggestion] {
    let answer: Result<[Channel], ChatError>
    do {
      let channels = try await service.channels(matching: query, limit: limit)
      for channel in channels { cache.remember(channel) }
      // Others cannot join a direct conversation, and its name is an id.
      answer = .success(channels.filter { $0.type != .direct })
    } catch {
      answer = .failure(error)
    }
    return try ranked(
      answer.map { $0.map { Suggestion($0) } }, with: cache.channels,
      SuggestionRanking(query: query),
      limit: limit)
  }

  private func ranked(
    _ answer: Result<[Suggestion], ChatError>, with known: [Suggestion], _ ranking: SuggestionRanking,
    limit: Int
  ) throws(ChatError) -> [Suggestion] {
    switch answer {
    case .success(let found): return ranking.ranked(found: found, known: known, limit: limit)
    case .failure(let error):
      let result = ranking.ranked(found: [], known: known, limit: limit)
      if result.isEmpty { throw error }
      return result
    }
  }
}

/// Orders suggestions: first those that begin with the query, then those with a word that does, then those that contain
/// it; among equals the shorter first, then alphabetically. The current user comes last.
nonisolated struct SuggestionRanking {
  private let query: FoldedText

  init(query: String) { self.query = FoldedText(query) }

  /// The rank, after all matches, of results that do not match here: only the service knows why it returned them.
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
