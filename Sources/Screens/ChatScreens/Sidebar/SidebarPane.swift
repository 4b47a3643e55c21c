import TerminalScreen

/// The frame at the left with its contents: channels, direct conversations, threads, the number of drafts.
struct SidebarPane {
  let sidebar: SidebarState
  private let parts: SidebarParts
  private let rect: Rect

  /// - Parameter parts: those of the sidebar in `rect`.
  init(_ sidebar: SidebarState, _ parts: SidebarParts, in rect: Rect) {
    self.sidebar = sidebar
    self.rect = rect
    self.parts = parts
  }

  func strokes(on canvas: inout Canvas) {
    canvas.stroke(around: rect)
    for row in parts.innerHeadingRows {
      canvas.stroke(row: row, columns: rect.column..<rect.endColumn)
    }
  }

  /// - Parameter rows: those in which lines were drawn; nil: all.
  func drawHeadings(in rows: [Int]?, on canvas: inout Canvas) {
    func isDrawn(_ row: Int) -> Bool { rows?.contains(row) ?? true }
    for part in parts.all {
      guard let row = part.headingRow, isDrawn(row) else { continue }
      canvas.putTitle(heading(of: part, canvas.theme), row: row, in: rect)
    }
    if let row = parts.draftsRow, isDrawn(row) {
      canvas.putTitle(StyledText("Drafts \(sidebar.draftCount)", canvas.theme.title), row: row, in: rect)
    }
  }

  func drawList(on canvas: inout Canvas) { SidebarList(sidebar, parts).draw(on: &canvas) }

  private static let folded: ScreenText = "▸ "

  private func heading(of part: SidebarPart, _ theme: Theme) -> StyledText {
    let words = StyledText(words(of: part.section), theme.title, limit: 64)
    guard part.isFolded else { return words }
    var heading = StyledText(Self.folded, theme.title)
    heading.append(words)
    if part.beyond.count > 0 { heading.append(StyledText(" +\(part.beyond.count)", theme.title)) }
    NewsSigns(part.beyond.news).appended(to: &heading, theme)
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
