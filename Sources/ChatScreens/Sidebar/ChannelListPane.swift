import ChatDomain
import TerminalScreen

/// Channels and direct conversations, each with what is new in it.
struct ChannelListPane {
  let sidebar: SidebarState
  let parts: SidebarParts

  init(_ sidebar: SidebarState, _ parts: SidebarParts) {
    self.sidebar = sidebar
    self.parts = parts
  }

  func draw(on canvas: inout Canvas) {
    draw(sidebar.channels.dropFirst(parts.skippedChannels), in: parts.channels, on: &canvas)
    draw(sidebar.directs.dropFirst(parts.skippedDirects), in: parts.directs, on: &canvas)
    if sidebar.channels.isEmpty, sidebar.directs.isEmpty {
      canvas.putCentred(StyledText("no channels yet", canvas.theme.quiet), in: parts.directs)
    }
  }

  private func draw(_ rows: ArraySlice<ChannelRow>, in rect: Rect, on canvas: inout Canvas) {
    var rest = rect
    for row in rows {
      guard !rest.isEmpty else { return }
      SidebarEntry(
        sign: row.type == .direct ? "@" : "#", name: row.name, isPresent: row.isPresent,
        count: row.unreadCount, isMentioned: row.mentionCount > 0, time: row.time, preview: row.preview,
        isOpen: row.isOpen
      ).draw(in: rest.takeTop(SidebarParts.rowsForEach), on: &canvas)
    }
  }
}
