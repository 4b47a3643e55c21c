public import ChatDomain

/// A store that was opened, and what has to be said about it.
public struct OpenedStore: Sendable {
  public let store: SQLiteStore
  public let ownership: Ownership
  /// What was found damaged on opening; nil: nothing.
  public let recovery: Recovery?
  /// Why what was kept can only be read, as on a disk that is full or read-only; nil: nothing is in the way.
  public let trouble: StoreError?

  public enum Ownership: Hashable, Sendable {
    /// Nobody else writes.
    case owned
    /// Somebody else does: here the store can be read, and keeps nothing.
    case readOnly(owner: ProfileOwner)
  }
}
