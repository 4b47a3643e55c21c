import ChatDomain
package import DraftEngine
import FormattedText
import TerminalScreen

/// A channel or a thread in two lines: its name and news, then its most important text. If there is room for one line only, a sign
/// replaces the text.
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

  /// The columns before the second line.
  private static let indent = 4

  /// The number of columns for a draft's text in a sidebar.
  ///
  /// - Parameter columns: the columns of the sidebar, with its frame.
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

  func drawPreview(in row: Rect, on canvas: inout Canvas) {
    guard !row.isEmpty else { return }
    var row = row
    if isOpen { mark(row, on: &canvas) }
    _ = row.takeLeft(Self.indent)
    let words = PreviewWords(preview: preview).styled(canvas.theme, columns: row.columns)
    canvas.put(words.truncated(to: row.columns), in: row)
  }

  private func drawName(in rect: Rect, hasPreview: Bool, on canvas: inout Canvas) {
    let theme = canvas.theme
    let style = isMuted ? theme.quiet : isOpen ? theme.open : news.isCalling ? theme.unread : theme.text
    let signs = NewsSigns(news: news)
    let count = signs.count(theme)
    let mentions = signs.mentions(theme)
    var right = StyledText()
    if !hasPreview, let sign = PreviewWords(preview: preview).sign(theme) {
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
    var marks = StyledText()
    if isEncrypted {
      marks.append(.blank, theme.quiet)
      marks.append(EncryptionSign.glyphs, theme.quiet)
    }
    if isPresent { marks.append(StyledText(" •", theme.good)) }
    let room = rect.columns - left.width - right.width - marks.width - 1
    left.append(StyledText(name, style, limit: 64).truncated(to: max(1, room)))
    left.append(marks)
    canvas.putRow(left, right: right, in: rect)
    if isOpen { mark(rect, on: &canvas) }
  }

  private func mark(_ row: Rect, on canvas: inout Canvas) {
    canvas.put(StyledText(Self.bar, canvas.theme.marker), in: row)
  }
}

/// A row that the sidebar lists.
protocol SidebarRow: Hashable, Sendable {
  var entry: SidebarEntry { get }
  var preview: ChannelRow.Preview { get set }
}

extension ChannelRow: SidebarRow {
  var entry: SidebarEntry { SidebarEntry(self) }
}

extension ThreadRow: SidebarRow {
  var entry: SidebarEntry { SidebarEntry(self) }
}

/// The second line of a channel or a thread.
struct PreviewWords {
  let preview: ChannelRow.Preview

  static let pencil: ScreenText = "✎ "
  private static let cross: ScreenText = "✗ "

  /// The sign beside a name if there is no second line.
  func sign(_ theme: Theme) -> StyledText? {
    switch preview {
    case .typing: StyledText("…", theme.typing)
    case .draft: StyledText("✎", theme.draft)
    case .failed: StyledText("✗", theme.error)
    case .message, .empty: nil
    }
  }

  /// - Parameter columns: the columns of the line. The text is cut one glyph later, so that truncation can mark it.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    let most = columns + 1
    switch preview {
    case .typing(let names):
      let one = names.first.map { "\(FirstWords.line(of: $0)) is typing…" } ?? ""
      return StyledText(names.count > 1 ? "\(names.count) are typing…" : one, theme.typing)
    case .draft(let words):
      return line(Self.pencil, words, theme.draft, most)
    case .message(let author, let text, let looks):
      var line = StyledText()
      if !author.isEmpty { line.append(StyledText("\(author): ", theme.quiet, limit: 40)) }
      let words = FirstWords.line(of: text)
      // If a blank replaced a line end of more bytes, the ranges of the looks no longer fit.
      let isSame = looks.isEmpty || words.utf8.count == text.utf8.count
      line.append(Self.styled(words, isSame ? looks : [], theme, most))
      return line
    case .failed(let words):
      return line(Self.cross, words, theme.error, most)
    case .empty:
      return StyledText()
    }
  }

  private static func styled(
    _ words: String, _ looks: [ShownText.Run], _ theme: Theme, _ most: Int
  ) -> StyledText {
    var line = StyledText()
    var place = words.startIndex
    func add(upTo end: String.Index, _ style: Style) {
      guard place < end, line.count < most else { return }
      line.append(StyledText(String(words[place..<end]), style, limit: most - line.count))
      place = end
    }
    for run in looks {
      add(upTo: words.utf8.index(words.startIndex, offsetBy: run.range.lowerBound), theme.quiet)
      add(
        upTo: words.utf8.index(words.startIndex, offsetBy: run.range.upperBound),
        theme.style(of: run, theme.quiet))
    }
    add(upTo: words.endIndex, theme.quiet)
    return line
  }

  private func line(_ sign: ScreenText, _ words: String, _ style: Style, _ most: Int) -> StyledText {
    var line = StyledText(sign, style)
    line.append(StyledText(line: words, style, limit: most))
    return line
  }
}

extension ChannelRow.Preview {
  /// The first words of a message, with their looks.
  ///
  /// - Parameters:
  ///   - elements: the message's text.
  ///   - author: the author's name; may be empty.
  ///   - characters: the maximum number of Characters.
  package static func words(of elements: [MessageElement], by author: String, upTo characters: Int) -> Self {
    guard let action = elements.action else {
      let words = elements.unmarked()
      let text = words.text.beginning(characters)
      return .message(author: author, text: text, looks: UnmarkedText(text, words.runs).runs)
    }
    let words = action.unmarked()
    let subject = "* \(author) "
    let text = (subject + words.text).beginning(characters)
    let runs = words.runs.map { $0.moved(by: subject.utf8.count) }
    return .message(author: "", text: text, looks: UnmarkedText(text, runs).runs)
  }
}

/// Signs for new messages in a channel: "7" notifications, "7 ●2" with two mentions among them, "·7" messages without a
/// notification, "○" marked as unread. No two of them differ only in colour.
struct NewsSigns {
  let news: ChannelNews

  private static let merelyNew: ScreenText = "·"
  private static let marked: ScreenText = "○"
  private static let mention: ScreenText = "●"

  /// The count of the most important kind; empty if nothing is new.
  func count(_ theme: Theme) -> StyledText {
    if news.notifications > 0 { return StyledText(Self.number(news.notifications), theme.unread) }
    if news.isMarked { return StyledText(Self.marked, theme.unread) }
    guard news.merelyNew > 0 else { return StyledText() }
    var words = StyledText(Self.merelyNew, theme.quiet)
    words.append(Self.number(news.merelyNew), theme.quiet)
    return words
  }

  /// The mark for mentions, with their number if there are several; empty if there is none.
  func mentions(_ theme: Theme) -> StyledText {
    guard news.mentions > 0 else { return StyledText() }
    var words = StyledText(Self.mention, theme.badge)
    if news.mentions > 1 { words.append(Self.number(news.mentions), theme.badge) }
    return words
  }

  /// Appends the count and the mentions to a line about further entries; the count is followed by "new" if there is room.
  func join(to line: inout StyledText, _ theme: Theme, columns: Int) {
    let mentions = mentions(theme)
    let isCalling = news.notifications > 0
    let fresh = isCalling ? news.notifications : news.merelyNew
    if fresh > 0 {
      var words = StyledText(Self.number(fresh), isCalling ? theme.unread : theme.quiet)
      let rest = mentions.isEmpty ? 0 : mentions.width + 1
      if line.width + ScreenText.dot.width + words.width + " new".count + rest <= columns {
        words.append(" new", isCalling ? theme.unread : theme.quiet)
      }
      line.join(words, theme.quiet)
    } else {
      line.join(count(theme), theme.quiet)
    }
    if !mentions.isEmpty { line.join(mentions, with: .blank, theme.text) }
  }

  /// Appends the count and the mentions, each after a blank.
  func appended(to line: inout StyledText, _ theme: Theme) {
    for part in [count(theme), mentions(theme)] where part.width > 0 {
      line.append(.blank, theme.text)
      line.append(part)
    }
  }

  private static func number(_ count: Int) -> ScreenText { count > 999 ? "999+" : ScreenText("\(count)") }
}
