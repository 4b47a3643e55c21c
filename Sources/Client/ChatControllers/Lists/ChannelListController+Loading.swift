public import ChatDomain
import ChatSync

extension ChannelListController {
  private static let largePage = 200

  /// Loads all further channels, in large pages.
  public func loadAllChannels() async throws(ChatError) {
    while !hasLoadedAllChannels {
      let before = list.cursor
      let count = try await loadMoreChannels(limit: Self.largePage)
      // While offline, continue with the channels saved on this device until there are no more.
      guard count > 0 || list.cursor != before else { return }
    }
  }
}
