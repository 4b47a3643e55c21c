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
    // A key changes one row, so that the other sections share theirs with the last frame.
    if let before, sidebar.hasSameRows(in: section, as: before) { return }
    let part = parts[section]
    let (rows, oldRows) = (sidebar.channels(in: section), before?.channels(in: section) ?? [])
    let isThreads = section == .threads
    var rest = part.entries
    for index in part.shown {
      if let before,
        isThreads
          ? Self.hasSame(sidebar.threads, before.threads, at: index) : Self.hasSame(rows, oldRows, at: index)
      {
        _ = rest.takeTop(part.height)
        continue
      }
      guard let entry = sidebar.entry(at: index, in: section) else { break }
      var place = rest.takeTop(part.height)
      if let old = before?.entry(at: index, in: section) {
        guard old != entry else { continue }
        // Each key changes only the preview.
        let isPreviewAlone = part.height > 1 && old.with(entry.preview) == entry
        if isPreviewAlone { _ = place.takeTop(1) }
        canvas.clear([place])
        if isPreviewAlone {
          entry.drawPreview(in: place, on: &canvas)
          continue
        }
      }
      entry.draw(in: place, on: &canvas)
    }
    drawRest(of: section, part, on: &canvas)
  }

  private static func hasSame<Row: Equatable>(_ rows: [Row], _ others: [Row], at index: Int) -> Bool {
    rows.indices.contains(index) && others.indices.contains(index) && rows[index] == others[index]
  }

  /// "+4": how many entries are not shown.
  private func drawRest(of section: SidebarSection, _ part: SidebarPart, on canvas: inout Canvas) {
    guard !part.rest.isEmpty else { return }
    canvas.clear([part.rest])
    var news = part.beyond.news
    news.add(sidebar.news(in: section, beside: part.shown))
    let theme = canvas.theme
    var words = StyledText("   +\(part.hiddenCount)", news.isCalling ? theme.unread : theme.quiet)
    NewsSigns(news).appended(to: &words, theme)
    canvas.putRow(words, in: part.rest)
  }
}

extension SidebarState {
  fileprivate func entry(at index: Int, in section: SidebarSection) -> SidebarEntry? {
    section == .threads
      ? threads.dropFirst(index).first.map(SidebarEntry.init)
      : channels(in: section).dropFirst(index).first.map(SidebarEntry.init)
  }

  /// Whether a section lists the same as before, and leaves out the same.
  fileprivate func hasSameRows(in section: SidebarSection, as before: SidebarState) -> Bool {
    guard beyond[section] == before.beyond[section] else { return false }
    return section == .threads
      ? threads == before.threads : channels(in: section) == before.channels(in: section)
  }

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
