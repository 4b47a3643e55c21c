public import ChatDomain

/// The reason a draft was not created or refused an operation. Its content is unchanged.
public nonisolated enum MessageDraftError: Error, Hashable, Sendable {
  /// Suggestions are limited to 1 to 100 people.
  case userLimitOutOfRange(Int)
  /// Suggestions are limited to 1 to 100 channels.
  case channelLimitOutOfRange(Int)
  /// The draft is being sent, and nothing was typed since.
  case sendUnderWay
  /// A message is being edited; the composer does not show a new message.
  case editUnderWay(MessageID)
  /// No message is being edited.
  case noEditUnderWay
}

extension MessageDraftError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .userLimitOutOfRange(let limit): "a limit of \(limit) people is not between 1 and 100"
    case .channelLimitOutOfRange(let limit): "a limit of \(limit) channels is not between 1 and 100"
    case .sendUnderWay: "the message is being sent already"
    case .editUnderWay: "a message is being edited"
    case .noEditUnderWay: "no message is being edited"
    }
  }
}
