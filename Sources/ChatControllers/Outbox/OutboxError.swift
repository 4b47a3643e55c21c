public import ChatDomain

/// The reason a send, change or deletion did not succeed.
public nonisolated enum OutboxError: Error, Hashable, Sendable {
  /// The service refused it, or it was refused here for the same reason; it is retried only on request.
  case failed(ChatError)
  /// It was withdrawn before the service had it.
  case withdrawn
  /// The message is being deleted, and cannot be changed.
  case isBeingDeleted
  /// Only a failed message can be retried.
  case notFailed
  /// It could be taken back for some time, which is over.
  case tooLate
  /// No work with that id is or was recently in the outbox.
  case unknown
  /// Data saved on this device could not be read.
  case store(StoreError)
  /// The waiting task was cancelled. The work itself continues.
  case cancelled
}

extension OutboxError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .failed(let error): error.description
    case .withdrawn: "it was withdrawn before it was sent"
    case .isBeingDeleted: "the message is being deleted"
    case .notFailed: "only what failed can be tried again"
    case .tooLate: "it cannot be taken back any more"
    case .unknown: "there is nothing of that id under way"
    case .store(let error): error.description
    case .cancelled: "it was cancelled"
    }
  }
}
