import ChatDomain
import TerminalScreen

/// The frame at the left with its contents: channels, direct conversations, threads, the number of drafts.
struct SidebarPane {
  let sidebar: SidebarState
  /// The parts of the sidebar in `rect`.
  let parts: SidebarParts
  let rect: Rect

  func strokes(on canvas: inout Canvas) {
    canvas.stroke(around: rect)
    for row in parts.innerHeadingRows {
      canvas.stroke(row: row, columns: rect.column..<rect.endColumn)
    }
  }

  func drawHeadings(on canvas: inout Canvas) {
    for part in parts.all {
      guard let row = part.headingRow else { continue }
      canvas.putTitle(heading(of: part, canvas.theme), row: row, in: rect)
    }
    if let row = parts.draftsRow {
      var words = StyledText("Drafts \(sidebar.draftCount)", canvas.theme.title)
      if let key = sidebar.draftsKey { words.append(StyledText(" · \(key)", canvas.theme.quiet)) }
      canvas.putTitle(words, row: row, in: rect)
    }
  }

  private static let folded: ScreenText = "▸ "

  private func heading(of part: SidebarPart, _ theme: Theme) -> StyledText {
    let words = StyledText(words(of: part.section), theme.title, limit: 64)
    guard part.isFolded else { return words }
    var heading = StyledText(Self.folded, theme.title)
    heading.append(words)
    if part.beyond.count > 0 { heading.append(StyledText(" +\(part.beyond.count)", theme.title)) }
    NewsSigns(news: part.beyond.news).appended(to: &heading, theme)
    return heading
  }

  private func words(of section: SidebarSection) -> String {
    switch section {
    case .channels: sidebar.heading.map { FirstWords.line(of: $0) } ?? "Channels"
    case .space(let id): FirstWords.line(of: sidebar.spaces.first { $0.id == id }?.name ?? "")
    case .directs: "Direct"
    case .threads: "Threads"
    }
  }
}

/// The rows in the sections of the sidebar: channels, direct conversations and threads.
struct SidebarList {
  let sidebar: SidebarState
  let parts: SidebarParts

  /// Draws all sections.
  ///
  /// - Parameter before: the state that was drawn with the same parts in the last frame: only rows that changed are drawn.
  func draw(after before: SidebarState? = nil, on canvas: inout Canvas) {
    for part in parts.all {
      let section = part.section
      if section == .threads {
        draw(sidebar.$threads, after: before?.$threads, in: part, on: &canvas)
      } else {
        draw(sidebar.channels(in: section), after: before?.channels(in: section), in: part, on: &canvas)
      }
    }
    if before == nil, sidebar.$channels.isEmpty, sidebar.spaces.isEmpty, sidebar.$directs.isEmpty,
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

  /// Draws the rows that changed.
  private func draw<Row: SidebarRow>(
    _ rows: [Shared<Row>], after before: [Shared<Row>]?, in part: SidebarPart, on canvas: inout Canvas
  ) {
    if rows == before { return }
    var rest = part.entries
    for index in part.shown {
      var place = rest.takeTop(part.height(of: index))
      // Space is kept for channels that are not loaded yet.
      let row = index < rows.count ? rows[index] : nil
      if let row, let before, index < before.count {
        if row == before[index] { continue }
        // A key in a draft changes only the preview.
        var last = before[index].wrappedValue
        last.preview = row.wrappedValue.preview
        if place.rows > 1, last == row.wrappedValue {
          place = place.takeBottom(1)
          canvas.clear(place)
          row.wrappedValue.entry.drawPreview(in: place, on: &canvas)
          continue
        }
      }
      canvas.clear(place)
      row?.wrappedValue.entry.draw(in: place, on: &canvas)
    }
    drawRest(of: part, on: &canvas)
  }

  /// Draws the number of entries that are not shown: "4 more · 2 new".
  private func drawRest(of part: SidebarPart, on canvas: inout Canvas) {
    guard !part.rest.isEmpty else { return }
    canvas.clear(part.rest)
    var news = part.beyond.news
    news.add(sidebar.news(in: part.section, beside: part.shown))
    let theme = canvas.theme
    var words = StyledText("   \(part.hiddenCount) more", news.isCalling ? theme.unread : theme.quiet)
    NewsSigns(news: news).join(to: &words, theme, columns: part.rest.columns)
    canvas.putRow(words, in: part.rest)
  }
}

extension SidebarState {
  /// The news of a section's entries that are not shown.
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
