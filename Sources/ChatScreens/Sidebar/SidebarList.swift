import ChatDomain
import TerminalScreen

/// What the sections of the sidebar list: channels, direct conversations and threads, each with its news.
struct SidebarList {
  private let sidebar: SidebarState
  private let parts: SidebarParts

  init(_ sidebar: SidebarState, _ parts: SidebarParts) {
    self.sidebar = sidebar
    self.parts = parts
  }

  func draw(on canvas: inout Canvas) {
    for section in sidebar.sections { draw(section, after: nil, on: &canvas) }
    if sidebar.channels.isEmpty, sidebar.spaces.isEmpty, sidebar.directs.isEmpty,
      sidebar.beyond.isEmpty
    {
      canvas.putCentred(StyledText("no channels yet", canvas.theme.quiet), in: parts.empty)
    }
  }

  /// Draws only what has changed since a sidebar with the same parts.
  func draw(after before: SidebarState, on canvas: inout Canvas) {
    for section in sidebar.sections { draw(section, after: before, on: &canvas) }
  }

  /// The target at a position within the sections.
  func target(at position: Position) -> ScreenTarget? {
    for section in sidebar.sections {
      let part = parts[section]
      if position.row == part.title { return .section(section) }
      if part.rest.contains(position) { return .rest(of: section) }
      guard let index = part.index(at: position) else { continue }
      switch section {
      case .threads: return sidebar.threads.dropFirst(index).first.map { .thread($0.key) }
      case .channels, .space, .directs:
        return sidebar.channels(in: section).dropFirst(index).first.map { .channel($0.id) }
      }
    }
    return position.row == parts.draftsTitle ? .drafts : nil
  }

  private func draw(_ section: SidebarSection, after before: SidebarState?, on canvas: inout Canvas) {
    let part = parts[section]
    let hasChanged =
      section == .threads
      ? draw(sidebar.threads, after: before?.threads, in: part, on: &canvas)
      : draw(sidebar.channels(in: section), after: before?.channels(in: section), in: part, on: &canvas)
    if hasChanged || sidebar.beyond[section] != before?.beyond[section] {
      drawRest(of: section, part, on: &canvas)
    }
  }

  /// Draws the rows that are others than before.
  ///
  /// - Returns: whether there may be any, shown or not.
  private func draw<Row: SidebarRow>(
    _ rows: [Row], after before: [Row]?, in part: SidebarPart, on canvas: inout Canvas
  ) -> Bool {
    // A key changes one row, so that the other sections share theirs with the last frame.
    if let before, Self.isSame(rows, before) { return false }
    var rest = part.entries
    for index in part.shown {
      var place = rest.takeTop(part.height)
      guard index < rows.count else { break }
      if let before, index < before.count {
        if Self.isSame(rows, before, at: index) { continue }
        // Each key changes only the preview.
        if part.height > 1, before[index].with(rows[index].preview) == rows[index] {
          _ = place.takeTop(1)
          rows[index].entry.drawPreview(in: place, on: &canvas)
          continue
        }
        canvas.clear(place)
      }
      rows[index].entry.draw(in: place, on: &canvas)
    }
    return true
  }

  /// Whether it is the same array in memory, or both are empty.
  private static func isSame<Row>(_ rows: [Row], _ others: [Row]) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      others.withUnsafeBufferPointer { others in
        rows.count == others.count && (rows.isEmpty || rows.baseAddress == others.baseAddress)
      }
    }
  }

  /// Compares two rows where they are: copying them would cost more.
  private static func isSame<Row: Equatable>(_ rows: [Row], _ others: [Row], at index: Int) -> Bool {
    rows.withUnsafeBufferPointer { rows in
      others.withUnsafeBufferPointer { others in rows[index] == others[index] }
    }
  }

  /// "+4": how many entries are not shown.
  private func drawRest(of section: SidebarSection, _ part: SidebarPart, on canvas: inout Canvas) {
    guard !part.rest.isEmpty else { return }
    canvas.clear(part.rest)
    var news = part.beyond.news
    news.add(sidebar.news(in: section, beside: part.shown))
    let theme = canvas.theme
    var words = StyledText("   +\(part.hiddenCount)", news.isCalling ? theme.unread : theme.quiet)
    NewsSigns(news).appended(to: &words, theme)
    canvas.putRow(words, in: part.rest)
  }
}

extension SidebarState {
  /// What is new in a section's entries, apart from those shown.
  fileprivate func news(in section: SidebarSection, beside shown: Range<Int>) -> ChannelNews {
    let all =
      section == .threads
      ? threads.map { ChannelNews(notifications: $0.unreadReplies) } : channels(in: section).map(\.news)
    return all.enumerated().reduce(into: ChannelNews()) { sum, entry in
      if !shown.contains(entry.offset) { sum.add(entry.element) }
    }
  }
}
