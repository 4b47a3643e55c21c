import ChatControllers
import ChatDomain

extension Navigator: ChannelControllerDelegate, MessageControllerDelegate {
  func channelController(_ controller: ChannelController, didUpdateMessages changes: [TimelineChange]) {
    if channel?.source === controller { channel?.refresh(after: changes) }
    services.setNeedsFrame()
  }

  func channelController(_ controller: ChannelController, didChangeTyping users: [User]) {
    services.setNeedsFrame()
  }

  func channelController(_ controller: ChannelController, didChangeChannel channel: ChannelSummary) {
    services.setNeedsFrame()
  }

  func messageController(_ controller: MessageController, didUpdateReplies changes: [TimelineChange]) {
    if thread?.source === controller { thread?.refresh(after: changes) }
    services.setNeedsFrame()
  }

  func messageController(_ controller: MessageController, didChangeTyping users: [User]) {
    services.setNeedsFrame()
  }

  /// Refreshes the thread: if its message is deleted, or cannot have replies, nothing can be sent there.
  func messageController(_ controller: MessageController, didChangeMessage message: Message?) {
    thread?.refresh()
    services.setNeedsFrame()
  }
}
