import ChatDomain
import DraftEngine

/// The users and channels seen so far, so that they can be suggested at once and without a connection.
final class SuggestionCache {
  /// Beyond this number, the newcomers of a very large place are left to the service.
  private static let limit = 5000

  private let currentUser: UserID
  private var users: [UserID: (user: User, suggestion: Suggestion)] = [:]
  private var members: [ChannelID: Set<UserID>] = [:]
  private var known: [ChannelID: (channel: Channel, suggestion: Suggestion)] = [:]
  private var types: [ChannelID: ChannelType] = [:]
  private var subscription: Subscription?

  init(currentUser: UserID, board: NoticeBoard) {
    self.currentUser = currentUser
    subscription = board.subscribe(skippingDrafts: true) { [weak self] notice in
      if case .event(let event) = notice { self?.remember(event) }
    }
  }

  func people(in scope: UserScope) -> [Suggestion] {
    switch scope {
    case .everywhere: users.values.map(\.suggestion)
    case .members(let channelId): (members[channelId] ?? []).compactMap { users[$0]?.suggestion }
    }
  }

  var channels: [Suggestion] { known.values.map(\.suggestion) }

  /// Remembers a user, and that they are in a channel.
  func remember(_ user: User, in channelId: ChannelID) {
    if users[user.id] == nil, users.count >= Self.limit { return }
    if users[user.id]?.user != user { users[user.id] = (user, Suggestion(user, currentUser: currentUser)) }
    members[channelId, default: []].insert(user.id)
  }

  /// The type of a channel, as far as known.
  func type(of channelId: ChannelID) -> ChannelType? { types[channelId] }

  /// Remembers a channel; direct channels cannot be referenced.
  func remember(_ channel: Channel) {
    types[channel.id] = channel.type
    guard channel.type != .direct else { return }
    if known[channel.id] == nil, known.count >= Self.limit { return }
    if known[channel.id]?.channel != channel { known[channel.id] = (channel, Suggestion(channel)) }
  }

  private func remember(_ event: ChatEvent) {
    switch event {
    case .messageCreated(let message) where message.kind == .regular:
      remember(message.author, in: message.channelId)
    case .memberJoined(let membership): remember(membership.user, in: membership.channelId)
    case .memberLeft(let channelId, let userId): members[channelId]?.remove(userId)
    case .typing(let event): remember(event.user, in: event.channelId)
    case .channelUpdated(let channel): remember(channel)
    default: break
    }
  }
}
