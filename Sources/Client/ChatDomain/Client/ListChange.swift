/// One change in a list. Its indices are valid after all earlier changes were applied.
public enum ListChange<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A row was inserted at an index.
  case inserted(ID, at: Int)
  /// The content of a row changed; the row did not move.
  case updated(ID, at: Int)
  /// A row moved: it was removed at the first index and then inserted at the second. Its content may have changed too.
  case moved(ID, from: Int, to: Int)
  /// The row at an index was removed.
  case removed(ID, at: Int)
  /// The list was replaced.
  case reloaded
}

/// One change in a list of messages.
public enum TimelineChange: Hashable, Sendable {
  /// A message was added to the list.
  case inserted(MessageID)
  /// The content of a message changed.
  case updated(MessageID)
  /// A message is no longer shown.
  case removed(MessageID)
  /// A pending message reached the service and has the service's id now.
  case arrived(MessageID, as: MessageID)
  /// A page was loaded: the given number of messages was added before the existing ones.
  case loadedOlder(Int)
  /// A page was loaded: the given number of messages was added after the existing ones.
  case loadedNewer(Int)
  /// The list was replaced: it now has the newest messages, or those around one of them.
  case reloaded
}
