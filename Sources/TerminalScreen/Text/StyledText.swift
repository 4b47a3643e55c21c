/// Text with styles, glyph by glyph.
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
    if !isEmpty { firstStyle = style }
  }

  public var isEmpty: Bool { glyphs.isEmpty }
  public var count: Int { glyphs.count }
  /// The number of columns it takes in one row.
  public var width: Int { glyphs.width }

  public func style(at index: Int) -> Style {
    changes.last { $0.start <= index }?.style ?? firstStyle
  }

  /// Calls the closure with the parts that have one style each, from left to right.
  func forEachRun(_ body: (_ part: Range<Int>, _ style: Style) -> Void) {
    var (start, style) = (0, firstStyle)
    for change in changes {
      body(start..<change.start, style)
      (start, style) = (change.start, change.style)
    }
    if start < count { body(start..<count, style) }
  }

  /// Makes room for so many glyphs, before they are appended one by one.
  public mutating func reserve(_ count: Int) { glyphs.reserveCapacity(count) }

  public mutating func append(_ text: ScreenText, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    begin(style, at: count)
    glyphs += text.glyphs
  }

  public mutating func append(_ glyph: Glyph, _ style: Style) {
    begin(style, at: count)
    glyphs.append(glyph)
  }

  public mutating func append(_ text: StyledText) {
    if isEmpty { return self = text }
    text.forEachRun { part, style in begin(style, at: count + part.lowerBound) }
    glyphs += text.glyphs
  }

  public subscript(range: Range<Int>) -> StyledText {
    var piece = StyledText()
    forEachRun { part, style in
      let kept = part.clamped(to: range)
      if !kept.isEmpty { piece.begin(style, at: kept.lowerBound - range.lowerBound) }
    }
    piece.glyphs = Array(glyphs[range])
    return piece
  }

  /// Notes the style of the glyphs from an index on, behind all that was noted.
  private mutating func begin(_ style: Style, at index: Int) {
    if index == 0 {
      firstStyle = style
    } else if style != changes.last?.style ?? firstStyle {
      changes.append(StyleChange(start: index, style: style))
    }
  }
}
