import ChatDomain
import TerminalScreen

/// Channels and direct conversations, each with its news.
struct ChannelListPane {
  private static let channel: ScreenText = "#"
  private static let direct: ScreenText = "@"

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

  /// The channel or the direct conversation at a position.
  func channel(at position: Position) -> ChannelID? {
    let lists = [
      (parts.channels, sidebar.channels.dropFirst(parts.skippedChannels)),
      (parts.directs, sidebar.directs.dropFirst(parts.skippedDirects)),
    ]
    for (rect, rows) in lists where rect.contains(position) {
      return rows.dropFirst((position.row - rect.row) / SidebarParts.rowsForEach).first?.id
    }
    return nil
  }

  /// Draws only the changed rows, if nothing but rows has changed.
  func draw(after before: SidebarState, on canvas: inout Canvas) {
    let (channels, directs) = (parts.skippedChannels, parts.skippedDirects)
    draw(
      sidebar.channels.dropFirst(channels), after: before.channels.dropFirst(channels), in: parts.channels,
      on: &canvas)
    draw(
      sidebar.directs.dropFirst(directs), after: before.directs.dropFirst(directs), in: parts.directs,
      on: &canvas)
  }

  private func draw(
    _ rows: ArraySlice<ChannelRow>, after before: ArraySlice<ChannelRow> = [], in rect: Rect,
    on canvas: inout Canvas
  ) {
    var rest = rect
    for (index, row) in rows.enumerated() {
      guard !rest.isEmpty else { return }
      var place = rest.takeTop(SidebarParts.rowsForEach)
      let old = before.dropFirst(index).first
      guard old != row else { continue }
      let entry = SidebarEntry(
        sign: row.type == .direct ? Self.direct : Self.channel, name: row.name, isPresent: row.isPresent,
        count: row.unreadCount, isMentioned: row.mentionCount > 0, time: row.time, preview: row.preview,
        isOpen: row.isOpen)
      if let old {
        // Each key changes only the preview.
        let isPreviewAlone = old.with(row.preview) == row
        if isPreviewAlone { _ = place.takeTop(1) }
        canvas.clear([place])
        if isPreviewAlone {
          entry.drawPreview(in: place, on: &canvas)
          continue
        }
      }
      entry.draw(in: place, on: &canvas)
    }
  }
}
