import TerminalScreen

extension Theme {
  /// For a light background: yellow, cyan and bright black are hard to read there.
  public static let light: Theme = {
    var theme = Theme()
    theme.ground = .light
    theme.quiet = Style(.palette(242))
    theme.border = Style(.palette(248))
    theme.quote = Style(.palette(242), [.italic])
    theme.selected = Style(.palette(232), on: .palette(252))
    theme.badge = Style(.palette(124), [.bold])
    theme.draft = Style(.palette(94), [.italic])
    theme.mention = Style(.palette(25), [.bold, .underline])
    theme.channelReference = Style(.palette(22), [.bold, .underline])
    theme.link = Style(.palette(19), [.underline])
    theme.ownName = Style(.hex(0x5C1F87), [.bold])
    theme.names = names([
      0x8A5C5C, 0x8A5F0A, 0x616108, 0x5F5F87, 0x0A6262, 0x0F5F87, 0x6060AA, 0x875C87, 0x8A0F5F,
    ])
    theme.readerMentioned = Style(.palette(127), [.bold])
    theme.good = Style(.palette(22))
    theme.warning = Style(.palette(94))
    theme.error = Style(.palette(124), [.bold])
    theme.marker = Style(.palette(25), [.bold])
    theme.chosen = Style(.standard, on: .palette(255))
    theme.typing = Style(.palette(25), [.italic])
    theme.unreadMark = Style(.palette(124), [.bold])
    theme.thread = Style(.palette(24))
    theme.match = Style(.palette(127), [.bold, .underline])
    theme.behind = Style(.palette(248))
    theme.misspelled = Style(.palette(124), [.underline])
    theme.code = Style(.palette(235), on: .palette(253))
    theme.colourCode()
    return theme
  }()

  /// For an unknown background: every colour is legible on black and on white, and selections are reversed.
  public static let unknown: Theme = {
    var theme = Theme()
    theme.ground = .unknown
    theme.quiet = Style(.palette(243))
    theme.border = Style(.palette(243))
    theme.quote = Style(.palette(243), [.italic])
    theme.selected = Style(.standard, [.reverse])
    theme.badge = Style(.palette(160), [.bold])
    theme.draft = Style(.palette(136), [.italic])
    theme.mention = Style(.palette(32), [.bold, .underline])
    theme.channelReference = Style(.palette(28), [.bold, .underline])
    theme.link = Style(.palette(27), [.underline])
    theme.ownName = Style(.hex(0xAF5FAF), [.bold])
    theme.names = names([
      0xB25F5F, 0xAF5F0A, 0x878700, 0x5F870A, 0x0A875F, 0x0A87AF, 0x5F5FD7, 0x875FAF, 0xB25F87,
    ])
    theme.readerMentioned = Style(.palette(166), [.bold])
    theme.good = Style(.palette(28))
    theme.warning = Style(.palette(166))
    theme.error = Style(.palette(160), [.bold])
    theme.marker = Style(.palette(32), [.bold])
    theme.chosen = Style(.standard, [.reverse])
    theme.typing = Style(.palette(32), [.italic])
    theme.unreadMark = Style(.palette(160), [.bold])
    theme.thread = Style(.palette(31))
    theme.match = Style(.palette(166), [.bold, .underline])
    theme.behind = Style(.palette(244))
    theme.misspelled = Style(.palette(160), [.underline])
    theme.code = Style(.palette(231), on: .palette(241))
    theme.colourCode()
    return theme
  }()

  /// High contrast on a dark background: nothing is dimmed, and important text is bright.
  public static let highContrast: Theme = contrasting(
    red: .palette(9), green: .palette(10), yellow: .palette(11), cyan: .palette(14),
    names: [.palette(10), .palette(13), .palette(14)], own: .palette(11))

  /// High contrast on a light background: nothing is grey, and important text is dark.
  public static let highContrastOnLight: Theme = {
    var theme = contrasting(
      red: .palette(88), green: .palette(22), yellow: .palette(54), cyan: .palette(18),
      names: [.palette(22), .palette(53), .palette(17)], own: .palette(54))
    theme.ground = .light
    theme.code = Style(.palette(16), on: .palette(253))
    return theme
  }()

  /// High contrast on an unknown background: only the terminal's default colours have full contrast there.
  public static let highContrastOnUnknown: Theme = {
    var theme = contrasting(
      red: .standard, green: .standard, yellow: .standard, cyan: .standard, names: [.standard],
      own: .standard)
    theme.ground = .unknown
    theme.code = .plain
    return theme
  }()

  private static func contrasting(
    red: Color, green: Color, yellow: Color, cyan: Color, names: [Color], own: Color
  ) -> Theme {
    var theme = Theme()
    theme.quiet = .plain
    theme.border = .plain
    theme.quote = Style(.standard, [.italic])
    theme.selected = Style(.standard, [.reverse])
    theme.badge = Style(red, [.bold])
    theme.draft = Style(yellow, [.bold])
    theme.mention = Style(cyan, [.bold, .underline])
    theme.channelReference = Style(green, [.bold, .underline])
    theme.link = Style(cyan, [.underline])
    theme.ownName = Style(own, [.bold])
    theme.names = names.map { Style($0, [.bold]) }
    theme.readerMentioned = Style(yellow, [.bold, .reverse])
    theme.good = Style(green)
    theme.warning = Style(yellow, [.bold])
    theme.error = Style(red, [.bold])
    theme.marker = Style(yellow, [.bold])
    theme.chosen = Style(.standard, [.reverse])
    theme.typing = Style(cyan)
    theme.unreadMark = Style(red, [.bold])
    theme.thread = Style(cyan)
    theme.match = Style(yellow, [.bold, .underline])
    theme.behind = .plain
    theme.misspelled = Style(red, [.underline])
    theme.code = Style(.palette(231), on: .palette(238))
    theme.colourCode()
    return theme
  }

  /// For `NO_COLOR`: the same meanings in bold, underlined, italic and dim.
  public static let monochrome: Theme = {
    var theme = highContrastOnUnknown
    let dim = Style(.standard, [.dim])
    theme.quiet = dim
    theme.border = dim
    theme.behind = dim
    theme.quote = Style(.standard, [.dim, .italic])
    theme.draft = Style(.standard, [.italic])
    theme.ownName = Style(.standard, [.bold, .italic])
    theme.error = Style(.standard, [.bold, .reverse])
    theme.typing = Style(.standard, [.italic])
    theme.colourCode()
    return theme
  }()
}
