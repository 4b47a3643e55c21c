import TerminalScreen

/// The threads that the person takes part in, or has a draft for.
struct ThreadListPane {
  let threads: [ThreadRow]

  init(_ threads: [ThreadRow]) { self.threads = threads }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    for row in threads {
      guard !rest.isEmpty else { return }
      SidebarEntry(
        sign: "↳", name: FirstWords.line(of: row.title), isPresent: false, count: row.unreadReplies,
        isMentioned: false, time: row.time, preview: row.preview, isOpen: row.isOpen
      ).draw(in: rest.takeTop(SidebarParts.rowsForEach), on: &canvas)
    }
  }
}
