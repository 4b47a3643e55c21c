import TerminalScreen

/// Shows what is typed behind a question, without an escape sequence: signing in works on every terminal.
struct SeenLine {
  private let prompt: ScreenText
  private var echo = LineEcho()

  /// - Parameter question: what the terminal shows already.
  init(after question: String) {
    prompt = ScreenText(question)
    _ = echo.text(saying: [], above: TypedLine(prompt: prompt))
  }

  /// What to write so that the terminal shows the end of what is typed, as much of it as one row has room for: a
  /// terminal does not go back into the row above.
  mutating func text(showing typed: Secret, columns: Int) -> String {
    // Within a letter of several bytes there is nothing new to be seen.
    guard let text = typed.text else { return "" }
    let all = ScreenText(text)
    let room = max(1, columns - prompt.width - 1)
    var start = all.count
    var width = 0
    while start > 0, width + all.glyphs[start - 1].width <= room {
      start -= 1
      width += all.glyphs[start].width
    }
    let words = ScreenText(all.glyphs[start...].map(\.text).joined())
    return echo.text(saying: [], above: TypedLine(prompt: prompt, words: words, caret: words.width))
  }
}
