public import TerminalScreen

/// The frame at the left and what is in it: channels, direct conversations, threads, how many drafts.
struct SidebarPane {
  let sidebar: SidebarState

  init(_ sidebar: SidebarState) { self.sidebar = sidebar }

  /// The rows of its parts, lines of the frame left out.
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
  /// The rows of the frame's lines with a title; nil for those that are not there.
  private(set) var directsTitle: Int?
  private(set) var threadsTitle: Int?
  private(set) var draftsTitle: Int?
  /// How many of the channels, and of the direct conversations, lie above what is shown.
  let skippedChannels: Int
  let skippedDirects: Int

  public static let rowsForEach = 2

  /// - Parameter rect: the sidebar with its frame (`ScreenLayout.sidebar`).
  public init(_ sidebar: SidebarState, in rect: Rect) {
    var rest = Rect(
      column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, rows: rect.rows - 2)
    if sidebar.draftCount > 0, rest.rows >= 6 {
      // The number stands in a line of its own right above the frame's end, as there is nothing to list under it.
      draftsTitle = rest.takeBottom(1).row
    }
    let threadRows = sidebar.threads.count * Self.rowsForEach
    if threadRows > 0, rest.rows >= 8 {
      // Threads have at most two fifths of the rows, or what channels leave.
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
    // The two are kept apart by a line where that costs no channel its place.
    let directRows = (sidebar.directs.count - skippedDirects) * Self.rowsForEach
    if directRows > 0, channels.rows > 0, rest.rows > directRows { directsTitle = rest.takeTop(1).row }
    directs = rest
  }
}
