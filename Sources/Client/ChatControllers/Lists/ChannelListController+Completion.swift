public import ChatDomain

extension ChannelListController {
  /// The variant with a completion handler.
  public func synchronize(_ completion: @escaping (ChatError?) -> Void) {
    complete({ completion($0.failure) }) { () async throws(ChatError) in try await self.synchronize() }
  }
}

extension ChatClient {
  /// Creates a controller for the list of channels; nothing is requested before
  /// ``ChannelListController/synchronize()``.
  public func channelListController() -> ChannelListController { ChannelListController(client: self) }
}
