/// Text that may be drawn: the one door through which everything from outside becomes cells.
///
/// Control characters, escape sequences and bidirectional overrides come out as pictures of themselves. A Character
/// becomes the glyphs on whose width every terminal agrees: one mostly, two for a flag, none for what cannot be seen.
public struct ScreenText: Hashable, Sendable, ExpressibleByStringLiteral {
  public private(set) var glyphs: [Glyph] = []

  public init(glyphs: [Glyph] = []) { self.glyphs = glyphs }

  /// - Parameter limit: how many glyphs are enough; the rest of the text is not even looked at.
  public init(_ text: String, limit: Int = .max) {
    let bytes = text.utf8.span
    let most = min(bytes.count, limit)
    var plain = 0
    while plain < most, Glyph.isPrintableASCII(bytes[plain]) { plain += 1 }
    // Most text is ASCII. Its last letter is left to the painter, as a mark may follow.
    let isAll = plain == bytes.count
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
  /// How many columns it takes in one row.
  public var width: Int { glyphs.width }

  public mutating func append(_ text: ScreenText) { glyphs += text.glyphs }

  /// Appends the picture of one Character: the same glyphs that it has within a text.
  public static func append(_ character: Character, to glyphs: inout [Glyph]) {
    var painter = GlyphPainter()
    // Swapped and not copied: a text is put together Character by Character.
    swap(&painter.glyphs, &glyphs)
    for scalar in character.unicodeScalars {
      guard painter.paint(scalar) else { break }
    }
    swap(&painter.glyphs, &glyphs)
  }
}
