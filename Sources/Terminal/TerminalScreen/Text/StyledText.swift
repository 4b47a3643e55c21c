/// Text in which each glyph has a style.
public struct StyledText: Hashable, Sendable {
  public private(set) var glyphs: [Glyph] = []
  /// The style of the first glyphs. Most texts have no other, and need no memory for one.
  private var firstStyle = Style.plain
  /// Where another style begins, from left to right.
  private var changes: [StyleChange] = []

  private struct StyleChange: Hashable {
    let start: Int
    let style: Style
  }

  public init() {}

  public init(_ text: ScreenText, _ style: Style = .plain) {
    // The glyphs are shared with the text: most texts are drawn as they are.
    glyphs = text.glyphs
    // Empty texts are equal, whatever style they were created with.
    if !isEmpty { firstStyle = style }
  }

  public var isEmpty: Bool { glyphs.isEmpty }
  public var count: Int { glyphs.count }
  /// The number of columns it takes in one row.
  public var width: Int { glyphs.width }

  /// The style of the glyph at an index.
  public func style(at index: Int) -> Style {
    changes.last { $0.start <= index }?.style ?? firstStyle
  }

  /// Calls the closure with each run of glyphs that have one style, from left to right.
  func forEachRun(_ body: (_ run: Range<Int>, _ style: Style) -> Void) {
    var (start, style) = (0, firstStyle)
    for change in changes {
      body(start..<change.start, style)
      (start, style) = (change.start, change.style)
    }
    if start < count { body(start..<count, style) }
  }

  /// Reserves memory for this many glyphs, before they are appended one by one.
  public mutating func reserveCapacity(_ count: Int) { glyphs.reserveCapacity(count) }

  public mutating func append(_ text: ScreenText, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    noteStyle(style, from: count)
    glyphs += text.glyphs
  }

  public mutating func append(_ glyph: Glyph, _ style: Style) {
    noteStyle(style, from: count)
    glyphs.append(glyph)
  }

  public mutating func append(_ text: StyledText) {
    if isEmpty { return self = text }
    text.forEachRun { run, style in noteStyle(style, from: count + run.lowerBound) }
    glyphs += text.glyphs
  }

  public subscript(range: Range<Int>) -> StyledText {
    var part = StyledText()
    forEachRun { run, style in
      let kept = run.clamped(to: range)
      if !kept.isEmpty { part.noteStyle(style, from: kept.lowerBound - range.lowerBound) }
    }
    part.glyphs = Array(glyphs[range])
    return part
  }

  /// Notes the style of the glyphs from an index on; the index must follow all earlier ones.
  private mutating func noteStyle(_ style: Style, from index: Int) {
    if index == 0 {
      firstStyle = style
    } else if style != changes.last?.style ?? firstStyle {
      changes.append(StyleChange(start: index, style: style))
    }
  }
}

extension [Glyph] {
  /// The number of columns they take in one row.
  public var width: Int {
    var width = 0
    for glyph in self { width += glyph.width }
    return width
  }

  /// Whether all glyphs fit. If they would fit at two columns each, the maximum, none is measured.
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
}

extension StyledText {
  /// The same text without styles.
  public var text: ScreenText { ScreenText(glyphs: glyphs) }

  /// As many glyphs as fit.
  public func prefix(columns: Int) -> StyledText { self[0..<glyphs.fitting(columns).count] }

  /// The whole text if it fits, otherwise its beginning and an ellipsis in the style of the omitted text, with no blank before
  /// it.
  public func truncated(to columns: Int) -> StyledText {
    if glyphs.fit(columns) { return self }
    let dots = ScreenText.ellipsis.prefix(columns: columns)
    let kept = glyphs.fitting(max(0, columns) - dots.width).count
    let blanks = glyphs[..<kept].reversed().prefix { $0 == .space }.count
    var short = self[0..<(kept - blanks)]
    short.append(dots, style(at: kept))
    return short
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
