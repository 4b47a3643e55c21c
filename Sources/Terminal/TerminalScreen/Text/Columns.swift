extension [Glyph] {
  /// The number of columns they take in one row.
  public var width: Int {
    var width = 0
    for glyph in self { width += glyph.width }
    return width
  }

  /// Whether all of them fit. If they are so few that they fit at two columns each, the maximum, none is measured.
  func fit(_ columns: Int) -> Bool { count <= columns / 2 || fitting(columns).count == count }

  /// The number of glyphs that fit, and their columns. Stops when full, so a long text costs only its visible part.
  func fitting(_ columns: Int) -> (count: Int, width: Int) {
    var width = 0
    for (index, glyph) in enumerated() {
      if width + glyph.width > columns { return (index, width) }
      width += glyph.width
    }
    return (count, width)
  }

  /// The number of glyphs to drop to free this many columns, and the columns freed beyond that.
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
  /// The ellipsis that marks an omitted rest.
  public static let ellipsis: ScreenText = "…"

  /// As many glyphs as fit.
  public func prefix(columns: Int) -> ScreenText {
    ScreenText(glyphs: Array(glyphs[..<glyphs.fitting(columns).count]))
  }

  /// The whole text if it fits, otherwise its beginning and an ellipsis.
  public func truncated(to columns: Int, ellipsis: ScreenText = .ellipsis) -> ScreenText {
    if glyphs.fit(columns) { return self }
    // One glyph more than fits is enough to see that the text does not fit.
    let start = StyledText(ScreenText(glyphs: Array(glyphs[...glyphs.fitting(columns).count])))
    return start.truncated(to: columns, ellipsis: ellipsis).text
  }

  /// Padded with spaces at the end to a width.
  public func padded(to columns: Int) -> ScreenText { StyledText(self).padded(to: columns).text }

  /// The part to the right of a column. A wide glyph cut in two leaves a blank.
  public func dropping(columns: Int) -> ScreenText { StyledText(self).dropping(columns: columns).text }
}

extension StyledText {
  /// The same text without styles.
  public var text: ScreenText { ScreenText(glyphs: glyphs) }

  /// As many glyphs as fit.
  public func prefix(columns: Int) -> StyledText { self[0..<glyphs.fitting(columns).count] }

  /// The whole text if it fits, otherwise its beginning and an ellipsis in the style of the omitted text, with no blank before
  /// it.
  public func truncated(to columns: Int, ellipsis: ScreenText = .ellipsis) -> StyledText {
    if glyphs.fit(columns) { return self }
    let dots = ellipsis.prefix(columns: columns)
    let kept = glyphs.fitting(max(0, columns) - dots.width).count
    let blanks = glyphs[..<kept].reversed().prefix { $0 == .space }.count
    var short = self[0..<(kept - blanks)]
    short.append(dots, style(at: kept))
    return short
  }

  /// Padded with spaces at the end to a width.
  public func padded(to columns: Int, _ style: Style = .plain) -> StyledText {
    var padded = self
    padded.append(.spaces(columns - width), style)
    return padded
  }

  /// The part to the right of a column. A wide glyph cut in two leaves a blank.
  public func dropping(columns: Int) -> StyledText {
    let (gone, excess) = glyphs.covering(max(0, columns))
    guard excess > 0 else { return self[gone..<count] }
    var rest = StyledText(.spaces(excess), style(at: gone - 1))
    rest.append(self[gone..<count])
    return rest
  }
}

extension ScreenText {
  /// A text of spaces.
  public static func spaces(_ count: Int) -> ScreenText {
    ScreenText(glyphs: Array(repeating: .space, count: max(0, count)))
  }
}
