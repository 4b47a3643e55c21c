public import TerminalScreen

/// How what means something looks. Nothing is told by colour alone.
public struct Theme: Hashable, Sendable {
  public var text = Style.plain
  public var quiet = Style(.palette(8))
  public var border = Style(.palette(8))
  public var title = Style(.standard, [.bold])
  public var selected = Style(.standard, [.reverse])
  public var unread = Style(.standard, [.bold])
  public var badge = Style(.palette(1), [.bold])
  public var draft = Style(.palette(3))
  public var mention = Style(.palette(6), [.bold])
  public var channelReference = Style(.palette(2), [.bold])
  public var link = Style(.palette(4), [.underline])
  public var ownName = Style(.palette(2), [.bold])
  /// A person's name has one of these, the same one always.
  public var names: [Style] = [2, 3, 4, 5, 6].map { Style(.palette($0), [.bold]) }
  public var readerMentioned = Style(.palette(3), [.bold])
  public var quote = Style(.palette(8), [.italic])
  public var good = Style(.palette(2))
  public var warning = Style(.palette(3))
  public var error = Style(.palette(1), [.bold])

  public init() {}

  public static let dark = Theme()
}
