/// Text in which each glyph has a style.
public struct StyledText: Hashable, Sendable {
  public private(set) var glyphs: [Glyph] = []
  /// The style of the first glyphs. Most texts have no other, and need no memory for it.
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
