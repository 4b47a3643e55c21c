import ChatDomain

/// A store that was opened, and what has to be said about it.
public struct OpenedStore: Sendable {
  public let store: SQLiteStore
  public let ownership: Ownership
  /// What was found damaged on opening; nil: nothing.
  public let recovery: Recovery?

  public enum Ownership: Hashable, Sendable {
    /// Nobody else writes.
    case owned
    /// Somebody else does: here the store can be read, and keeps nothing.
    case readOnly(owner: ProfileOwner)
  }
}

/// A damaged file was set aside, and what could be read of it is in a new one.
public struct Recovery: Hashable, Sendable {
  /// Where the damaged file is now.
  public let setAsideAs: String
  /// How many things of each kind are in the new file.
  public var drafts = 0
  public var historyEntries = 0
  public var outboxEntries = 0
  /// How many places were found that could not be read. Each may have been one thing or many.
  public var unreadable = 0
}
