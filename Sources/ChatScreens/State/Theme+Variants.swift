import TerminalScreen

extension Theme {
  /// For a light background: yellow, cyan and bright black are hard to read there.
  public static let light: Theme = {
    var theme = Theme()
    let grey = Color.palette(240)
    theme.quiet = Style(grey)
    theme.border = Style(.palette(246))
    theme.quote = Style(grey, [.italic])
    theme.draft = Style(.palette(130), [.italic])
    theme.mention = Style(.palette(25), [.bold, .underline])
    theme.channelReference = Style(.palette(22), [.bold, .underline])
    theme.link = Style(.palette(19), [.underline])
    theme.ownName = Style(.palette(22), [.bold])
    theme.names = [22, 88, 19, 90, 24, 94].map { Style(.palette($0), [.bold]) }
    theme.readerMentioned = Style(.palette(130), [.bold])
    theme.good = Style(.palette(22))
    theme.warning = Style(.palette(130))
    theme.marker = Style(.palette(25), [.bold])
    theme.typing = Style(.palette(25), [.italic])
    theme.thread = Style(.palette(25))
    return theme
  }()

  /// Nothing is dimmed, and important things are bright.
  public static let highContrast: Theme = {
    var theme = Theme()
    theme.quiet = .plain
    theme.border = .plain
    theme.quote = Style(.standard, [.italic])
    theme.badge = Style(.palette(9), [.bold])
    theme.draft = Style(.palette(11), [.bold])
    theme.mention = Style(.palette(14), [.bold, .underline])
    theme.channelReference = Style(.palette(10), [.bold, .underline])
    theme.link = Style(.palette(14), [.underline])
    theme.ownName = Style(.palette(10), [.bold])
    theme.names = [10, 11, 13, 14].map { Style(.palette($0), [.bold]) }
    theme.readerMentioned = Style(.palette(11), [.bold, .reverse])
    theme.good = Style(.palette(10))
    theme.warning = Style(.palette(11), [.bold])
    theme.error = Style(.palette(9), [.bold])
    theme.marker = Style(.palette(11), [.bold])
    theme.chosen = Style(.standard, [.reverse])
    theme.typing = Style(.palette(14))
    theme.unreadMark = Style(.palette(9), [.bold])
    theme.thread = Style(.palette(14))
    return theme
  }()

  /// For `NO_COLOR`: the same meanings in bold, underlined, italic and dim.
  public static let monochrome: Theme = {
    var theme = Theme()
    let dim = Style(.standard, [.dim])
    theme.quiet = dim
    theme.border = dim
    theme.quote = Style(.standard, [.dim, .italic])
    theme.badge = Style(.standard, [.bold])
    theme.draft = Style(.standard, [.italic])
    theme.mention = Style(.standard, [.bold, .underline])
    theme.channelReference = Style(.standard, [.bold, .underline])
    theme.link = Style(.standard, [.underline])
    theme.ownName = Style(.standard, [.bold, .italic])
    theme.names = [Style(.standard, [.bold])]
    theme.readerMentioned = Style(.standard, [.bold, .reverse])
    theme.good = .plain
    theme.warning = Style(.standard, [.bold])
    theme.error = Style(.standard, [.bold, .reverse])
    theme.marker = Style(.standard, [.bold])
    theme.typing = Style(.standard, [.italic])
    theme.unreadMark = Style(.standard, [.bold])
    theme.thread = .plain
    return theme
  }()
}
