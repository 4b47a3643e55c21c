/// Text that may be drawn: the only way for outside text to become cells.
///
/// Control characters, escape sequences and bidirectional overrides become visible symbols. A Character becomes glyphs on whose
/// width every terminal agrees: usually one, two for a flag, none if it is invisible.
public struct ScreenText: Hashable, Sendable, ExpressibleByStringLiteral {
  public private(set) var glyphs: [Glyph] = []

  public init(glyphs: [Glyph] = []) { self.glyphs = glyphs }

  /// - Parameter limit: the maximum number of glyphs; the rest of the text is not even read.
  public init(_ text: String, limit: Int = .max) {
    let bytes = text.utf8.span
    let most = min(bytes.count, max(0, limit))
    var offset = 0
    while offset < most, Glyph.isPrintableASCII(bytes[offset]) { offset += 1 }
    // Most text is ASCII. A mark may follow its last letter.
    let isAll = offset == bytes.count || offset == limit && bytes[offset] < 0x80
    if !isAll { offset = max(0, offset - 1) }
    // Not Array(unsafeUninitializedCapacity:), which looks up the type of its storage on each call.
    glyphs.reserveCapacity(isAll ? offset : most)
    for index in 0..<offset { glyphs.append(Glyph(printableASCII: bytes[index])) }
    guard !isAll else { return }
    // The rest is usually letters of other scripts.
    while glyphs.count < limit, offset < bytes.count, let plain = PlainScalar(at: offset, in: bytes) {
      glyphs.append(Glyph(plain))
      offset += plain.length
    }
    guard glyphs.count < limit, offset < bytes.count else { return }
    var painter = GlyphPainter(glyphs, limit: limit)
    for scalar in text.unicodeScalars[text.utf8.index(text.startIndex, offsetBy: offset)...] {
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
