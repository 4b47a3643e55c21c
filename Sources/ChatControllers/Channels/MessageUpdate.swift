public import ChatDomain

/// The updates of a message's controller, in order.
public nonisolated enum MessageUpdate: Hashable, Sendable {
  /// The message as it is shown now; nil after a hard deletion.
  case message(Message?)
  /// The list of replies changed.
  case replies([TimelineChange])
  /// Another user replied.
  case received(Message)
  case threadInfo(ThreadInfoUpdateEvent)
  /// The users who are typing in the thread now.
  case typing([User])
}

/// Receives the updates of a message and of the thread under it. All methods have empty default implementations.
public protocol MessageControllerDelegate: AnyObject {
  func messageController(_ controller: MessageController, didChangeMessage message: Message?)
  func messageController(_ controller: MessageController, didUpdateReplies changes: [TimelineChange])
  func messageController(_ controller: MessageController, didReceive message: Message)
  func messageController(_ controller: MessageController, didUpdateThreadInfo event: ThreadInfoUpdateEvent)
  func messageController(_ controller: MessageController, didChangeTyping users: [User])
}

extension MessageControllerDelegate {
  public func messageController(_ controller: MessageController, didChangeMessage message: Message?) {}
  public func messageController(
    _ controller: MessageController, didUpdateReplies changes: [TimelineChange]
  ) {}
  public func messageController(_ controller: MessageController, didReceive message: Message) {}
  public func messageController(
    _ controller: MessageController, didUpdateThreadInfo event: ThreadInfoUpdateEvent
  ) {}
  public func messageController(_ controller: MessageController, didChangeTyping users: [User]) {}
}

nonisolated extension MessageUpdate: Broadcastable {
  var coalescingKey: CoalescingKey? {
    switch self {
    case .message: .all
    case .typing: .typing
    case .threadInfo(let event): .thread(event.targetMessageId)
    case .replies, .received: nil
    }
  }

  static func compacted(_ waiting: [Self]) -> [Self] {
    waiting.filter { if case .replies = $0 { false } else { true } } + [.replies([.reloaded])]
  }
}
