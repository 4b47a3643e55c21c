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

  /// - Parameter isFirst: whether it begins a Character; a skin colour after an emoji is not drawn.
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
  /// For what the C library does not know: each terminal has another width for that.
  static let unknown: Unicode.Scalar = "\u{25A1}"
  /// The base for a mark without one.
  static let dottedCircle: Unicode.Scalar = "\u{25CC}"

  /// The symbol drawn for a scalar that could mislead a terminal or a reader: always one cell.
  private static func stand(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: replacement
    // A line break within a line.
    case 0x2028, 0x2029: "\u{2424}"
    // Embeddings, overrides and isolates: the words would be read in another order than they are drawn.
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

  /// Unicode's default-ignorable scalars, except the joiner, and those that `stand` shows.
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
