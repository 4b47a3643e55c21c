import ChatDomain
import TerminalScreen

/// What is new in a channel, in a few columns: "7" messages call for the person, "7 ●2" with two mentions among them, "·7"
/// are merely new, and "○" was marked as unread. No two of them differ by their colours alone.
struct NewsSigns {
  private let news: ChannelNews

  init(_ news: ChannelNews) { self.news = news }

  private static let merelyNew: ScreenText = "·"
  private static let marked: ScreenText = "○"
  private static let mention: ScreenText = "●"

  /// How many there are, of what matters most; empty if there is nothing.
  func count(_ theme: Theme) -> StyledText {
    if news.notifications > 0 { return StyledText(Self.number(news.notifications), theme.unread) }
    if news.isMarked { return StyledText(Self.marked, theme.unread) }
    guard news.merelyNew > 0 else { return StyledText() }
    var words = StyledText(Self.merelyNew, theme.quiet)
    words.append(Self.number(news.merelyNew), theme.quiet)
    return words
  }

  /// The mark for mentions, and how many if there are several; empty if there is none.
  func mentions(_ theme: Theme) -> StyledText {
    guard news.mentions > 0 else { return StyledText() }
    var words = StyledText(Self.mention, theme.badge)
    if news.mentions > 1 { words.append(Self.number(news.mentions), theme.badge) }
    return words
  }

  /// Both, each with a blank before it.
  func appended(to line: inout StyledText, _ theme: Theme) {
    for part in [count(theme), mentions(theme)] where part.width > 0 {
      line.append(.blank, theme.text)
      line.append(part)
    }
  }

  private static func number(_ count: Int) -> ScreenText { count > 999 ? "999+" : ScreenText("\(count)") }
}
