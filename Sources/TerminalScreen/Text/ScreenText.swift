/// Text that may be drawn: the one door through which everything from outside becomes cells.
///
/// Control characters, escape sequences and bidirectional overrides come out as pictures of themselves. A Character
/// becomes the glyphs on whose width every terminal agrees.
public struct ScreenText: Hashable, Sendable, ExpressibleByStringLiteral {
  public private(set) var glyphs: [Glyph] = []

  public init(glyphs: [Glyph] = []) { self.glyphs = glyphs }

  /// - Parameter limit: how many glyphs are enough; the rest of the text is not even looked at.
  public init(_ text: String, limit: Int = .max) {
    for character in text {
      guard glyphs.count < limit else { break }
      Self.append(character, to: &glyphs)
    }
  }

  public init(stringLiteral value: String) { self.init(value) }

  public var width: Int { glyphs.reduce(0) { $0 + $1.width } }

  /// Appends the picture of one Character.
  public static func append(_ character: Character, to glyphs: inout [Glyph]) {
    // The policy of widths comes here.
    glyphs.append(Glyph(text: String(character), width: 1))
  }
}
