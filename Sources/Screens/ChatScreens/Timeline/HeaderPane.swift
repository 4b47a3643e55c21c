import ChatDomain
import TerminalScreen

/// The line above a timeline.
struct HeaderPane {
  let header: HeaderState

  init(_ header: HeaderState) { self.header = header }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let theme = canvas.theme
    var left = StyledText(FirstWords.line(of: header.title), theme.title)
    if header.isEncrypted {
      left.join(StyledText("\(EncryptionSign.text) encrypted", theme.text), theme.quiet)
    }
    if let presence = header.presence {
      left.join(StyledText(FirstWords.line(of: presence), theme.quiet), theme.quiet)
    }
    if let topic = header.topic {
      left.join(StyledText(FirstWords.line(of: topic), theme.text), theme.quiet)
    }
    var right = StyledText()
    if header.memberCount > 0, rect.columns >= 64 {
      right.append(counted(header.memberCount, "member", "members"), theme.quiet)
    }
    if header.pinnedCount > 0 {
      let words = rect.columns < 36 ? "⌕ \(header.pinnedCount)" : "⌕ \(header.pinnedCount) pinned"
      right.join(StyledText(words, theme.text), theme.quiet)
    }
    canvas.putRow(left, right: right, in: rect)
  }
}
