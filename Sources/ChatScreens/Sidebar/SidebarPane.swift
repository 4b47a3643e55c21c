public import TerminalScreen

/// The frame at the left with its contents: channels, direct conversations, threads, the number of drafts.
struct SidebarPane {
  let sidebar: SidebarState

  init(_ sidebar: SidebarState) { self.sidebar = sidebar }

  /// The rows of its parts, without the lines of the frame.
  private func parts(in rect: Rect) -> SidebarParts { SidebarParts(sidebar, in: rect) }

  func strokes(in rect: Rect, on canvas: inout Canvas) {
    canvas.stroke(around: rect)
    let parts = parts(in: rect)
    for row in [parts.directsTitle, parts.threadsTitle, parts.draftsTitle].compactMap({ $0 }) {
      canvas.stroke(row: row, columns: rect.column..<rect.endColumn)
    }
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let parts = parts(in: rect)
    let title = canvas.theme.title
    canvas.putTitle(StyledText("Channels", title), row: rect.row, in: rect)
    if let row = parts.directsTitle { canvas.putTitle(StyledText("Direct", title), row: row, in: rect) }
    if let row = parts.threadsTitle { canvas.putTitle(StyledText("Threads", title), row: row, in: rect) }
    if let row = parts.draftsTitle {
      canvas.putTitle(StyledText("Drafts \(sidebar.draftCount)", title), row: row, in: rect)
    }
    let list = ChannelListPane(sidebar, parts)
    list.draw(on: &canvas)
    ThreadListPane(sidebar.threads).draw(in: parts.threads, on: &canvas)
  }
}

/// How the sidebar divides its rows. Each channel and thread takes two.
public struct SidebarParts: Hashable, Sendable {
  public private(set) var channels: Rect
  public private(set) var directs: Rect
  public private(set) var threads: Rect
  /// The rows of the frame's lines with a title; nil for missing ones.
  private(set) var directsTitle: Int?
  private(set) var threadsTitle: Int?
  private(set) var draftsTitle: Int?
  /// The number of channels, and of direct conversations, scrolled out at the top.
  let skippedChannels: Int
  let skippedDirects: Int

  public static let rowsForEach = 2

  /// - Parameter rect: the sidebar with its frame (`ScreenLayout.sidebar`).
  public init(_ sidebar: SidebarState, in rect: Rect) {
    var rest = Rect(
      column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: rect.rows - 2)
    if sidebar.draftCount > 0, rest.rows >= 6 {
      // The number of drafts has its own line right above the frame's end, because nothing is listed under it.
      draftsTitle = rest.takeBottom(1).row
    }
    let threadRows = sidebar.threads.count * Self.rowsForEach
    if threadRows > 0, rest.rows >= 8 {
      // Threads get at most two fifths of the rows, or the rows that channels leave.
      let wanted = (sidebar.channels.count + sidebar.directs.count) * Self.rowsForEach + 1
      let most = max(rest.rows * 2 / 5, rest.rows - wanted - 1)
      threads = rest.takeBottom(min(threadRows, most / 2 * 2))
      threadsTitle = rest.takeBottom(1).row
    } else {
      threads = rest.takeBottom(0)
    }
    let skipped = min(max(0, sidebar.scroll), sidebar.channels.count + sidebar.directs.count)
    skippedChannels = min(skipped, sidebar.channels.count)
    skippedDirects = skipped - skippedChannels
    channels = rest.takeTop((sidebar.channels.count - skippedChannels) * Self.rowsForEach)
    // A line separates the two if that costs no channel its place.
    let directRows = (sidebar.directs.count - skippedDirects) * Self.rowsForEach
    if directRows > 0, channels.rows > 0, rest.rows > directRows { directsTitle = rest.takeTop(1).row }
    directs = rest
  }
}
