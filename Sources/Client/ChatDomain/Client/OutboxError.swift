/// The reason a send, change or deletion did not succeed.
///
/// All refusals by the service are ``failed(_:)``, including those that the client detects first. Each reason has one form: an
/// empty message is `.failed(.refused(.emptyMessage))` whether a draft was sent or a message created.
public indirect enum OutboxError: Error, Hashable, Sendable {
  /// The service refused the request, or the client refused it for the same reason; it is retried only on request. With
  /// `ChatError.cancelled` only the waiting task was cancelled, and the work itself continues.
  case failed(ChatError)
  /// It was withdrawn before it reached the service.
  case withdrawn
  /// The message is being deleted, and cannot be changed.
  case isBeingDeleted
  /// Only a failed message can be retried.
  case notFailed
  /// The time in which it could be taken back is over.
  case tooLate
  /// No work with this id is or was recently in the outbox.
  case unknown
  /// The draft is being sent, and was not edited since.
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
    case .notFailed: "only failed messages can be sent again"
    case .tooLate: "it is too late to undo that"
    case .unknown: "nothing with that id is pending"
    case .sendUnderWay: "the message is already being sent"
    case .editUnderWay: "a message is being edited"
    case .noEditUnderWay: "no message is being edited"
    case .store(let error): error.description
    }
  }
}
