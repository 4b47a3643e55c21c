public import ChatScreens
public import Composer
public import TerminalScreen

/// The settings a user can change.
public nonisolated struct Settings: Hashable, Sendable {
  /// Which messages call for the attention of a user who is looking elsewhere; each case includes the ones before it.
  public enum Calls: Hashable, Sendable { case never, direct, mentions, all }

  /// What the terminal's title says.
  public enum Title: Hashable, Sendable {
    /// The title is left as it is.
    case untouched
    /// The program's name.
    case name
    /// The number of unread messages, and the name.
    case unread
    /// The number of unread messages, the open channel, and the name.
    case channel
  }

  /// How the times of messages are shown.
  public enum MessageTimes: Hashable, Sendable {
    /// The time of the day.
    case absolute
    /// The age of a message for a day, and then the time of the day.
    case relative
  }

  /// How pictures in messages are shown.
  public enum Images: Hashable, Sendable {
    /// As pixels in a terminal that can show them, and otherwise as blocks of colour. Over a remote connection, only the names of
    /// files are shown.
    case automatic
    /// As blocks of colour.
    case blocks
    /// Only the names of their files are shown.
    case never
  }

  public var theme = AdaptiveTheme.automatic
  /// The background of the terminal; a guess until the terminal reports it.
  public var background = Background.unknown
  /// The theme for the background.
  var shownTheme: Theme { theme.theme(on: background) }
  /// The themes `/theme` can choose from; the first one is used when no name is given.
  public var themes = Settings.builtInThemes
  /// Which messages ring the bell while the terminal is not focused.
  public var bell = Calls.mentions
  /// Which messages notify the desktop (OSC 9) while the terminal is not focused.
  public var desktop = Calls.mentions
  /// What the terminal's title says.
  public var title = Title.unread
  /// Whether clicks, wheel and drags are handled; selecting text with the terminal itself then needs Shift.
  public var usesMouse = false
  public var channelOrder = ChannelOrder.name
  /// Emacs or vi key bindings.
  public var keyStyle = KeyStyle.emacs
  /// The path of the configuration, whether the file exists or not; nil if there is no folder for it.
  public var configurationFile: String?
  /// How messages are written.
  package var composer = ComposerSettings()
  /// The space around and between messages.
  public var messageDensity = MessageLayout.Density.compact
  /// The number of columns for names beside messages; nil to derive it from the width of the screen.
  public var nameWidth: Int?
  /// How the times of messages are shown.
  public var messageTimes = MessageTimes.absolute
  /// How pictures in messages are shown.
  public var images = Images.automatic
  /// Whether the terminal is connected over a network, as with SSH.
  public var isRemote = false
  /// Whether pictures are shown without being asked for.
  var showsPictures: Bool { images == .blocks || images == .automatic && !isRemote }
  /// Whether pictures are shown as pixels in a terminal that can show them, and not as blocks.
  var showsPixels: Bool { images == .automatic && !isRemote }
  /// Whether channels with a draft are listed before the others.
  public var putsDraftsFirst = false
  /// Whether a channel with a draft hides the time of its last message.
  public var hidesTimeOfDrafts = false
  /// The maximum time a frame waits for the store.
  public var longestSaving = Duration.milliseconds(50)

  /// The maximum time quitting waits for the store.
  public var longestLeaving = Duration.seconds(5)

  public init() {}

  public static let builtInThemes = [
    NamedTheme("auto", .automatic), NamedTheme("dark", AdaptiveTheme(.dark)),
    NamedTheme("light", AdaptiveTheme(.light)), NamedTheme("contrast", .highContrast),
  ]
}

/// How the channels of a section are sorted. Favourites come before the others in every order.
public nonisolated enum ChannelOrder: Hashable, Sendable {
  /// By name, so that activity does not move a channel.
  case name
  /// By latest activity, the newest first.
  case activity
  /// Channels that are marked as unread or have unread messages that notify the user, then the others; each group by name.
  case unread
}

/// A theme, and its name for `/theme`.
public nonisolated struct NamedTheme: Hashable, Sendable {
  public let name: String
  public let theme: AdaptiveTheme

  public init(_ name: String, _ theme: AdaptiveTheme) {
    self.name = name
    self.theme = theme
  }
}
