import ChatDomain
import DraftEngine

/// Somebody or something that could be mentioned.
nonisolated struct Suggestion: Hashable, Sendable {
  /// What the mention would read: a person's display name, a channel's with `#` in front.
  let replacement: String
  let target: MentionTarget
  /// What is looked at, folded.
  let name: FoldedText
  let id: FoldedText
  /// Whether it is the person who types.
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
