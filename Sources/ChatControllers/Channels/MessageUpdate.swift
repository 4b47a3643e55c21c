public import ChatDomain

/// What a message's controller tells, one after the other.
public nonisolated enum MessageUpdate: Hashable, Sendable {
  /// The message as it is shown now; nil when nothing is left of it.
  case message(Message?)
  /// The list of replies became different.
  case replies([TimelineChange])
  /// Somebody else replied.
  case received(Message)
  case threadInfo(ThreadInfoUpdateEvent)
  /// Who is typing in the thread now.
  case typing([User])
}

/// Hears what happens to a message and in the thread under it. Everything has an empty default.
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
