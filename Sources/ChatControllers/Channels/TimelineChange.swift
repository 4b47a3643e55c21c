public import ChatDomain

/// One thing that became different in a list of messages.
public nonisolated enum TimelineChange: Hashable, Sendable {
  case inserted(MessageID)
  case updated(MessageID)
  case removed(MessageID)
  /// A message that was on its way has arrived and has the id of the service now.
  case arrived(MessageID, as: MessageID)
  /// A page was loaded, with so many messages that were not there.
  case loadedOlder(Int)
  case loadedNewer(Int)
  /// The list is another one: the newest messages, or those around one of them.
  case reloaded
}
