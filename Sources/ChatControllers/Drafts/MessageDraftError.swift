public import ChatDomain

/// Why a draft was not made, or refused what was asked of it. What was typed is as it was.
public nonisolated enum MessageDraftError: Error, Hashable, Sendable {
  /// Suggestions are limited to 1 to 100 people.
  case userLimitOutOfRange(Int)
  /// Suggestions are limited to 1 to 100 channels.
  case channelLimitOutOfRange(Int)
  /// The draft is just being handed over, and nothing was typed since.
  case sendUnderWay
  /// A message is being edited; what stands in the composer is no new message.
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
