import TerminalScreen

/// The line under a message with replies.
struct ThreadWords {
  let thread: MessageRow.ThreadLine?

  init(_ thread: MessageRow.ThreadLine?) { self.thread = thread }

  func styled(_ theme: Theme) -> StyledText {
    guard let thread else { return StyledText() }
    var line = StyledText("↳ ", theme.thread)
    var parts = StyledText()
    if thread.replyCount > 0 {
      parts.append(thread.replyCount == 1 ? "1 reply" : "\(thread.replyCount) replies", theme.thread)
    }
    if thread.lastAuthor != nil || thread.lastTime != nil {
      var last = StyledText("last", theme.quiet)
      for part in [thread.lastAuthor, thread.lastTime] {
        guard let part else { continue }
        last.append(" ", theme.quiet)
        last.append(StyledText(part, theme.quiet, limit: 40))
      }
      parts.join(last, theme.quiet)
    }
    if thread.hasDraft { parts.join(StyledText("✎ draft", theme.draft), theme.quiet) }
    line.append(parts)
    return line
  }
}
