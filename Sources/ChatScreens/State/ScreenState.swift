public import TerminalScreen

/// Everything on the screen, as a value: `Screen.frame(of:)` draws it and uses nothing else.
public struct ScreenState: Hashable, Sendable {
  public var size: Size
  public var theme: Theme
  public var sidebar: SidebarState
  public var header: HeaderState
  public var timeline: TimelineState
  /// The thread that is open beside the channel, or in its place if there is no room.
  public var thread: ThreadPaneState?
  public var composer: ComposerState
  /// The suggestions for the focused composer.
  public var popup: PopupState?
  /// The panel that is over everything and has the keys.
  public var panel: PanelState?
  public var status: StatusState
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
}
