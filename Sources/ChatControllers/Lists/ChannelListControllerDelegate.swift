public import ChatDomain

/// Receives the changes of the list of channels.
public protocol ChannelListControllerDelegate: AnyObject {
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>])
}
