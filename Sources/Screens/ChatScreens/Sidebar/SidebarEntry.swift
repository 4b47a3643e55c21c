import ChatDomain
import TerminalScreen

/// A channel or a thread in two lines: its name and news, then the most important text in it. In one line, a sign stands
/// for that text.
package struct SidebarEntry {
  private let sign: ScreenText
  private let name: String
  private var number: Int?
  private var isPresent = false
  private var isMuted = false
  private var isEncrypted = false
  private let news: ChannelNews
  private let time: String
  private let preview: ChannelRow.Preview
  private let isOpen: Bool

  private static let channel: ScreenText = "#"
  private static let direct: ScreenText = "@"
  private static let favourite: ScreenText = "★"
  private static let notice: ScreenText = "!"
  private static let thread: ScreenText = "↳"
  private static let bar: ScreenText = "▌"

  /// The columns in front of the second line.
  private static let indent = 4

  /// How many columns of a draft's words are seen in a sidebar.
  ///
  /// - Parameter columns: those of the sidebar, with its frame.
  package static func draftColumns(ofSidebar columns: Int) -> Int {
    max(0, columns - 2 - indent - PreviewWords.pencil.width)
  }

  init(_ row: ChannelRow) {
    sign =
      row.isServiceNotice
      ? Self.notice : row.isFavourite ? Self.favourite : row.type == .direct ? Self.direct : Self.channel
    name = row.name
    number = row.number
    isPresent = row.isPresent
    isMuted = row.notifications == .nothing
    isEncrypted = row.isEncrypted
    news = row.news
    time = row.time
    preview = row.preview
    isOpen = row.isOpen
  }

  init(_ row: ThreadRow) {
    sign = Self.thread
    name = FirstWords.line(of: row.title)
    news = ChannelNews(notifications: row.unreadReplies)
    time = row.time
    preview = row.preview
    isOpen = row.isOpen
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    drawName(in: rest.takeTop(1), hasPreview: rect.rows > 1, on: &canvas)
    drawPreview(in: rest.takeTop(1), on: &canvas)
  }

  /// The second line alone; also over another one of the same entry, with the same mark.
  func drawPreview(in row: Rect, on canvas: inout Canvas) {
    guard !row.isEmpty else { return }
    var row = row
    if isOpen { mark(row, on: &canvas) }
    _ = row.takeLeft(Self.indent)
    let words = PreviewWords(preview).styled(canvas.theme, columns: row.columns)
    canvas.putLine(words.truncated(to: row.columns), in: row)
  }

  private func drawName(in rect: Rect, hasPreview: Bool, on canvas: inout Canvas) {
    let theme = canvas.theme
    let style = isMuted ? theme.quiet : isOpen ? theme.open : news.isCalling ? theme.unread : theme.text
    let count = NewsSigns(news).count(theme)
    let mentions = NewsSigns(news).mentions(theme)
    var right = StyledText()
    if !hasPreview, let sign = PreviewWords(preview).sign(theme) {
      right.append(sign)
      right.append(.blank, theme.text)
    }
    // If there is no room for both, the unread count takes precedence over the time.
    if !time.isEmpty, count.width == 0 || rect.columns >= 28 {
      right.append(StyledText(time, theme.quiet, limit: 8))
      if count.width > 0 { right.append(" ", theme.text) }
    }
    right.append(count)
    right.append(.blank, theme.text)
    if mentions.width > 0 { right.append(mentions) } else { right.append(.blank, theme.badge) }

    var left = StyledText(.blank, theme.text)
    left.append(number.map { ScreenText("\($0)") } ?? .blank, theme.quiet)
    left.append(sign, isOpen ? theme.open : theme.quiet)
    left.append(.blank, theme.text)
    var signs = StyledText()
    if isEncrypted {
      signs.append(.blank, theme.quiet)
      signs.append(EncryptionSign.glyphs, theme.quiet)
    }
    if isPresent { signs.append(StyledText(" •", theme.good)) }
    let room = rect.columns - left.width - right.width - signs.width - 1
    left.append(StyledText(name, style, limit: 64).truncated(to: max(1, room)))
    left.append(signs)
    canvas.putRow(left, right: right, in: rect)
    if isOpen { mark(rect, on: &canvas) }
  }

  private func mark(_ row: Rect, on canvas: inout Canvas) {
    canvas.put(StyledText(Self.bar, canvas.theme.marker), in: row)
  }
}

/// What the sidebar lists.
protocol SidebarRow: Hashable, Sendable {
  var preview: ChannelRow.Preview { get }
  /// As it is drawn.
  var entry: SidebarEntry { get }
  /// A copy with another second line.
  func with(_ preview: ChannelRow.Preview) -> Self
}

extension ChannelRow: SidebarRow {
  var entry: SidebarEntry { SidebarEntry(self) }
}

extension ThreadRow: SidebarRow {
  var entry: SidebarEntry { SidebarEntry(self) }

  func with(_ preview: ChannelRow.Preview) -> ThreadRow {
    var row = self
    row.preview = preview
    return row
  }
}
