public import ChatDomain

/// What a channel's controller tells, one after the other.
public nonisolated enum ChannelUpdate: Hashable, Sendable {
  /// The list of messages became different.
  case messages([TimelineChange])
  /// Somebody else said something, in the channel or in a thread of it.
  case received(Message)
  case threadInfo(ThreadInfoUpdateEvent)
  /// Who is typing now.
  case typing([User])
  /// The channel itself: its name, its members, how far it was read.
  case channel(ChannelSummary)
}

/// Hears what happens in a channel. Everything has an empty default.
public protocol ChannelControllerDelegate: AnyObject {
  func channelController(_ controller: ChannelController, didUpdateMessages changes: [TimelineChange])
  func channelController(_ controller: ChannelController, didReceive message: Message)
  func channelController(_ controller: ChannelController, didUpdateThreadInfo event: ThreadInfoUpdateEvent)
  func channelController(_ controller: ChannelController, didChangeTyping users: [User])
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
