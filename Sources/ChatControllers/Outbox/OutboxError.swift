public import ChatDomain

/// Why something that was to be said, changed or taken back did not come about.
public nonisolated enum OutboxError: Error, Hashable, Sendable {
  /// The service refused it, or it was refused here for the same reason; it is tried again only when asked for.
  case failed(ChatError)
  /// It was taken back before the service had it.
  case withdrawn
  /// The message is being deleted and takes no other changes.
  case isBeingDeleted
  /// Only what failed can be tried again.
  case notFailed
  /// Nothing of that id is or was lately under way.
  case unknown
  /// What is kept on this device could not be read.
  case store(StoreError)
  /// Whoever waited for it was cancelled. What was waited for goes on.
  case cancelled
}

extension OutboxError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .failed(let error): error.description
    case .withdrawn: "it was taken back before it was sent"
    case .isBeingDeleted: "the message is being deleted"
    case .notFailed: "only what failed can be tried again"
    case .unknown: "there is nothing of that id under way"
    case .store(let error): error.description
    case .cancelled: "it was cancelled"
    }
  }
}
