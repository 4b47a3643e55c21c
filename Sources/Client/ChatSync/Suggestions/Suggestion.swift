package import ChatDomain
package import DraftEngine

/// A user or channel that could be mentioned.
package nonisolated struct Suggestion: Hashable, Sendable {
  /// The text of the mention: a user's display name, a channel's name with `#` in front.
  package let replacement: String
  package let target: MentionTarget
  /// The folded text that is matched.
  package let name: FoldedText
  package let id: FoldedText
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
