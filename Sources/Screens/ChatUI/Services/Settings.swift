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

  /// What the times of messages say.
  public enum MessageTimes: Hashable, Sendable {
    /// The time of the day.
    case absolute
    /// How long ago it was, for a day.
    case relative
  }

  /// How pictures in messages are shown.
  public enum Images: Hashable, Sendable {
    /// As blocks of colour, but not over a remote line.
    case automatic
    /// As blocks of colour.
    case blocks
    /// Only their names are.
    case never
  }

  public var theme = AdaptiveTheme.automatic
  /// What the terminal writes on, as far as that is known without asking it.
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
  /// With which keys one edits.
  public var keyStyle = KeyStyle.emacs
  /// The path of the configuration, whether the file exists or not; nil if there is no folder for it.
  public var configurationFile: String?
  /// How messages are written.
  package var composer = ComposerSettings()
  /// How much room there is about the words of messages.
  public var messageDensity = MessageLayout.Density.compact
  /// The columns of names beside messages; nil: by the width of the screen.
  public var nameWidth: Int?
  /// What the times of messages say.
  public var messageTimes = MessageTimes.absolute
  /// How pictures in messages are shown.
  public var images = Images.automatic
  /// Whether the terminal is at the other end of a line.
  public var isRemote = false
  /// Whether pictures are shown without being asked for.
  var showsPictures: Bool { images == .blocks || images == .automatic && !isRemote }
  /// Whether a terminal that shows pictures gets them, and not only blocks.
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

/// How the channels of a section are sorted. Favourites stand before the others in any case.
public nonisolated enum ChannelOrder: Hashable, Sendable {
  /// By name: what happens in a channel does not move it.
  case name
  /// Those with the latest message first.
  case activity
  /// Those with something unread first, and by name.
  case unread
}

/// A theme with the name `/theme` knows it by.
public nonisolated struct NamedTheme: Hashable, Sendable {
  public let name: String
  public let theme: AdaptiveTheme

  public init(_ name: String, _ theme: AdaptiveTheme) {
    self.name = name
    self.theme = theme
  }
}
