public import TerminalScreen

/// The positions of the parts of the screen. As it gets smaller, first a thread takes the channel's place, then the sidebar folds
/// away, then header and rule disappear.
public struct ScreenLayout: Hashable, Sendable {
  /// The sidebar with its frame; nil if it is folded away.
  public private(set) var sidebar: Rect?
  /// Nil if a thread has taken its place.
  public private(set) var channel: PaneLayout?
  /// Nil if no thread is open.
  public private(set) var thread: PaneLayout?
  /// The part of the thread in which its replies scroll, below the parent.
  public private(set) var replies: Rect?
  /// The column between channel and thread.
  public private(set) var divider: Rect?
  public private(set) var status = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The minimum size; on a smaller screen one line says that it is too small.
  public static let smallest = Size(columns: 20, rows: 5)

  public init(of state: ScreenState) {
    var memory = ScreenMemory()
    self.init(of: state, reusing: &memory)
  }

  /// Computes the same layout faster, with results of the previous frame.
  public init(of state: ScreenState, reusing memory: inout ScreenMemory) {
    guard Self.fits(state.size) else { return }
    var main = Rect(state.size)
    let sidebarColumns = Self.sidebarColumns(of: state.size)
    if !state.sidebar.isHidden, sidebarColumns > 0 { sidebar = main.takeLeft(sidebarColumns) }
    status = main.takeBottom(
      memory.rows(of: StatusPane(status: state.status), columns: main.columns, on: state.size))
    guard let open = state.thread else {
      channel = Self.pane(main, state.$composer, isFocused: true, of: .channel, reusing: &memory)
      return
    }
    if state.size.columns >= Self.columnsForThread {
      let isThread = state.focus == .thread
      let beside = main.takeRight((main.columns - 1) * 9 / 20)
      divider = main.takeRight(1)
      channel = Self.pane(main, state.$composer, isFocused: !isThread, of: .channel, reusing: &memory)
      thread = Self.pane(beside, open.$composer, isFocused: isThread, of: .thread, reusing: &memory)
    } else if state.focus == .thread {
      thread = Self.pane(main, open.$composer, isFocused: true, of: .thread, reusing: &memory)
    } else {
      channel = Self.pane(main, state.$composer, isFocused: true, of: .channel, reusing: &memory)
    }
    replies = thread.map {
      ThreadSplit(open, in: $0.timeline, showsSigns: state.theme.showsSigns, reusing: memory.messageBlocks)
        .replies
    }
  }

  private static func pane(
    _ whole: Rect, _ composer: Shared<ComposerState>, isFocused: Bool, of place: ScreenState.Focus,
    reusing memory: inout ScreenMemory
  ) -> PaneLayout {
    let width = PaneLayout.composerWidth(in: whole)
    return PaneLayout(
      whole, textRows: memory.layout(of: composer, width: width, in: place).rowCount,
      noteRows: ComposerNotes.count(of: composer.wrappedValue, columns: width),
      previewRows: composer.wrappedValue.preview.map { ComposerPane.previewRows($0, columns: width).count }
        ?? 0,
      isFocused: isFocused)
  }

  /// The area in which a panel is centred: the part beside the sidebar, or the whole screen if that is too narrow; in either case
  /// without the status line's additional rows.
  func stage(of size: Size) -> Rect {
    var stage = Rect(Size(columns: size.columns, rows: size.rows - status.rows + 1))
    if let sidebar, size.columns - sidebar.columns >= Self.columnsForPanel {
      _ = stage.takeLeft(sidebar.columns)
    }
    return stage
  }

  private static let columnsForPanel = 50

  /// The area that suggestions may cover: with two panes only their own, so that both composers stay visible.
  func popupGround(of state: ScreenState) -> Rect {
    guard let channel, let thread else { return Rect(state.size) }
    return state.focus == .thread ? thread.whole : channel.whole
  }

  private static let columnsForThread = 100

  /// The minimum number of columns for the sidebar beside the messages.
  static let columnsForSidebar = 60

  /// Whether there is room for the sidebar.
  public static func hasSidebar(_ size: Size) -> Bool { fits(size) && sidebarColumns(of: size) > 0 }

  public static func fits(_ size: Size) -> Bool {
    size.columns >= smallest.columns && size.rows >= smallest.rows
  }

  /// The columns of the sidebar with its frame; 0 if there is no room for it.
  package static func sidebarColumns(of size: Size) -> Int {
    switch size.columns {
    case 140...: 40
    case 120...: 34
    case 100...: 30
    case 80...: 27
    case columnsForSidebar...: 23
    default: 0
    }
  }
}

extension ScreenLayout {
  /// Whether a composer has the caret: the focused one, or the only one.
  func hasFocus(_ place: ScreenState.Focus, _ state: ScreenState) -> Bool {
    switch place {
    case .channel: channel != nil && (thread == nil || state.focus == .channel)
    case .thread: thread != nil && (channel == nil || state.focus == .thread)
    }
  }

  /// The place of the composer with the caret.
  func focusedPlace(of state: ScreenState) -> ScreenState.Focus {
    hasFocus(.thread, state) ? .thread : .channel
  }
}
