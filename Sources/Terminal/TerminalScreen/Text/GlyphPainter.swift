/// Turns scalars into glyphs one by one, so that a Character of a million marks costs no more than its visible part.
///
/// A flag is one glyph, and half of one is a Latin letter; the letters of a Korean syllable are one glyph. Marks beyond the
/// fourth are omitted, and so are skin colours, tags and everything after an emoji's joiner: terminals disagree on their
/// widths, and the line would overlap its neighbour.
struct GlyphPainter {
  var glyphs: [Glyph]
  private let limit: Int
  private var previous: Unicode.Scalar?
  // Uses the standard library's recognizer, because `Character` would read to the end of a cluster before a limit can stop it.
  private var recognizer = Unicode._CharacterRecognizer()
  private var isRecognizing = false
  /// Whether the current Character has a glyph that can carry marks.
  private var hasBase = false
  private var isJoined = false
  /// The first letter of a flag, if the last glyph stands for it.
  private var regional: Unicode.Scalar?
  /// Whether the rest of the Character is omitted.
  private var isCut = false
  private var marks = 0
  /// The number of scalars that may still be read after a base.
  private var room = 0

  private static let mostMarks = 4
  private static let mostBehindBase = 8

  init(_ glyphs: [Glyph] = [], limit: Int = .max) {
    self.glyphs = glyphs
    self.limit = limit
  }

  /// Draws one scalar; false if no later scalar could change what is drawn.
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

/// How one scalar is shown on the screen.
enum ScalarPicture {
  /// Begins a glyph.
  case base(Unicode.Scalar, width: Int)
  /// Is half of a flag, or alone a Latin letter.
  case regional(Unicode.Scalar, letter: Unicode.Scalar)
  /// Is part of a Korean syllable.
  case hangul(Unicode.Scalar)
  /// Combines with the glyph before it and takes no column.
  case mark
  /// U+200D, after which terminals disagree.
  case joiner
  /// Is invisible and not sent.
  case nothing

  /// - Parameter isFirst: whether the scalar begins a Character; a skin colour after an emoji is not drawn.
  init(_ scalar: Unicode.Scalar, isFirst: Bool) {
    if let stand = Self.stand(for: scalar) {
      self = .base(stand, width: 1)
    } else if let letter = Self.regionalLetter(scalar.value) {
      self = .regional(scalar, letter: letter)
    } else if HangulSyllable.isInner(scalar) {
      self = .hangul(scalar)
    } else if scalar.value == 0x200D {
      self = .joiner
    } else if Self.isIgnorable(scalar.value) || !isFirst && (0x1F3FB...0x1F3FF).contains(scalar.value) {
      self = .nothing
    } else if let width = CellWidth.columns(of: scalar) {
      self = width == 0 ? .mark : .base(scalar, width: width)
    } else {
      self = .base(Self.unknown, width: 1)
    }
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
  /// Shown for scalars that the C library does not know, because their width differs between terminals.
  static let unknown: Unicode.Scalar = "\u{25A1}"
  /// The base for a mark without one.
  static let dottedCircle: Unicode.Scalar = "\u{25CC}"

  /// The symbol drawn for a scalar that could mislead a terminal or a reader; always one cell.
  private static func stand(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: replacement
    // A line break within a line.
    case 0x2028, 0x2029: "\u{2424}"
    // Embeddings, overrides and isolates: the text would be read in another order than it is drawn.
    case 0x202A...0x202E, 0x2066...0x2069: replacement
    // Interlinear annotation marks, whose parts would run into the text.
    case 0xFFF9...0xFFFB: replacement
    default: nil
    }
  }

  private static func regionalLetter(_ value: UInt32) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(value) else { return nil }
    return Unicode.Scalar(value - 0x1F1E6 + 0x41)
  }

  /// Unicode's default-ignorable scalars, except the joiner and those that `stand` replaces.
  private static func isIgnorable(_ value: UInt32) -> Bool {
    guard value >= 0xAD else { return false }
    return switch value {
    case 0xAD, 0x034F, 0x061C, 0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200C, 0x200E...0x200F: true
    case 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }
}

/// The number of columns of a single scalar, as the C library's `wcwidth` has it.
enum CellWidth {
  /// 0, 1 or 2; nil if the library does not know the scalar, and terminals disagree about it.
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    let value = scalar.value
    switch value {
    // A fast path for most text, without a search.
    case 0x20..<0x7F, 0xA0..<0x300: return 1
    case 0x4E00..<0xA000, 0xAC00..<0xD7A4: return 2
    default: return searched(value)
    }
  }

  private static func searched(_ value: UInt32) -> Int? {
    // Finds the last run that begins at or before the scalar: any width sorts below the next scalar's entry.
    let wanted = value << 2 | 3
    let width = WidthTable.runs.withUnsafeBufferPointer { runs in
      var low = 0
      var high = runs.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if runs[middle] <= wanted { low = middle } else { high = middle }
      }
      return Int(runs[low] & 3) - 1
    }
    return width < 0 ? nil : width
  }
}

/// Korean letters that combine into syllables. Terminals support only whole syllables, or letters that stand alone.
enum HangulSyllable {
  private static let firstSyllable: UInt32 = 0xAC00
  private static let leads: ClosedRange<UInt32> = 0x1100...0x1112
  private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  private static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// The number of tails, including none.
  private static let tailChoices: UInt32 = 28

  /// Whether it is a vowel or a tail, which is drawn in the cells of the preceding letter, or a filler for one.
  static func isInner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x115F...0x11FF, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// The syllable that a beginning and a vowel or a tail form; nil if there is none, as for letters of old Korean.
  static func composed(_ beginning: Unicode.Scalar, _ inner: Unicode.Scalar) -> Unicode.Scalar? {
    let start = beginning.value
    if leads.contains(start), vowels.contains(inner.value) {
      let lead = start - leads.lowerBound
      let vowel = inner.value - vowels.lowerBound
      return Unicode.Scalar(firstSyllable + (lead * UInt32(vowels.count) + vowel) * tailChoices)
    }
    guard syllables.contains(start), (start - firstSyllable) % tailChoices == 0, tails.contains(inner.value)
    else {
      return nil
    }
    return Unicode.Scalar(start + inner.value - tails.lowerBound + 1)
  }

  /// The standalone form of the letter; nil for a letter of old Korean.
  static func alone(_ inner: Unicode.Scalar) -> Unicode.Scalar? {
    if vowels.contains(inner.value) { return Unicode.Scalar(0x314F + inner.value - vowels.lowerBound) }
    guard tails.contains(inner.value) else { return nil }
    return Unicode.Scalar(tailsAlone[Int(inner.value - tails.lowerBound)])
  }

  private static let tailsAlone: [UInt32] = [
    0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E,
    0x313F,
    0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]
}
