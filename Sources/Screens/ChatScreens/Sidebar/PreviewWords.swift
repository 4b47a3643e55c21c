package import DraftEngine
import FormattedText
import TerminalScreen

/// The second line of a channel or a thread.
struct PreviewWords {
  let preview: ChannelRow.Preview

  init(_ preview: ChannelRow.Preview) { self.preview = preview }

  static let pencil: ScreenText = "✎ "
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
    case .message(let author, let text, let looks):
      var line = StyledText()
      if !author.isEmpty { line.append(StyledText("\(author): ", theme.quiet, limit: 40)) }
      let words = FirstWords.line(of: text)
      // Where the end of a line had more bytes than the blank in its place, the looks are at other places.
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
    line.append(StyledText(FirstWords.line(of: words), style, limit: most))
    return line
  }
}

extension ChannelRow.Preview {
  /// The first words of a message, as they look in it.
  ///
  /// - Parameters:
  ///   - elements: the message's text.
  ///   - author: who says it.
  ///   - characters: how many Characters there may be room for.
  package static func words(of elements: [MessageElement], by author: String, upTo characters: Int) -> Self {
    let words = elements.unmarked()
    let text = words.text.beginning(characters)
    return .message(author: author, text: text, looks: UnmarkedText(text, words.runs).runs)
  }
}
