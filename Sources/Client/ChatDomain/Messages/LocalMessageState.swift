/// The work that a device has yet to do for one of the user's own messages.
///
/// `pendingSend → sending → nil | sendingFailed`, `pendingSync → syncing → nil | syncingFailed`,
/// `deleting → nil | deletingFailed`.
public enum LocalMessageState: String, Hashable, Sendable, CaseIterable {
  /// It waits for its turn, for the connection, or for its files.
  case pendingSend
  /// It is on its way.
  case sending
  /// The service refused it. It stays, with its reason, until it is sent again or given up.
  case sendingFailed
  /// An edit waits to be sent.
  case pendingSync
  /// An edit is on its way.
  case syncing
  /// The service refused an edit, which stays until it is tried again or given up.
  case syncingFailed
  /// Its deletion waits or is on its way.
  case deleting
  /// The service refused to delete it.
  case deletingFailed

  /// Whether nothing more happens until the user asks for it.
  public var isFailed: Bool {
    switch self {
    case .sendingFailed, .syncingFailed, .deletingFailed: true
    case .pendingSend, .sending, .pendingSync, .syncing, .deleting: false
    }
  }
}
