import DraftEngine
public import TerminalScreen

/// The style of every kind of text. No information is given by colour alone.
///
/// The default is for a dark background. Its colours are from the 256-colour palette or exact, because people change the first
/// sixteen colours of their terminals; a terminal with fewer colours gets the nearest ones.
public struct Theme: Hashable, Sendable {
  /// The background that its colours were chosen for.
  public var ground = Background.dark
  public var text = Style.plain
  public var quiet = Style(.palette(245))
  public var border = Style(.palette(240))
  public var title = Style(.standard, [.bold])
  /// The selected row: all of it has this style.
  public var selected = Style(.palette(255), on: .palette(239))
  public var unread = Style(.standard, [.bold])
  public var badge = Style(.palette(203), [.bold])
  public var draft = Style(.palette(179), [.italic])
  public var mention = Style(.palette(117), [.bold, .underline])
  public var channelReference = Style(.palette(114), [.bold, .underline])
  public var link = Style(.palette(75), [.underline])
  public var ownName = Style(.hex(0xD9B384), [.bold])
  /// The styles of names. A person's name always has the same one; none of them is that of the reader's own name.
  public var names: [Style] = Theme.names([
    0xD98C8C, 0xD79163, 0xB3AD62, 0x8FB06A, 0x66B38F, 0x62B0B5, 0x86B3DC, 0x9390DC, 0xD494D2,
  ])
  public var readerMentioned = Style(.palette(221), [.bold])
  public var quote = Style(.palette(245), [.italic])
  public var good = Style(.palette(114))
  public var warning = Style(.palette(215))
  public var error = Style(.palette(203), [.bold])
  /// The name of the channel or thread that is open.
  public var open = Style(.standard, [.bold])
  /// The bar beside the open or selected item.
  public var marker = Style(.palette(117), [.bold])
  /// Laid over the message that the keys act on.
  public var chosen = Style(.standard, on: .hex(0x2D2D2D))
  public var typing = Style(.palette(117), [.italic])
  /// The line where reading stopped.
  public var unreadMark = Style(.palette(203), [.bold])
  /// The line about the replies under a message.
  public var thread = Style(.palette(109))
  /// A match of a search.
  public var match = Style(.palette(221), [.bold, .underline])
  /// Everything behind a panel.
  public var behind = Style(.palette(240))
  /// Laid over misspelled words.
  public var misspelled = Style(.palette(203), [.underline])
  /// Inline code. With a background, a blank on either side replaces its backticks.
  public var code = Style(.palette(252), on: .palette(238))
  public var codeKeyword = Style.plain
  public var codeString = Style.plain
  public var codeComment = Style.plain
  public var codeNumber = Style.plain
  public var codeType = Style.plain
  public var codeFunction = Style.plain

  public init() { colourCode() }

  /// Derives the colours of code from others of this theme, which are legible on its background.
  mutating func colourCode() {
    codeKeyword = marker
    codeString = good
    codeComment = quote
    codeNumber = warning
    codeType = thread
    codeFunction = Style(link.foreground)
  }

  /// For a dark background.
  public static let dark = Theme()

  /// Bold styles for names, in colours without another meaning.
  static func names(_ colors: [UInt32]) -> [Style] { colors.map { Style(.hex($0), [.bold]) } }
}

extension Color {
  /// A colour written as `0xRRGGBB`.
  static func hex(_ number: UInt32) -> Color {
    .rgb(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }
}

extension Theme {
  /// Whether mentions of people or of channels have no colour of their own; they then keep their `@` and `#`.
  public var showsSigns: Bool {
    [mention, channelReference].contains { style in
      style.over(text).foreground == text.foreground && style.over(text).background == text.background
    }
  }

  /// Whether inline code has a background that sets it apart; otherwise it keeps its backticks.
  var boxesCode: Bool { code.over(text).background != text.background }

  /// The style of a mention, a channel reference or a link.
  func element(_ target: MentionTarget) -> Style {
    switch target {
    case .user: mention
    case .channel: channelReference
    case .url: link
    }
  }

  /// The style of words in the message that the keys act on. If the theme reverses it, words lose their colours, which would become
  /// patches of background.
  ///
  /// - Parameter words: their usual style.
  public func chosen(_ words: Style) -> Style {
    if chosen.attributes.contains(.reverse) { return chosen.over(text).replacing(words) }
    var words = words
    // On this background secondary text would be hard to read.
    if words.foreground == quiet.foreground { words.foreground = text.foreground }
    return chosen.over(words)
  }

  /// The style of a person's name.
  func name(of id: String) -> Style {
    guard !names.isEmpty else { return title }
    // FNV-1a, because the standard library's hash differs each time the program starts.
    let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return names[Int(hash % UInt32(names.count))]
  }
}

/// One of the styles of a theme, by its name in a configuration.
public struct ThemeRole: Sendable {
  public let name: String
  /// The things drawn in this style.
  public let meaning: String
  public let path: any WritableKeyPath<Theme, Style> & Sendable
}

extension Theme {
  /// The name of the only entry with several styles: people's names.
  public static let namesRole = "names"

  /// All styles except those of people's names.
  public static let roles: [ThemeRole] = [
    role("text", \.text, "text; its colours are those of the whole screen"),
    role("quiet", \.quiet, "secondary text: times, topics, previews"),
    role("border", \.border, "the lines between panes"),
    role("title", \.title, "titles"),
    role("selected", \.selected, "the selected row of a list, selected text"),
    role("unread", \.unread, "unread channels and their counts"),
    role("badge", \.badge, "the mark of a channel with mentions of you"),
    role("draft", \.draft, "drafts in the lists"),
    role("mention", \.mention, "mentions of people"),
    role("channelReference", \.channelReference, "mentions of channels"),
    role("link", \.link, "links"),
    role("ownName", \.ownName, "your own name"),
    role("readerMentioned", \.readerMentioned, "mentions of you"),
    role("quote", \.quote, "quotes"),
    role("good", \.good, "good states: online, present"),
    role("warning", \.warning, "warnings: offline"),
    role("error", \.error, "failures"),
    role("open", \.open, "the name of the open channel or thread"),
    role("marker", \.marker, "the bar beside the open or selected row"),
    role("chosen", \.chosen, "laid over the selected message"),
    role("typing", \.typing, "who is typing"),
    role("unreadMark", \.unreadMark, "the line above new messages"),
    role("thread", \.thread, "the line about the replies under a message"),
    role("match", \.match, "matches of a search"),
    role("behind", \.behind, "everything behind a list or a question"),
    role("misspelled", \.misspelled, "laid over misspelled words in the composer"),
    role("code", \.code, "code in a line of text"),
    role("codeKeyword", \.codeKeyword, "keywords in blocks of code, and the names of tags"),
    role("codeString", \.codeString, "strings in code, and added lines"),
    role("codeComment", \.codeComment, "comments in code"),
    role("codeNumber", \.codeNumber, "numbers in code, and escape sequences"),
    role("codeType", \.codeType, "types, keys and attributes in code"),
    role("codeFunction", \.codeFunction, "functions in code"),
  ]

  /// A copy in which every style without its own colour has that of the text, so that a background set there applies
  /// everywhere.
  public var onItsBackground: Theme {
    guard text.foreground != .standard || text.background != .standard else { return self }
    let under = Style(text.foreground, on: text.background)
    var theme = self
    // Except styles laid over words, which would hide their colours.
    for role in Self.roles where role.name != "chosen" && role.name != "misspelled" {
      theme[keyPath: role.path] = self[keyPath: role.path].over(under)
    }
    theme.names = names.map { $0.over(under) }
    return theme
  }

  private static func role(
    _ name: String, _ path: any WritableKeyPath<Theme, Style> & Sendable, _ meaning: String
  ) -> ThemeRole {
    ThemeRole(name: name, meaning: meaning, path: path)
  }
}

/// A theme for each kind of background. All three are the same if a theme was made for one background.
public struct AdaptiveTheme: Hashable, Sendable {
  public private(set) var onDark: Theme
  public private(set) var onLight: Theme
  public private(set) var onUnknown: Theme

  public init(onDark: Theme, onLight: Theme, onUnknown: Theme) {
    self.onDark = onDark
    self.onLight = onLight
    self.onUnknown = onUnknown
  }

  public init(_ theme: Theme) { self.init(onDark: theme, onLight: theme, onUnknown: theme) }

  /// Chooses only colours that are legible on the terminal's background.
  public static let automatic = AdaptiveTheme(onDark: .dark, onLight: .light, onUnknown: .unknown)
  public static let highContrast = AdaptiveTheme(
    onDark: .highContrast, onLight: .highContrastOnLight, onUnknown: .highContrastOnUnknown)

  public func theme(on ground: Background) -> Theme {
    switch ground {
    case .dark: onDark
    case .light: onLight
    case .unknown: onUnknown
    }
  }

  /// Whether the theme depends on the terminal's background.
  public var isAdaptive: Bool { onDark != onLight || onLight != onUnknown }

  /// Changes the themes for all backgrounds.
  public mutating func change(_ body: (inout Theme) -> Void) {
    body(&onDark)
    body(&onLight)
    body(&onUnknown)
  }

  /// A copy in which the text's background, if it has one, is that of the whole screen. The theme for that kind of background then
  /// applies on every terminal.
  public var onItsBackground: AdaptiveTheme {
    let ground = onUnknown.text.background.ground
    guard ground != .unknown else {
      var theme = self
      theme.change { $0 = $0.onItsBackground }
      return theme
    }
    return AdaptiveTheme(theme(on: ground).onItsBackground)
  }
}

extension Color {
  /// The dark ones of a terminal's first sixteen colours.
  private static let darkBasics: Set<UInt8> = [0, 1, 2, 4, 5, 8]

  /// The kind of background that this colour makes.
  fileprivate var ground: Background {
    switch self {
    case .standard: return .unknown
    case .palette(let index) where index < 16: return Self.darkBasics.contains(index) ? .dark : .light
    case .palette(let index) where index < 232:
      let place = Int(index) - 16
      func level(_ step: Int) -> Double { step == 0 ? 0 : Double(55 + 40 * step) / 255 }
      return Background(red: level(place / 36), green: level(place / 6 % 6), blue: level(place % 6))
    case .palette(let index):
      let level = Double(8 + 10 * (Int(index) - 232)) / 255
      return Background(red: level, green: level, blue: level)
    case .rgb(let red, let green, let blue):
      return Background(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }
  }
}
