import TerminalScreen

/// The last line: the state of the connection and the drafts, and the latest notice or useful keys.
struct StatusPane: Equatable {
  let status: StatusState

  /// The number of rows it needs: one, plus the rows above it.
  ///
  /// - Parameters:
  ///   - columns: its width.
  ///   - screen: the size of the whole screen.
  func rows(columns: Int, of screen: Size) -> Int {
    split(columns: columns, of: screen, .dark).above.count + 1
  }

  /// The rows above the last line, and the state that is left for that line. On a screen that is not small, a tour's step has rows
  /// above it, as have a notice and problems for which the line has no room.
  private func split(columns: Int, of screen: Size, _ theme: Theme) -> (
    above: [StyledText], line: StatusState
  ) {
    var above: [StyledText] = []
    var rest = status
    if screen.columns < Self.smallestForGuide.columns || screen.rows < Self.smallestForGuide.rows {
      rest.guide = ""
    } else if !status.guide.isEmpty {
      above += Self.wrapped(FirstWords.line(of: status.guide), theme.title, columns: columns, most: 2)
    }
    guard screen.rows >= Self.rowsForMore else { return (above, rest) }
    let room = columns - PaneLayout.inset
    if let notice = status.notice {
      let line = line(columns: room, .dark)
      if line.left.width + 1 + line.notice.width > room || status.keepsHint {
        above += Self.wrapped(
          Self.text(of: notice), Self.style(of: notice.tone, theme), columns: columns, most: screen.rows / 4)
        rest.notice = nil
      }
    }
    let problems = [rest.saving, rest.connection].filter { !$0.text.isEmpty && $0.tone.gravity > 0 }
    if !problems.isEmpty, rest.notice == nil,
      StatusPane(status: rest).line(columns: room, theme).left.width > room
    {
      for problem in problems.sorted(by: { $0.tone.gravity > $1.tone.gravity }) {
        above += Self.wrapped(
          Self.text(of: problem), Self.style(of: problem.tone, theme), columns: columns, most: 2)
      }
      if rest.saving.tone.gravity > 0 { rest.saving.text = "" }
      if rest.connection.tone.gravity > 0 { rest.connection.text = "" }
    }
    return (above, rest)
  }

  private static let smallestForGuide = Size(columns: 40, rows: 12)

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    _ = rest.takeLeft(PaneLayout.inset)
    let (above, line) = split(columns: rect.columns, of: canvas.grid.size, canvas.theme)
    for row in above where rest.rows > 1 { canvas.putRow(row, in: rest.takeTop(1)) }
    StatusPane(status: line).drawLine(in: rest, on: &canvas)
  }

  private func drawLine(in rest: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    guard status.notice == nil else {
      let line = line(columns: rest.columns, theme)
      return canvas.putRow(
        line.left, right: line.notice.truncated(to: max(0, rest.columns - line.left.width - 1)), in: rest)
    }
    let hint = fullHint(theme)
    let help = StyledText(line: status.help, theme.quiet)
    // Only problems take precedence over the key that explains all others.
    let isBad = status.connection.tone.gravity + status.saving.tone.gravity > 0
    var line = line(columns: rest.columns - (help.isEmpty || isBad ? 0 : help.width + 2), theme)
    // In a mode or a tour, the keys are more useful than the news that all is well. That the user is offline stays.
    if status.mode != nil || !status.guide.isEmpty, !hint.isEmpty, !isBad {
      var short = status
      let lesser =
        [\StatusState.saving.text, \.news] + (status.connection.tone == .good ? [\.connection.text] : [])
      for part in lesser where line.left.width + 2 + hint.width > rest.columns {
        short[keyPath: part] = ""
        line = StatusPane(status: short).line(columns: rest.columns, theme)
      }
    }
    let space = rest.columns - line.left.width - 2
    var right = hint
    if hint.width > space {
      let keys = StyledText(line: status.hint, theme.quiet)
      right = keys.wholeKeys(columns: help.isEmpty ? space : space - help.width - ScreenText.dot.width)
      if help.width <= space { right.join(help, theme.quiet) }
    }
    canvas.putRow(line.left, right: right, in: rest)
  }

  private func fullHint(_ theme: Theme) -> StyledText {
    var hint = StyledText(line: status.hint, theme.quiet)
    let help = StyledText(line: status.help, theme.quiet)
    if !help.isEmpty { hint.join(help, theme.quiet) }
    return hint
  }

  /// The state of the connection, the inbox and the drafts, as much of it as fits. A part that does not fit is left out, the least
  /// important first; problems are never left out.
  private func state(columns: Int, _ theme: Theme) -> StyledText {
    var parts = [status.connection, StatusState.Part(status.news), status.saving].filter { !$0.text.isEmpty }
    // The worse problem comes first, so that the edge does not cut it off.
    if status.saving.tone.gravity > status.connection.tone.gravity, parts.count > 1 {
      parts.insert(parts.removeLast(), at: 0)
    }
    // Left out first is that drafts are saved, then the inbox, then a good connection. That the user is offline has a short form
    // and stays.
    for least in [status.saving, StatusState.Part(status.news), status.connection]
    where least.tone.gravity == 0 && least.short.isEmpty {
      guard parts.count > (status.demo.isEmpty ? 1 : 0), Self.joined(parts, theme).width > columns else {
        break
      }
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

  /// The left part and the notice. A notice takes precedence over everything except the sign of the demo and problems, which keep
  /// two thirds.
  private func line(columns: Int, _ theme: Theme) -> (left: StyledText, notice: StyledText) {
    var left = StyledText()
    if let mode = status.mode { left.append(" \(mode) ", theme.selected) }
    let hasState = !status.connection.text.isEmpty || !status.news.isEmpty || !status.saving.text.isEmpty
    if !left.isEmpty, hasState || !status.demo.isEmpty { left.append(" ", theme.text) }
    var rest = StyledText(status.demo, theme.good)
    let room = columns - left.width - (rest.isEmpty ? 0 : rest.width + 3)
    let notice = status.notice.map { Self.words($0, theme) } ?? StyledText()
    let isBad = [status.connection, status.saving].contains { !$0.text.isEmpty && $0.tone.gravity > 0 }
    if status.notice == nil {
      rest.join(state(columns: room, theme), theme.quiet)
    } else {
      let forState = isBad ? max(room * 2 / 3, room - notice.width - 2) : room - notice.width - 2
      if forState >= 6 || isBad {
        rest.join(state(columns: forState, theme).truncated(to: max(0, forState)), theme.quiet)
      }
    }
    left.append(rest)
    return (left, notice)
  }

  private static let rowsForMore = 8

  /// The first rows of a text.
  private static func wrapped(_ text: String, _ style: Style, columns: Int, most: Int) -> [StyledText] {
    let rows = TextRows(text, TextRows.Rule(columns: max(1, columns - 2), overhang: 1))
    return (0..<min(rows.count, most)).map { row in
      var words = rows.styled(row, style)
      if row == most - 1, rows.count > most { words.append("…", style) }
      return words
    }
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
