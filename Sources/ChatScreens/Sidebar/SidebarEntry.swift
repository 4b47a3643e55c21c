import TerminalScreen

/// A channel or a thread in two lines: its name and news, then the most important text in it.
struct SidebarEntry {
  let sign: ScreenText
  let name: String
  let isPresent: Bool
  let count: Int
  let isMentioned: Bool
  let time: String
  let preview: ChannelRow.Preview
  let isOpen: Bool

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    drawName(in: rest.takeTop(1), on: &canvas)
    drawPreview(in: rest.takeTop(1), on: &canvas)
  }

  /// The second line alone.
  func drawPreview(in row: Rect, on canvas: inout Canvas) {
    var row = row
    if isOpen, !row.isEmpty { mark(row, on: &canvas) }
    _ = row.takeLeft(3)
    canvas.putRow(PreviewWords(preview).styled(canvas.theme, columns: row.columns), in: row)
  }

  private func drawName(in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let isNew = count > 0 || isMentioned
    let style = isOpen ? theme.open : isNew ? theme.unread : theme.text
    var right = StyledText()
    // If there is no room for both, the unread count takes precedence over the time.
    if !time.isEmpty, count == 0 || rect.columns >= 28 {
      right.append(StyledText(time, theme.quiet, limit: 8))
      if count > 0 { right.append(" ", theme.text) }
    }
    if count > 0 { right.append(count > 999 ? "999+" : "\(count)", theme.unread) }
    right.append(.blank, theme.text)
    right.append(isMentioned ? "●" : " ", theme.badge)

    var left = StyledText(.blank, theme.text)
    left.append(sign, isOpen ? theme.open : theme.quiet)
    left.append(.blank, theme.text)
    let presence = isPresent ? StyledText(" •", theme.good) : StyledText()
    let room = rect.columns - left.width - right.width - presence.width - 1
    left.append(StyledText(name, style, limit: 64).truncated(to: max(1, room)))
    left.append(presence)
    canvas.putRow(left, right: right, in: rect)
    if isOpen { mark(rect, on: &canvas) }
  }

  private func mark(_ row: Rect, on canvas: inout Canvas) {
    canvas.put(StyledText("▌", canvas.theme.marker), in: row)
  }
}

/// The second line of a channel or a thread.
struct PreviewWords {
  let preview: ChannelRow.Preview

  init(_ preview: ChannelRow.Preview) { self.preview = preview }

  private static let pencil: ScreenText = "✎ "
  private static let cross: ScreenText = "✗ "

  /// - Parameter columns: the maximum number of glyphs made, plus one that shows that there is more.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    let most = columns + 1
    switch preview {
    case .typing(let names):
      return StyledText(names.count > 1 ? "\(names.count) are typing…" : "is typing…", theme.typing)
    case .draft(let words):
      return line(Self.pencil, words, theme.draft, most)
    case .message(let author, let text):
      var line = StyledText()
      if !author.isEmpty { line.append(StyledText("\(author): ", theme.quiet, limit: 40)) }
      line.append(StyledText(FirstWords.line(of: text), theme.quiet, limit: most))
      return line
    case .failed(let words):
      return line(Self.cross, words, theme.error, most)
    case .empty:
      return StyledText()
    }
  }

  private func line(_ sign: ScreenText, _ words: String, _ style: Style, _ most: Int) -> StyledText {
    var line = StyledText(sign, style)
    line.append(StyledText(FirstWords.line(of: words), style, limit: most))
    return line
  }
}
