import TerminalScreen

/// The last line: the state of the connection and the drafts, and the latest notice or useful keys.
struct StatusPane: Equatable {
  let status: StatusState

  /// The number of rows it needs: one, plus the rows of a notice that does not fit beside the rest, if there is room
  /// for them, plus the rows of a tour.
  ///
  /// - Parameters:
  ///   - columns: its width.
  ///   - screen: the size of the whole screen.
  func rows(columns: Int, of screen: Size) -> Int {
    guideRows(columns: columns, of: screen).count + noticeRows(columns: columns, of: screen) + 1
  }

  private func noticeRows(columns: Int, of screen: Size) -> Int {
    guard screen.rows >= Self.rowsForMore, let notice = status.notice else { return 0 }
    let line = line(columns: columns - PaneLayout.inset, .dark)
    let isTooLong = line.left.width + 1 + line.notice.width > columns - PaneLayout.inset
    guard isTooLong || status.keepsHint else { return 0 }
    return min(Self.wrapped(notice, columns: columns).count, screen.rows / 4)
  }

  /// The first rows of a tour's step; none on a small screen, where they would be in the way.
  private func guideRows(columns: Int, of screen: Size, _ style: Style = .plain) -> [StyledText] {
    guard !status.guide.isEmpty, screen.columns >= Self.smallestForGuide.columns,
      screen.rows >= Self.smallestForGuide.rows
    else { return [] }
    let rows = Self.wrapped(FirstWords.line(of: status.guide), columns: columns)
    return (0..<min(rows.count, 2)).map { rows.styled($0, style) }
  }

  private static let smallestForGuide = Size(columns: 40, rows: 12)

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    _ = rest.takeLeft(PaneLayout.inset)
    let theme = canvas.theme
    for row in guideRows(columns: rect.columns, of: canvas.grid.size, theme.title) where rest.rows > 1 {
      canvas.putRow(row, in: rest.takeTop(1))
    }
    if let notice = status.notice, rest.rows > 1 {
      let rows = Self.wrapped(notice, columns: rect.columns)
      let style = Self.style(of: notice.tone, theme)
      let shown = rest.rows - 1
      for row in 0..<min(shown, rows.count) {
        var words = rows.styled(row, style)
        if row == shown - 1, rows.count > shown { words.append("…", style) }
        canvas.putRow(words, in: rest.takeTop(1))
      }
      var others = status
      others.notice = nil
      return StatusPane(status: others).drawLine(in: rest, on: &canvas)
    }
    drawLine(in: rest, on: &canvas)
  }

  private func drawLine(in rest: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    let line = line(columns: rest.columns, theme)
    guard status.notice != nil else {
      let hint = fullHint(theme)
      var line = line
      // In a mode or a tour, the keys are more useful than the news that all is well.
      if status.mode != nil || !status.guide.isEmpty, !hint.isEmpty,
        line.left.width + 2 + hint.width > rest.columns,
        status.connection.tone.gravity + status.saving.tone.gravity == 0
      {
        var short = status
        short.connection.text = ""
        short.news = ""
        short.saving.text = ""
        line = StatusPane(status: short).line(columns: rest.columns, theme)
      }
      let space = rest.columns - line.left.width - 2
      let help = StyledText(FirstWords.line(of: status.help), theme.quiet)
      // If not all of it fits, the key that explains the others takes precedence.
      let right =
        hint.width <= space || help.isEmpty || help.width > space ? hint.wholeKeys(columns: space) : help
      return canvas.putRow(line.left, right: right, in: rest)
    }
    canvas.putRow(
      line.left, right: line.notice.truncated(to: max(0, rest.columns - line.left.width - 1)), in: rest)
  }

  private func fullHint(_ theme: Theme) -> StyledText {
    var hint = StyledText(FirstWords.line(of: status.hint), theme.quiet)
    let help = StyledText(FirstWords.line(of: status.help), theme.quiet)
    if !help.isEmpty { hint.join(help, theme.quiet) }
    return hint
  }

  /// The state of the connection, the inbox and the drafts, as much of it as fits. A part that does not fit is left out, the least
  /// important first; problems are never left out.
  private func state(columns: Int, _ theme: Theme) -> StyledText {
    var parts = [status.connection, StatusState.Part(status.news), status.saving].filter { !$0.text.isEmpty }
    // Errors come before good news, so that they are not cut off at the edge.
    if status.saving.tone.gravity > status.connection.tone.gravity, parts.count > 1 {
      parts.insert(parts.removeLast(), at: 0)
    }
    // The least important part is that drafts are saved, then the inbox, then a good connection beside a problem.
    for least in [status.saving, StatusState.Part(status.news), status.connection]
    where least.tone.gravity == 0 {
      guard parts.count > 1, Self.joined(parts, theme).width > columns else { break }
      parts.removeAll { $0 == least }
    }
    if Self.joined(parts, theme).width > columns {
      parts = parts.map { $0.short.isEmpty ? $0 : StatusState.Part($0.short, $0.tone) }
    }
    return Self.joined(parts, theme)
  }

  private static func joined(_ parts: [StatusState.Part], _ theme: Theme) -> StyledText {
    var text = StyledText()
    for part in parts { text.join(words(part, theme), theme.quiet) }
    return text
  }

  /// The left part and the notice. A notice takes precedence over everything but errors, which keep two thirds.
  private func line(columns: Int, _ theme: Theme) -> (left: StyledText, notice: StyledText) {
    var left = StyledText()
    if let mode = status.mode { left.append(" \(mode) ", theme.selected) }
    let hasState = !status.connection.text.isEmpty || !status.news.isEmpty || !status.saving.text.isEmpty
    if !left.isEmpty, hasState { left.append(" ", theme.text) }
    let room = columns - left.width
    guard let notice = status.notice else {
      left.append(state(columns: room, theme))
      return (left, StyledText())
    }
    let words = Self.words(notice, theme)
    let isBad = [status.connection, status.saving].contains { !$0.text.isEmpty && $0.tone.gravity > 0 }
    let forState = isBad ? max(room * 2 / 3, room - words.width - 2) : room - words.width - 2
    if forState >= 6 || isBad {
      left.append(state(columns: forState, theme).truncated(to: max(0, forState)))
    }
    return (left, words)
  }

  private static let rowsForMore = 8

  private static func wrapped(_ notice: StatusState.Part, columns: Int) -> TextRows {
    wrapped(text(of: notice), columns: columns)
  }

  private static func wrapped(_ text: String, columns: Int) -> TextRows {
    TextRows(text, TextRows.Rule(columns: max(1, columns - 2), overhang: 1))
  }

  private static func words(_ part: StatusState.Part, _ theme: Theme) -> StyledText {
    StyledText(text(of: part), style(of: part.tone, theme))
  }

  private static func text(of part: StatusState.Part) -> String {
    (part.tone.gravity > 0 ? "! " : "") + FirstWords.line(of: part.text)
  }

  private static func style(of tone: StatusState.Tone, _ theme: Theme) -> Style {
    switch tone {
    case .quiet: theme.text
    case .good: theme.good
    case .warning: theme.warning
    case .error: theme.error
    }
  }
}

extension StatusState.Tone {
  var gravity: Int {
    switch self {
    case .quiet, .good: 0
    case .warning: 1
    case .error: 2
    }
  }
}
