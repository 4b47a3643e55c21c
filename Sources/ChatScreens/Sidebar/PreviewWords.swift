import TerminalScreen

/// The second line of a channel or a thread.
struct PreviewWords {
  let preview: ChannelRow.Preview

  init(_ preview: ChannelRow.Preview) { self.preview = preview }

  private static let pencil: ScreenText = "✎ "
  private static let cross: ScreenText = "✗ "

  /// What stands for it beside a name, where there is no second line.
  func sign(_ theme: Theme) -> StyledText? {
    switch preview {
    case .typing: StyledText("…", theme.typing)
    case .draft: StyledText("✎", theme.draft)
    case .failed: StyledText("✗", theme.error)
    case .message, .empty: nil
    }
  }

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
