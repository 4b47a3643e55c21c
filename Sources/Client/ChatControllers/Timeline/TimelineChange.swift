public import ChatDomain

/// One change in a list of messages.
public nonisolated enum TimelineChange: Hashable, Sendable {
  /// A message is shown that was not.
  case inserted(MessageID)
  /// The content of a message changed.
  case updated(MessageID)
  /// A message is no longer shown.
  case removed(MessageID)
  /// A pending message has arrived and now has the service's id.
  case arrived(MessageID, as: MessageID)
  /// A page was loaded, which added this many messages before the existing ones.
  case loadedOlder(Int)
  /// A page was loaded, which added this many messages after the existing ones.
  case loadedNewer(Int)
  /// The list was replaced: it now has the newest messages, or those around one of them.
  case reloaded
}

extension TimelineChange: Reloadable {}
