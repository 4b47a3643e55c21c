import TerminalScreen

/// A question that is answered with a key.
struct QuestionPane {
  let question: QuestionState

  init(_ question: QuestionState) { self.question = question }

  func draw(in bounds: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let columns = min(bounds.columns, 60)
    let text = TextRows(
      String(question.text.prefix(2_000)), TextRows.Rule(columns: max(1, columns - 4), overhang: .max))
    let answers = answerRows(columns: columns - 4, theme)
    let most = max(0, bounds.rows - 1)
    let textRows = min(text.count, max(1, most - 2 - answers.count))
    let gap = textRows + answers.count + 3 <= most ? 1 : 0
    let rows = min(most, textRows + answers.count + gap + 2)
    var inner = canvas.box(
      Rect(
        column: bounds.column + (bounds.columns - columns) / 2, row: bounds.row + (most - rows) / 2,
        columns: columns, rows: rows),
      title: StyledText(FirstWords.line(of: question.title), theme.title))
    _ = inner.takeLeft(1)
    _ = inner.takeRight(1)
    // The keys stay visible even if the words do not fit.
    var keys = inner.takeBottom(answers.count)
    for row in 0..<min(textRows, inner.rows) {
      canvas.put(text.styled(row, theme.text), in: inner.takeTop(1))
    }
    for answer in answers { canvas.putRow(answer, in: keys.takeTop(1)) }
    canvas.cursor = nil
  }

  /// The answers side by side, in as many rows as needed.
  private func answerRows(columns: Int, _ theme: Theme) -> [StyledText] {
    var rows: [StyledText] = []
    for answer in question.answers {
      var words = StyledText("[\(FirstWords.line(of: answer.key))]", theme.title)
      words.append(" ", theme.text)
      words.append(FirstWords.line(of: answer.meaning), theme.text)
      if let last = rows.last, last.width + 3 + words.width <= columns {
        rows[rows.count - 1].append("   ", theme.text)
        rows[rows.count - 1].append(words)
      } else {
        rows.append(words)
      }
    }
    return rows
  }
}
