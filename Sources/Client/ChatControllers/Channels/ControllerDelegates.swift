public import ChatDomain

/// Receives the updates of a channel. All methods have empty default implementations.
public protocol ChannelControllerDelegate: AnyObject {
  /// The list of messages changed.
  ///
  /// - Parameters:
  ///   - controller: the controller whose ``TimelineController/messages`` changed.
  ///   - changes: what changed, in order.
  func channelController(_ controller: ChannelController, didUpdateMessages changes: [TimelineChange])
  /// Another user wrote a message, in the channel or in one of its threads: the moment for a sound or a notification. It
  /// is also called for messages outside the loaded part of the list.
  func channelController(_ controller: ChannelController, didReceive message: Message)
  /// A thread of the channel got a reply, lost one, or was otherwise changed. Late and duplicate events are left out.
  func channelController(_ controller: ChannelController, didUpdateThreadInfo event: ThreadInfoUpdateEvent)
  /// A user started or stopped typing; `users` lists everyone who is typing now.
  func channelController(_ controller: ChannelController, didChangeTyping users: [User])
  /// The channel itself changed: its name, its members, its read position, its preferences.
  func channelController(_ controller: ChannelController, didChangeChannel channel: ChannelSummary)
}

extension ChannelControllerDelegate {
  public func channelController(
    _ controller: ChannelController, didUpdateMessages changes: [TimelineChange]
  ) {}
  public func channelController(_ controller: ChannelController, didReceive message: Message) {}
  public func channelController(
    _ controller: ChannelController, didUpdateThreadInfo event: ThreadInfoUpdateEvent
  ) {}
  public func channelController(_ controller: ChannelController, didChangeTyping users: [User]) {}
  public func channelController(_ controller: ChannelController, didChangeChannel channel: ChannelSummary) {}
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
  /// A user started or stopped typing in the thread; `users` lists everyone who is typing now.
  func messageController(_ controller: MessageController, didChangeTyping users: [User])
}

extension MessageControllerDelegate {
  public func messageController(_ controller: MessageController, didChangeMessage message: Message?) {}
  public func messageController(
    _ controller: MessageController, didUpdateReplies changes: [TimelineChange]
  ) {}
  public func messageController(_ controller: MessageController, didChangeTyping users: [User]) {}
}
