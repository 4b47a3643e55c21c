/// Turns scalars into glyphs, one by one, so that a Character of a million marks costs no more than its picture.
///
/// A flag is one glyph, and half of one a Latin letter; the letters of a Korean syllable are one glyph. Marks beyond the
/// fourth are left out, and so are skin colours, tags and everything after an emoji's joiner: terminals disagree on the
/// widths of these, and a line would be drawn over its neighbour.
struct GlyphPainter {
  var glyphs: [Glyph]
  private let limit: Int
  private var previous: Unicode.Scalar?
  // Uses the standard library's own recognizer, because `Character` would walk to the end of a cluster before a limit
  // can stop it.
  private var recognizer = Unicode._CharacterRecognizer()
  private var isRecognizing = false
  /// Whether the current Character has a glyph that can carry marks.
  private var hasBase = false
  private var isJoined = false
  /// The first letter of a flag, if the last glyph stands for it.
  private var regional: Unicode.Scalar?
  /// Whether the rest of the Character is left out.
  private var isCut = false
  private var marks = 0
  /// The maximum number of scalars read after a base.
  private var room = 0

  private static let mostMarks = 4
  private static let mostBehindBase = 8

  init(_ glyphs: [Glyph] = [], limit: Int = .max) {
    self.glyphs = glyphs
    self.limit = limit
  }

  /// Draws one scalar; false if no later scalar could add to the picture.
  mutating func paint(_ scalar: Unicode.Scalar) -> Bool {
    let isFirst = beginsCharacter(scalar)
    previous = scalar
    let openFlag = regional
    regional = nil
    if isFirst {
      guard glyphs.count < limit else { return false }
      hasBase = false
      isJoined = false
      isCut = false
      if (0x20..<0x7F).contains(scalar.value) {
        begin(Glyph(printableASCII: UInt8(scalar.value)))
        return true
      }
    } else if isCut {
      return glyphs.count < limit
    }
    switch ScalarPicture(scalar, isFirst: isFirst) {
    case .base(let drawn, let width):
      if isJoined, scalar.properties.isEmoji {
        isCut = true
      } else {
        guard glyphs.count < limit else { return false }
        begin(Glyph(drawn, width: width))
      }
    case .regional(let half, let letter):
      if !isFirst, let openFlag {
        glyphs[glyphs.count - 1] = Glyph(flag: openFlag, half)
      } else {
        guard glyphs.count < limit else { return false }
        begin(Glyph(letter, width: 1))
        regional = half
      }
    case .hangul(let inner):
      if !isFirst, hasBase, let base = glyphs.last?.scalars.single,
        let whole = HangulSyllable.composed(base, inner)
      {
        glyphs[glyphs.count - 1] = Glyph(whole, width: 2)
      } else if let letter = HangulSyllable.alone(inner) {
        guard glyphs.count < limit else { return false }
        begin(Glyph(letter, width: 2))
      } else if inner.value > 0x1160 {
        guard glyphs.count < limit else { return false }
        begin(Glyph(ScalarPicture.unknown, width: 1))
      } else {
        room = max(0, room - 1)
      }
    case .mark:
      mark(scalar)
    case .joiner:
      isJoined = true
      room = 0
    case .nothing:
      room = max(0, room - 1)
    }
    return glyphs.count < limit || room > 0
  }

  private mutating func begin(_ glyph: Glyph) {
    glyphs.append(glyph)
    hasBase = true
    isJoined = false
    marks = 0
    room = Self.mostBehindBase
  }

  private mutating func mark(_ scalar: Unicode.Scalar) {
    if !hasBase {
      guard !isJoined else { return }
      begin(Glyph(ScalarPicture.dottedCircle, width: 1))
    }
    guard room > 0 else { return }
    room -= 1
    guard marks < Self.mostMarks, let base = glyphs.popLast() else { return }
    marks += 1
    glyphs.append(base.with(scalar))
  }

  private mutating func beginsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    guard let previous else { return true }
    // No scalar below the first combining mark joins its neighbour except CR and LF, which are drawn separately anyway.
    if previous.value < 0x300, scalar.value < 0x300 {
      isRecognizing = false
      return true
    }
    if !isRecognizing {
      recognizer = Unicode._CharacterRecognizer()
      _ = recognizer.hasBreak(before: previous)
      isRecognizing = true
    }
    return recognizer.hasBreak(before: scalar)
  }
}
