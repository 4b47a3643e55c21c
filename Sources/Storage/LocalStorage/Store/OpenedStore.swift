public import ChatDomain

/// An opened store and its condition.
public struct OpenedStore: Sendable {
  /// Can be read in any case, and written if the profile is this session's and nothing is in the way.
  public let store: SQLiteStore
  /// Whether another session has the profile, so that a person can be told.
  public let ownership: Ownership
  /// The damage to the store found on opening; nil if there was none.
  public let recovery: Recovery?
  /// The damage to the log of what was typed last; nil if there was none.
  public let logRecovery: Recovery?
  /// Why the store can only be read, such as a full or read-only disk; nil if it can be written.
  public let trouble: StoreError?

  /// Who may write to the profile.
  public enum Ownership: Hashable, Sendable {
    /// This session owns the profile; no other writes.
    case owned
    /// Another session owns it: here the store can be read, but stores nothing.
    case readOnly(owner: ProfileOwner)
  }
}
