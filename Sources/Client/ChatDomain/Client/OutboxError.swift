/// The reason a send, change or deletion did not succeed.
///
/// Whatever the service says of it, or would say, is ``failed(_:)``. There is one shape for each reason: an empty message is
/// `.failed(.refused(.emptyMessage))` whether a draft was sent or a message created.
public enum OutboxError: Error, Hashable, Sendable {
  /// The service refused it, or it was refused here for the same reason; it is retried only on request. With
  /// `ChatError.cancelled` only the waiting task was cancelled, and the work itself continues.
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
  /// The draft is being sent, and nothing was typed since.
  case sendUnderWay
  /// A message is being edited; the composer does not show a new message.
  case editUnderWay(MessageID)
  /// No message is being edited.
  case noEditUnderWay
  /// Data saved on this device could not be read.
  case store(StoreError)
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
    case .sendUnderWay: "the message is being sent already"
    case .editUnderWay: "a message is being edited"
    case .noEditUnderWay: "no message is being edited"
    case .store(let error): error.description
    }
  }
}
