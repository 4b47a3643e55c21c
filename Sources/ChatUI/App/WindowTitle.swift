import ChatControllers
import ChatDomain
import TerminalScreen

/// The title of the terminal's window or tab, which a user sees while looking elsewhere.
nonisolated struct WindowTitle: Hashable {
  private static let program = "inkwell"
  /// Of a long channel name this much is enough to recognise it.
  private static let limit = 60

  private var shown = ""

  /// What it says. The count comes first, because tabs cut the end off.
  ///
  /// - Parameter channel: the open channel, if its name is to be shown.
  static func words(unread: Int, channel: String? = nil) -> String {
    let count = unread > 0 ? "(\(unread)) " : ""
    return count + (channel.map { $0.prefix(limit) + " · " } ?? "") + program
  }

  /// - Returns: the new title; nil if it already says that.
  mutating func change(to words: String?) -> ScreenText? {
    guard let words, words != shown else { return nil }
    shown = words
    return ScreenText(words, limit: 120)
  }
}

extension App {
  /// What the terminal's title should say now; nil if it is left alone.
  var titleNow: String? {
    switch settings.title {
    case .untouched: nil
    case .name: WindowTitle.words(unread: 0)
    case .unread: WindowTitle.words(unread: unreadNow)
    case .channel: WindowTitle.words(unread: unreadNow, channel: channel.map(name))
    }
  }

  /// What the user looks at is not counted, although the service is only then told that it is read.
  private var unreadNow: Int {
    let isRead = isFocused && panel == nil && channel?.showsNewest == true
    return sidebar.unreadCount(besides: isRead ? channel?.composer.key.channelId : nil)
  }

  private func name(of conversation: Conversation) -> String {
    let id = conversation.composer.key.channelId
    return sidebar.channelList.row(for: id)?.summary.title(reader: client.currentUser.id) ?? id.rawValue
  }
}
