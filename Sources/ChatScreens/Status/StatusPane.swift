import TerminalScreen

/// The last line: how the connection and the drafts are, and what was last said or can be pressed.
struct StatusPane {
  let status: StatusState

  init(_ status: StatusState) { self.status = status }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    _ = rest.takeLeft(PaneLayout.inset)
    let theme = canvas.theme
    var state = StyledText()
    // What went wrong stands before what is well, so that it is not what falls off the edge.
    let parts = [status.connection, status.saving].filter { !$0.text.isEmpty }
    for part in parts.filter({ $0.tone.isBad }) + parts.filter({ !$0.tone.isBad }) {
      state.join(Self.words(part, theme), theme.quiet)
    }
    var left = StyledText()
    if let mode = status.mode { left.append(" \(mode) ", theme.selected) }
    if !left.isEmpty, !state.isEmpty { left.append(" ", theme.text) }
    let room = rest.columns - left.width

    guard let notice = status.notice else {
      left.append(state)
      let hint = StyledText(FirstWords.line(of: status.hint), theme.quiet)
      let space = rest.columns - left.width - 2
      canvas.putRow(
        left, right: hint.width <= space ? hint : Self.wholeKeys(status.hint, space, theme), in: rest)
      return
    }
    // A notice goes before all but what is wrong, which keeps its half.
    let words = Self.words(notice, theme)
    let isBad = parts.contains { $0.tone.isBad }
    let forState = isBad ? max(room / 2, room - words.width - 2) : room - words.width - 2
    if forState >= 6 || isBad { left.append(state.truncated(to: max(0, forState))) }
    canvas.putRow(left, right: words.truncated(to: max(0, rest.columns - left.width - 1)), in: rest)
  }

  /// As many keys of a hint as fit; half a key helps nobody.
  private static func wholeKeys(_ hint: String, _ columns: Int, _ theme: Theme) -> StyledText {
    var kept = StyledText()
    for key in hint.split(separator: "·", omittingEmptySubsequences: true) {
      let word = StyledText(
        String(key.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()), theme.quiet)
      guard kept.width + word.width + (kept.isEmpty ? 0 : 3) <= columns else { break }
      kept.join(word, theme.quiet)
    }
    return kept
  }

  private static func words(_ part: StatusState.Part, _ theme: Theme) -> StyledText {
    let text = FirstWords.line(of: part.text)
    switch part.tone {
    case .quiet: return StyledText(text, theme.text)
    case .good: return StyledText(text, theme.good)
    case .warning: return StyledText("! " + text, theme.warning)
    case .error: return StyledText("! " + text, theme.error)
    }
  }
}

extension StatusState.Tone {
  var isBad: Bool { self == .warning || self == .error }
}
