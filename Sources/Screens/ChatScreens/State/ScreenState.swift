public import ChatDomain
public import TerminalScreen

/// Everything on the screen, as a value: `Screen.frame(of:)` draws it and uses nothing else.
public struct ScreenState: Hashable, Sendable {
  public var size: Size
  @Shared public var theme: Theme
  @Shared public var sidebar = SidebarState()
  @Shared public var header = HeaderState()
  @Shared public var timeline = TimelineState()
  /// The thread that is open beside the channel, or in its place if there is no room.
  @Shared public var thread: ThreadPaneState? = nil
  @Shared public var composer = ComposerState()
  /// The suggestions for the focused composer.
  @Shared public var popup: PopupState? = nil
  /// The panel over everything, which gets the keys.
  @Shared public var panel: PanelState? = nil
  @Shared public var status = StatusState()
  public var focus = Focus.channel

  /// The part that gets the keys when no panel is open.
  public enum Focus: Hashable, Sendable {
    case channel
    case thread
  }

  public init(size: Size, theme: Theme = .dark) {
    self.size = size
    self.theme = theme
  }
}

/// The line above a timeline.
public struct HeaderState: Hashable, Sendable {
  /// With its sign: "#general", "@ Alex Dunn".
  public var title = ""
  /// The topic; while the user reads further up, the day and the time of the first message shown.
  public var topic: String?
  public var pinnedCount = 0
  public var memberCount = 0
  /// The presence of the other person in a direct conversation: "online", "last seen 09:12".
  public var presence: String?
  /// Whether its messages are encrypted.
  public var isEncrypted = false

  public init() {}
}

/// The last line.
public struct StatusState: Hashable, Sendable {
  public enum Tone: Hashable, Sendable { case quiet, good, warning, error }

  public struct Part: Hashable, Sendable {
    public var text: String
    public var tone: Tone
    /// Shown if there is no room for the text; if it is empty, the text is cut.
    public var short: String

    public init(_ text: String, _ tone: Tone = .quiet, short: String = "") {
      self.text = text
      self.tone = tone
      self.short = short
    }
  }

  /// "demo" in the demo; it is never left out.
  public var demo = ""
  /// The connection: "online", "offline since 05:40, retry in 4 s".
  public var connection = Part("")
  /// The number of unread messages in the inbox: "4 unread in inbox"; it is never cut.
  public var news = ""
  /// Whether text is saved: "drafts saved".
  public var saving = Part("")
  /// A mode or the beginning of a key sequence: "message", "C-x-".
  public var mode: String?
  /// The latest notice; it replaces the hint.
  public var notice: Part?
  /// Useful keys at this moment.
  public var hint = ""
  /// Whether the hint stays beside a notice, which then has its own rows if there is room for them.
  public var keepsHint = false
  /// The key that explains all others; it stays if there is no room for the hint.
  public var help = ""
  /// A tour's current step; it has its own lines, and none on a small screen.
  public var guide = ""

  public init() {}
}

/// An open thread: its parent, its replies and its composer.
public struct ThreadPaneState: Hashable, Sendable {
  /// "Thread · #general".
  public var title = ""
  /// How to close the thread, shown if there is room: "C-x 0 close".
  public var hint = ""
  public var parent: MessageRow?
  public var timeline = TimelineState()
  @Shared public var composer: ComposerState

  public init() { composer = ComposerState() }
}

/// The part of the screen under the mouse pointer.
public enum ScreenTarget: Hashable, Sendable {
  case channel(ChannelID)
  case thread(DraftKey)
  /// The heading of a section of the sidebar, and the line with the number of further entries.
  case section(SidebarSection)
  case rest(of: SidebarSection)
  /// The number of drafts.
  case drafts
  /// The rest of the sidebar.
  case sidebar
  case message(MessageID, in: ScreenState.Focus)
  /// A place in a timeline without a message.
  case timeline(ScreenState.Focus)
  /// A place in a draft, in UTF-8 bytes.
  case text(offset: Int, in: ScreenState.Focus)
  case popupRow(Int)
  case panelRow(Int)
  /// A panel, outside its rows, or anything under a panel, which cannot be reached.
  case panel
}
