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

  /// Draws all sections.
  ///
  /// - Parameter before: what is there already: of the sections that are where they were, only what has changed is drawn.
  func draw(after before: SidebarList? = nil, on canvas: inout Canvas) {
    for part in parts.all {
      let isKept = before.map { parts.keeps(part, of: $0.parts) } ?? false
      draw(part, after: isKept ? before?.sidebar : nil, on: &canvas)
    }
    if before?.parts != parts, sidebar.$channels.isEmpty, sidebar.spaces.isEmpty, sidebar.$directs.isEmpty,
      sidebar.beyond.isEmpty
    {
      canvas.putCentred(StyledText("no channels yet", canvas.theme.quiet), in: parts.empty)
    }
  }

  /// The target at a position within the sections.
  func target(at position: Position) -> ScreenTarget? {
    for part in parts.all {
      if position.row == part.headingRow { return .section(part.section) }
      if part.rest.contains(position) { return .rest(of: part.section) }
      guard let index = part.index(at: position) else { continue }
      switch part.section {
      case .threads: return sidebar.$threads.dropFirst(index).first.map { .thread($0.wrappedValue.key) }
      case .channels, .space, .directs:
        return sidebar.channels(in: part.section).dropFirst(index).first.map { .channel($0.wrappedValue.id) }
      }
    }
    return position.row == parts.draftsRow ? .drafts : nil
  }

  private func draw(_ part: SidebarPart, after before: SidebarState?, on canvas: inout Canvas) {
    let section = part.section
    let mayHaveChanged =
      section == .threads
      ? draw(sidebar.$threads, after: before?.$threads, in: part, on: &canvas)
      : draw(sidebar.channels(in: section), after: before?.channels(in: section), in: part, on: &canvas)
    // What is beyond the list belongs to the part: of a part that was kept, it is what it was.
    if mayHaveChanged { drawRest(of: part, on: &canvas) }
  }

  /// Draws the rows that are others than before.
  ///
  /// - Returns: whether there may be any, shown or not.
  private func draw<Row: SidebarRow>(
    _ rows: [Shared<Row>], after before: [Shared<Row>]?, in part: SidebarPart, on canvas: inout Canvas
  ) -> Bool {
    // A key changes one row, so that the other sections share theirs with the last frame.
    if let before, Self.areSame(rows, before) { return false }
    var rest = part.entries
    for index in part.shown {
      var place = rest.takeTop(part.height)
      guard index < rows.count else {
        // It may be that of one whose place is kept for another that is not known yet.
        if let before, index < before.count { canvas.clear(place) }
        continue
      }
      if let before, index < before.count {
        if rows[index].isSame(as: before[index]) { continue }
        let (row, last) = (rows[index].wrappedValue, before[index].wrappedValue)
        // Each key changes only the preview.
        if part.height > 1, last.with(row.preview) == row {
          _ = place.takeTop(1)
          row.entry.drawPreview(in: place, on: &canvas)
          continue
        }
        canvas.clear(place)
      }
      rows[index].wrappedValue.entry.draw(in: place, on: &canvas)
    }
    return true
  }

  private static func areSame<Row>(_ rows: [Shared<Row>], _ others: [Shared<Row>]) -> Bool {
    guard rows.count == others.count else { return false }
    for index in rows.indices where !rows[index].isSame(as: others[index]) { return false }
    return true
  }

  /// "+4": how many entries are not shown.
  private func drawRest(of part: SidebarPart, on canvas: inout Canvas) {
    guard !part.rest.isEmpty else { return }
    canvas.clear(part.rest)
    var news = part.beyond.news
    news.add(sidebar.news(in: part.section, beside: part.shown))
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
      ? threads.map { ChannelNews(notifications: $0.unreadReplies) }
      : channels(in: section).map(\.wrappedValue.news)
    return all.enumerated().reduce(into: ChannelNews()) { sum, entry in
      if !shown.contains(entry.offset) { sum.add(entry.element) }
    }
  }
}
