public import ChatDomain

/// Receives the changes of the list of channels.
public protocol ChannelListControllerDelegate: AnyObject {
  /// The list changed. The changes apply one after the other to the list as it was before.
  func channelListController(
    _ controller: ChannelListController, didChangeChannels changes: [ListChange<ChannelID>])

  /// The text of a draft changed, and nothing else about the row of its channel. This happens with every key. If it is not
  /// implemented, the change is reported as any other.
  ///
  /// The row has the new text when it is requested (``ChannelListController/row(for:)``). While
  /// ``ChannelListController/changes()`` has a reader, and when a draft begins or ends, `didChangeChannels` is called instead.
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
