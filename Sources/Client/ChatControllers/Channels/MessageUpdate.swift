public import ChatDomain
import ChatSync

/// The updates of a message's controller, in order.
public nonisolated enum MessageUpdate: Hashable, Sendable {
  /// The message as it is shown now; nil after a hard deletion.
  case message(Message?)
  /// The list of replies changed.
  case replies([TimelineChange])
  /// Another user replied.
  case received(Message)
  /// The thread under the message got a reply, lost one, or was otherwise changed.
  case threadInfo(ThreadInfoUpdateEvent)
  /// The users who are typing in the thread now.
  case typing([User])
}

/// Receives the updates of a message and of the thread under it. All methods have empty default implementations.
public protocol MessageControllerDelegate: AnyObject {
  /// The message changed; nil after a hard deletion.
  func messageController(_ controller: MessageController, didChangeMessage message: Message?)
  /// The list of replies changed.
  ///
  /// - Parameters:
  ///   - controller: the controller whose ``MessageController/replies`` changed.
  ///   - changes: what changed, in order.
  func messageController(_ controller: MessageController, didUpdateReplies changes: [TimelineChange])
  /// Another user replied: the moment for a sound or a notification.
  func messageController(_ controller: MessageController, didReceive message: Message)
  /// The thread under the message got a reply, lost one, or was otherwise changed.
  func messageController(_ controller: MessageController, didUpdateThreadInfo event: ThreadInfoUpdateEvent)
  /// A user started or stopped typing in the thread; `users` lists everyone who is typing now.
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
