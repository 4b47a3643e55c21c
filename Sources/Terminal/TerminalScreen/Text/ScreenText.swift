/// Text that may be drawn: the only way for outside text to become cells.
///
/// Control characters, escape sequences and bidirectional overrides become visible symbols. A Character usually becomes one glyph,
/// or none if it is invisible. Glyphs whose width differs between terminals are marked (`Glyph.isPlaced`).
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
    // Not Array(unsafeUninitializedCapacity:), which looks up its storage type on each call.
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

/// A scalar that is always a separate Character next to others of its kind, and whose width is known without a lookup: ASCII
/// and letters of the most common scripts. It is only a fast path: a test compares each with the result of `GlyphPainter`.
package struct PlainScalar {
  package let value: UInt32
  /// The number of columns.
  package let width: Int
  /// The number of bytes.
  package let length: Int

  package var isSpace: Bool { value == 0x20 }

  /// The Character at an offset, if it is one plain scalar, followed by another one or the end.
  ///
  /// - Parameter bytes: valid UTF-8.
  @inline(__always)
  package init?(at offset: Int, in bytes: borrowing Span<UInt8>) {
    let (value, length) = Self.decode(bytes, at: offset)
    width = Self.width(value)
    guard width > 0 else { return nil }
    let end = offset + length
    guard end == bytes.count || bytes[end] < 0x80 || Self.width(Self.decode(bytes, at: end).value) > 0 else {
      return nil
    }
    (self.value, self.length) = (value, length)
  }

  /// The columns of a scalar; 0 if it is not plain.
  package static func width(_ value: UInt32) -> Int {
    switch value {
    case 0x20..<0x7F, 0xC0...0x24F, 0x391...0x3A1, 0x3A3...0x3FF, 0x400...0x482, 0x48A...0x52F: 1
    case 0x2014, 0x2018...0x201A, 0x201C...0x201E, 0x2026: 1
    case 0x3001...0x3002, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    case 0xFF01, 0xFF08...0xFF09, 0xFF0C, 0xFF1A...0xFF1B, 0xFF1F: 2
    default: 0
    }
  }

  /// The scalar at an offset and its length in bytes; the text is valid UTF-8.
  @inline(__always)
  package static func decode(_ bytes: borrowing Span<UInt8>, at offset: Int) -> (value: UInt32, length: Int) {
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (first, 1) }
    let second = UInt32(bytes[offset + 1]) & 0x3F
    if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
    let third = UInt32(bytes[offset + 2]) & 0x3F
    if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
    let fourth = UInt32(bytes[offset + 3]) & 0x3F
    return ((first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4)
  }
}
