package import ChatDomain
package import DraftEngine

/// The users and channels seen so far, so that they can be suggested at once and without a connection.
package final class SuggestionCache {
  /// The maximum number of cached users, and of cached channels. Others are suggested only by the service.
  private static let limit = 5000

  private let currentUser: UserID
  private var users: [UserID: (user: User, suggestion: Suggestion)] = [:]
  private var members: [ChannelID: Set<UserID>] = [:]
  private var known: [ChannelID: (channel: Channel, suggestion: Suggestion)] = [:]
  private var types: [ChannelID: ChannelType] = [:]
  /// The words of all names; nil until first requested.
  private var nameWords: Set<FoldedText>?
  private var subscription: Subscription?

  init(currentUser: UserID, board: NoticeBoard) {
    self.currentUser = currentUser
    subscription = board.subscribe { [weak self] notice in
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
  package func remember(_ user: User, in channelId: ChannelID) {
    if users[user.id] == nil, users.count >= Self.limit { return }
    if users[user.id]?.user != user {
      let suggestion = Suggestion(user, currentUser: currentUser)
      users[user.id] = (user, suggestion)
      nameWords?.formUnion(suggestion.words)
    }
    members[channelId, default: []].insert(user.id)
  }

  /// The type of a channel, as far as known.
  package func type(of channelId: ChannelID) -> ChannelType? { types[channelId] }

  /// Remembers a channel; direct channels cannot be referenced.
  package func remember(_ channel: Channel) {
    types[channel.id] = channel.type
    guard channel.type != .direct else { return }
    if known[channel.id] == nil, known.count >= Self.limit { return }
    if known[channel.id]?.channel != channel {
      let suggestion = Suggestion(channel)
      known[channel.id] = (channel, suggestion)
      nameWords?.formUnion(suggestion.words)
    }
  }

  /// Whether a word is part of the name or id of a user, or of the name of a channel.
  package func hasName(with word: String) -> Bool {
    let words =
      nameWords
      ?? Set((users.values.map(\.suggestion) + known.values.map(\.suggestion)).flatMap(\.words))
    nameWords = words
    return words.contains(FoldedText(word))
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

nonisolated extension Suggestion {
  /// The words of its name, and of a person's id up to the server.
  fileprivate var words: [FoldedText] {
    var text = replacement
    if case .user(let id) = target { text += " " + id.prefix { $0 != ":" } }
    return text.split { !$0.isLetter && $0 != "'" }.map { FoldedText(String($0)) }
  }
}

/// A user or channel that could be mentioned.
package nonisolated struct Suggestion: Hashable, Sendable {
  /// The text of the mention: a user's display name, a channel's name with `#` in front.
  package let replacement: String
  package let target: MentionTarget
  /// The folded text that is matched.
  let name: FoldedText
  let id: FoldedText
  /// Whether it is the current user.
  let isSelf: Bool

  init(_ user: User, currentUser: UserID) {
    replacement = user.displayName
    target = .user(userId: user.id.rawValue)
    name = FoldedText(user.displayName)
    id = FoldedText(user.id.rawValue)
    isSelf = user.id == currentUser
  }

  init(_ channel: Channel) {
    let name = channel.displayName
    replacement = name.hasPrefix("#") ? name : "#" + name
    target = .channel(channelId: channel.id.rawValue)
    self.name = FoldedText(name)
    id = FoldedText(channel.id.rawValue)
    isSelf = false
  }
}
