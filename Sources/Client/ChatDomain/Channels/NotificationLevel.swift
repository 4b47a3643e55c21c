/// Which new messages of a channel call for a person.
public enum NotificationLevel: String, Hashable, Sendable, CaseIterable {
  /// All of them.
  case all
  /// Those that mention the person; the rest is merely new.
  case mentions
  /// None, not even one that mentions the person.
  case nothing
}
