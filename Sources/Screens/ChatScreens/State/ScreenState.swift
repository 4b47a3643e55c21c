public import TerminalScreen

/// Everything on the screen, as a value: `Screen.frame(of:)` draws it and uses nothing else.
public struct ScreenState: Hashable, Sendable {
  public var size: Size
  @Shared public var theme: Theme
  @Shared public var sidebar: SidebarState
  @Shared public var header: HeaderState
  @Shared public var timeline: TimelineState
  /// The thread that is open beside the channel, or in its place if there is no room.
  @Shared public var thread: ThreadPaneState?
  @Shared public var composer: ComposerState
  /// The suggestions for the focused composer.
  @Shared public var popup: PopupState?
  /// The panel that is over everything and has the keys.
  @Shared public var panel: PanelState?
  @Shared public var status: StatusState
  public var focus: Focus

  /// The part that has the keys when no panel is open.
  public enum Focus: Hashable, Sendable {
    case channel
    case thread
  }

  public init(
    size: Size, theme: Theme = .dark, sidebar: SidebarState = SidebarState(),
    header: HeaderState = HeaderState(),
    timeline: TimelineState = TimelineState(), thread: ThreadPaneState? = nil,
    composer: ComposerState = ComposerState(), popup: PopupState? = nil, panel: PanelState? = nil,
    status: StatusState = StatusState(), focus: Focus = .channel
  ) {
    self.size = size
    self.theme = theme
    self.sidebar = sidebar
    self.header = header
    self.timeline = timeline
    self.thread = thread
    self.composer = composer
    self.popup = popup
    self.panel = panel
    self.status = status
    self.focus = focus
  }

  /// Whether sidebar, header, messages and status are the same objects. Size, theme, focus and the rest of a thread are
  /// compared by `DrawnScreen.canReuse`.
  func sharesPanesBesidesComposers(with other: ScreenState) -> Bool {
    $sidebar.isSame(as: other.$sidebar) && $header.isSame(as: other.$header)
      && $timeline.isSame(as: other.$timeline) && $status.isSame(as: other.$status)
  }

  /// Shares what is equal with the state before, so that it is not compared again. Whoever makes the sidebar and the
  /// messages shares these itself.
  public mutating func share(with before: ScreenState) {
    $theme.share(with: before.$theme)
    $header.share(with: before.$header)
    $thread.share(with: before.$thread)
    $composer.share(with: before.$composer)
    $popup.share(with: before.$popup)
    $panel.share(with: before.$panel)
    $status.share(with: before.$status)
  }
}
