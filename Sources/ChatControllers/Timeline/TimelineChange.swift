public import ChatDomain

/// One change in a list of messages.
public nonisolated enum TimelineChange: Hashable, Sendable {
  case inserted(MessageID)
  case updated(MessageID)
  case removed(MessageID)
  /// A pending message has arrived and now has the service's id.
  case arrived(MessageID, as: MessageID)
  /// A page was loaded with this many new messages.
  case loadedOlder(Int)
  case loadedNewer(Int)
  /// The list was replaced: it now has the newest messages, or those around one of them.
  case reloaded
}

extension TimelineChange: Reloadable {}
