import ChatControllers
import ChatDomain
import TerminalScreen

/// The title of the terminal's window or tab, which a user sees while looking elsewhere.
final class WindowTitle {
  private static let program = "inkwell"
  /// The maximum length of a channel name: enough to recognise it.
  private static let limit = 60

  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  /// The parts of the title that was last set.
  private var shown: Parts?

  private struct Parts: Equatable {
    var news = ChannelNews()
    var channel: String?
  }

  init(context: AppContext, navigator: Navigator, sidebar: ChannelSidebar) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
  }

  /// - Returns: the new title; nil if it is unchanged or must not be set.
  func change() -> ScreenText? {
    guard let parts, parts != shown else { return nil }
    shown = parts
    return ScreenText(text(of: parts), limit: 120)
  }

  /// The parts of the current title; nil if it must not be set.
  private var parts: Parts? {
    switch context.settings.title {
    case .untouched: nil
    case .name: Parts()
    case .unread: Parts(news: news)
    case .channel: Parts(news: news, channel: channelName)
    }
  }

  /// Counts come first, because tabs cut off the end, and mentions come before all else. Messages that do not notify the user
  /// are not counted.
  private func text(of parts: Parts) -> String {
    let news = parts.news
    let rest = news.notifications - news.mentions
    let counts = [news.mentions > 0 ? "@\(news.mentions)" : nil, rest > 0 ? "\(rest)" : nil].compactMap(
      \.self)
    let count = counts.isEmpty ? "" : "(\(counts.joined(separator: " "))) "
    return count + (parts.channel.map { $0.prefix(Self.limit) + " · " } ?? "") + Self.program
  }

  /// Visible messages are not counted, although the service learns only later that they are read.
  private var news: ChannelNews {
    let channel = navigator.channel
    let isRead =
      context.input.isTerminalFocused && navigator.panels.panel == nil && channel?.showsNewest == true
    return sidebar.news(besides: isRead ? channel?.key.channelId : nil)
  }

  private var channelName: String? {
    navigator.channel.map { channel in
      let id = channel.key.channelId
      return sidebar.channelList.summary(of: id)?.title ?? id.rawValue
    }
  }
}
