import ChatDomain
import TerminalScreen

/// The line under a message with replies.
struct ThreadWords {
  let thread: MessageRow.ThreadLine?

  init(_ thread: MessageRow.ThreadLine?) { self.thread = thread }

  /// The last replier is left out if there is otherwise no room for the draft.
  func styled(_ theme: Theme, columns: Int) -> StyledText {
    let whole = styled(theme, withLast: true)
    return whole.width <= columns || thread?.hasDraft != true ? whole : styled(theme, withLast: false)
  }

  private func styled(_ theme: Theme, withLast: Bool) -> StyledText {
    guard let thread else { return StyledText() }
    var parts = StyledText()
    if thread.replyCount > 0 {
      parts.append(counted(thread.replyCount, "reply", "replies"), theme.thread)
    }
    let last = [thread.lastAuthor, thread.lastTime].compactMap { $0 }
    if withLast, !last.isEmpty {
      parts.join(
        StyledText("last " + FirstWords.line(of: last.joined(separator: " ")), theme.quiet, limit: 60),
        theme.quiet)
    }
    if thread.hasDraft { parts.join(StyledText("✎ draft", theme.draft), theme.quiet) }
    var line = StyledText("↳ ", theme.thread)
    line.append(parts)
    return line
  }
}
