public import ChatDomain

/// Hears what happens in the list of channels.
public protocol ChannelListControllerDelegate: AnyObject {
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>])
}
