/// Text with styles, glyph by glyph.
public struct StyledText: Hashable, Sendable {
  public private(set) var glyphs: [Glyph] = []
  public private(set) var styles: [Style] = []

  public init() {}

  public init(_ text: ScreenText, _ style: Style = .plain) {
    // The glyphs are shared with the text: most texts are drawn as they are.
    glyphs = text.glyphs
    styles = Array(repeating: style, count: text.glyphs.count)
  }

  public var isEmpty: Bool { glyphs.isEmpty }
  public var count: Int { glyphs.count }
  /// The number of columns it takes in one row.
  public var width: Int { glyphs.width }

  public mutating func append(_ text: ScreenText, _ style: Style = .plain) {
    glyphs += text.glyphs
    styles += repeatElement(style, count: text.glyphs.count)
  }

  /// Makes room for so many glyphs, before they are appended one by one.
  public mutating func reserve(_ count: Int) {
    glyphs.reserveCapacity(count)
    styles.reserveCapacity(count)
  }

  public mutating func append(_ glyph: Glyph, _ style: Style) {
    glyphs.append(glyph)
    styles.append(style)
  }

  public mutating func append(_ text: StyledText) {
    if isEmpty { return self = text }
    glyphs += text.glyphs
    styles += text.styles
  }

  public subscript(range: Range<Int>) -> StyledText {
    var part = StyledText()
    part.glyphs = Array(glyphs[range])
    part.styles = Array(styles[range])
    return part
  }
}
