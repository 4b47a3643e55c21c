/// The work that a device has yet to do for one of the user's own messages.
///
/// `pendingSend → sending → nil | sendingFailed`, `pendingSync → syncing → nil | syncingFailed`,
/// `deleting → nil | deletingFailed`.
public enum LocalMessageState: String, Hashable, Sendable, CaseIterable {
  case pendingSend
  case sending
  case sendingFailed
  case pendingSync
  case syncing
  case syncingFailed
  case deleting
  case deletingFailed

  /// Whether nothing more happens until the user asks for it.
  public var isFailed: Bool {
    switch self {
    case .sendingFailed, .syncingFailed, .deletingFailed: true
    case .pendingSend, .sending, .pendingSync, .syncing, .deleting: false
    }
  }
}
