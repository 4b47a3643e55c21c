/// Which new messages of a channel notify the user.
public enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case all
  /// Messages that mention the user; others only count as new.
  case mentions
  /// None, not even mentions.
  case nothing
}
