import TerminalScreen

/// The frame at the left with its contents: channels, direct conversations, threads, the number of drafts.
struct SidebarPane {
  let sidebar: SidebarState
  private let parts: SidebarParts
  private let rect: Rect

  init(_ sidebar: SidebarState, in rect: Rect) {
    self.sidebar = sidebar
    self.rect = rect
    parts = SidebarParts(sidebar, in: rect)
  }

  func strokes(on canvas: inout Canvas) {
    canvas.stroke(around: rect)
    for row in [parts.directs.title, parts.threads.title, parts.draftsTitle].compactMap({ $0 }) {
      canvas.stroke(row: row, columns: rect.column..<rect.endColumn)
    }
  }

  func draw(on canvas: inout Canvas) {
    for section in SidebarSection.allCases {
      let part = parts[section]
      guard let row = part.title else { continue }
      canvas.putTitle(heading(of: section, part, canvas.theme), row: row, in: rect)
    }
    if let row = parts.draftsTitle {
      canvas.putTitle(StyledText("Drafts \(sidebar.draftCount)", canvas.theme.title), row: row, in: rect)
    }
    SidebarList(sidebar, parts).draw(on: &canvas)
  }

  private static let folded: ScreenText = "▸ "

  private func heading(of section: SidebarSection, _ part: SidebarPart, _ theme: Theme) -> StyledText {
    guard part.isFolded else { return StyledText(section.heading, theme.title) }
    var heading = StyledText(Self.folded, theme.title)
    heading.append(section.heading, theme.title)
    if part.beyond.count > 0 { heading.append(StyledText(" +\(part.beyond.count)", theme.title)) }
    NewsSigns(part.beyond.news).appended(to: &heading, theme)
    return heading
  }
}

extension SidebarSection {
  fileprivate var heading: ScreenText {
    switch self {
    case .channels: "Channels"
    case .directs: "Direct"
    case .threads: "Threads"
    }
  }
}
