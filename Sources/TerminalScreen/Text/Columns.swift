extension Collection<Glyph> {
  /// How many columns they take in one row.
  public var width: Int { reduce(0) { $0 + $1.width } }
}

extension [Glyph] {
  /// How many of them fit, and the columns these take. Stops where it is full, so a long text costs what is seen of it.
  func fitting(_ columns: Int) -> (count: Int, width: Int) {
    var width = 0
    for (index, glyph) in enumerated() {
      if width + glyph.width > columns { return (index, width) }
      width += glyph.width
    }
    return (count, width)
  }

  /// How many of them must go so that this many columns are free, and how many columns too many that makes.
  func covering(_ columns: Int) -> (count: Int, excess: Int) {
    var width = 0
    for (index, glyph) in enumerated() {
      if width >= columns { return (index, width - columns) }
      width += glyph.width
    }
    return (count, Swift.max(0, width - columns))
  }
}

extension ScreenText {
  /// What stands for the rest of a text.
  public static let ellipsis: ScreenText = "…"

  /// As much of it as fits.
  public func prefix(columns: Int) -> ScreenText {
    ScreenText(glyphs: Array(glyphs[..<glyphs.fitting(columns).count]))
  }

  /// The whole of it if it fits, else its beginning and an ellipsis.
  public func truncated(to columns: Int, ellipsis: ScreenText = .ellipsis) -> ScreenText {
    let fitting = glyphs.fitting(columns).count
    if fitting == count { return self }
    // One more glyph than fits is enough to see that it does not.
    let start = StyledText(ScreenText(glyphs: Array(glyphs[...fitting])))
    return start.truncated(to: columns, ellipsis: ellipsis).text
  }

  /// With spaces behind it up to a width.
  public func padded(to columns: Int) -> ScreenText { StyledText(self).padded(to: columns).text }

  /// What is right of a column. A wide glyph cut in two leaves a blank.
  public func drop(columns: Int) -> ScreenText { StyledText(self).drop(columns: columns).text }
}

extension StyledText {
  /// Without its looks.
  public var text: ScreenText { ScreenText(glyphs: glyphs) }

  /// As much of it as fits.
  public func prefix(columns: Int) -> StyledText { self[0..<glyphs.fitting(columns).count] }

  /// The whole of it if it fits, else its beginning and an ellipsis that looks like what it stands for. No blank stands
  /// before that.
  public func truncated(to columns: Int, ellipsis: ScreenText = .ellipsis) -> StyledText {
    guard glyphs.fitting(columns).count < count else { return self }
    let dots = ellipsis.prefix(columns: columns)
    let kept = glyphs.fitting(max(0, columns) - dots.width).count
    let blanks = glyphs[..<kept].reversed().prefix { $0 == .space }.count
    var short = self[0..<(kept - blanks)]
    short.append(dots, styles[kept])
    return short
  }

  /// With spaces behind it up to a width.
  public func padded(to columns: Int, _ style: Style = .plain) -> StyledText {
    var padded = self
    padded.append(.spaces(columns - width), style)
    return padded
  }

  /// What is right of a column. A wide glyph cut in two leaves a blank.
  public func drop(columns: Int) -> StyledText {
    let (gone, excess) = glyphs.covering(max(0, columns))
    guard excess > 0 else { return self[gone..<count] }
    var rest = StyledText(.spaces(excess), styles[gone - 1])
    rest.append(self[gone..<count])
    return rest
  }
}

extension ScreenText {
  /// Nothing but spaces.
  public static func spaces(_ count: Int) -> ScreenText {
    ScreenText(glyphs: Array(repeating: .space, count: max(0, count)))
  }
}
