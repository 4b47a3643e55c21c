/// Text that may be drawn: the only way for outside text to become cells.
///
/// Control characters, escape sequences and bidirectional overrides become visible symbols. A Character becomes glyphs
/// on whose width every terminal agrees: usually one, two for a flag, none if it is invisible.
public struct ScreenText: Hashable, Sendable, ExpressibleByStringLiteral {
  public private(set) var glyphs: [Glyph] = []

  public init(glyphs: [Glyph] = []) { self.glyphs = glyphs }

  /// - Parameter limit: the maximum number of glyphs; the rest of the text is not even read.
  public init(_ text: String, limit: Int = .max) {
    let bytes = text.utf8.span
    let most = min(bytes.count, limit)
    var plain = 0
    while plain < most, Glyph.isPrintableASCII(bytes[plain]) { plain += 1 }
    // Most text is ASCII. Its last letter is left to the painter if a mark may follow.
    let isAll = plain == bytes.count || plain == limit && bytes[plain] < 0x80
    if !isAll { plain = max(0, plain - 1) }
    glyphs.reserveCapacity(plain)
    for offset in 0..<plain { glyphs.append(Glyph(printableASCII: bytes[offset])) }
    guard !isAll else { return }
    var painter = GlyphPainter(glyphs, limit: limit)
    for scalar in text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: plain)...] {
      guard painter.paint(scalar) else { break }
    }
    glyphs = painter.glyphs
  }

  public init(stringLiteral value: String) { self.init(value) }

  public var isEmpty: Bool { glyphs.isEmpty }
  public var count: Int { glyphs.count }
  /// The number of columns it takes in one row.
  public var width: Int { glyphs.width }

  public mutating func append(_ text: ScreenText) { glyphs += text.glyphs }

  /// Appends the glyphs of one Character, the same as within a text.
  public static func append(_ character: Character, to glyphs: inout [Glyph]) {
    var painter = GlyphPainter()
    // Swaps instead of copying, because a text is built Character by Character.
    swap(&painter.glyphs, &glyphs)
    for scalar in character.unicodeScalars {
      guard painter.paint(scalar) else { break }
    }
    swap(&painter.glyphs, &glyphs)
  }
}
