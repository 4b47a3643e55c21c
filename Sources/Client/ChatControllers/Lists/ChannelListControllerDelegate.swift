public import ChatDomain

/// Receives the changes of the list of channels.
public protocol ChannelListControllerDelegate: AnyObject {
  /// The list changed. The changes apply one after the other to the list as it was before.
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>])

  /// A draft has other words, and nothing else about the row of its channel is different: so it is with every key.
  /// Without an implementation it is a change like all others.
  ///
  /// The row has the new words when it is asked for (``ChannelListController/row(for:)``). While somebody reads
  /// ``ChannelListController/changes()``, and when a draft begins or ends, `didChangeChannels` is called instead.
  func channelListController(_ controller: ChannelListController, didChangeDraftIn channel: ChannelID)
}

extension ChannelListControllerDelegate {
  public func channelListController(
    _ controller: ChannelListController, didChangeDraftIn channel: ChannelID
  ) {
    guard let index = controller.index(of: channel) else { return }
    channelListController(controller, didChangeChannels: [.updated(channel, at: index)])
  }
}
