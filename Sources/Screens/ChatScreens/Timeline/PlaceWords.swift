import TerminalScreen

/// Where a file is on this computer, in one line.
struct PlaceWords {
  private let path: String

  init(_ path: String) { self.path = path }

  /// If there is too little room the beginning is left out, because the name at the end tells more.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    var line = StyledText("→ ", theme.quiet)
    let words = StyledText(FirstWords.line(of: path), theme.quiet, limit: .max)
    let room = max(1, columns - line.width)
    guard words.width > room else {
      line.append(words)
      return line
    }
    line.append("…", theme.quiet)
    line.append(words.dropping(columns: words.width - room + 1))
    return line
  }
}
