import ChatDomain
import DraftEngine

/// Looks up users and channels that could be mentioned: at the service, and among those the client knows.
final class SuggestionLookup {
  private let service: any ChatService
  /// The users and channels that can be suggested without a request.
  let cache: SuggestionCache
  /// The members that typed names can mean; every answer about members of a channel is recorded here.
  let roster: MemberRoster

  init(service: any ChatService, cache: SuggestionCache, roster: MemberRoster) {
    self.service = service
    self.cache = cache
    self.roster = roster
  }

  /// Fails only if the service fails and no known user matches.
  func people(_ query: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [Suggestion] {
    let me = service.currentUser.id
    // Where nobody is yet, everybody can be meant.
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
    return try ranked(
      answer.map { $0.map { Suggestion($0, currentUser: me) } }, with: cache.people(in: scope),
      ranking,
      limit: limit)
  }

  func channels(_ query: String, limit: Int) async throws(ChatError) -> [Suggestion] {
    let answer: Result<[Channel], ChatError>
    do {
      let channels = try await service.channels(matching: query, limit: limit)
      for channel in channels { cache.remember(channel) }
      // Nobody else can go to a direct conversation, and its name is an id.
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
