import DraftEngine
public import TerminalScreen

/// The style of every kind of text. No information is given by colour alone.
public struct Theme: Hashable, Sendable {
  public var text = Style.plain
  public var quiet = Style(.palette(8))
  public var border = Style(.palette(8))
  public var title = Style(.standard, [.bold])
  public var selected = Style(.standard, [.reverse])
  public var unread = Style(.standard, [.bold])
  public var badge = Style(.palette(1), [.bold])
  public var draft = Style(.palette(3), [.italic])
  public var mention = Style(.palette(6), [.bold, .underline])
  public var channelReference = Style(.palette(2), [.bold, .underline])
  public var link = Style(.palette(4), [.underline])
  public var ownName = Style(.palette(2), [.bold])
  /// A person's name always has the same one of these.
  public var names: [Style] = [2, 3, 4, 5, 6].map { Style(.palette($0), [.bold]) }
  public var readerMentioned = Style(.palette(3), [.bold])
  public var quote = Style(.palette(8), [.italic])
  public var good = Style(.palette(2))
  public var warning = Style(.palette(3))
  public var error = Style(.palette(1), [.bold])
  /// The name of the channel or thread that is open.
  public var open = Style(.standard, [.bold])
  /// The bar beside the open or chosen item.
  public var marker = Style(.palette(6), [.bold])
  /// Laid over the message that the keys act on.
  public var chosen = Style(.standard, [.bold])
  public var typing = Style(.palette(6), [.italic])
  /// The line where reading stopped.
  public var unreadMark = Style(.palette(1), [.bold])
  /// The line about the replies under a message.
  public var thread = Style(.palette(6))

  public init() {}

  /// For a dark background.
  public static let dark = Theme()
}

extension Theme {
  /// Whether nothing but a weight or a line tells mentions from other words: then they keep their `@` and `#`.
  public var showsSigns: Bool {
    [mention, channelReference].contains { style in
      style.over(text).foreground == text.foreground && style.over(text).background == text.background
    }
  }

  /// The style of a mention, a channel reference or a link.
  func element(_ target: MentionTarget) -> Style {
    switch target {
    case .user: mention
    case .channel: channelReference
    case .url: link
    }
  }

  /// The style of a person's name.
  func name(of id: String) -> Style {
    guard !names.isEmpty else { return title }
    // Our own hash, because the standard library's differs each time the program starts.
    let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return names[Int(hash % UInt32(names.count))]
  }
}
