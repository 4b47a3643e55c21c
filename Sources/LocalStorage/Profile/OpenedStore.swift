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
