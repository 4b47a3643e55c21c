/// The image of a Character, or of a part of one, in one or two cells.
///
/// Other modules get glyphs only from `ScreenText`, a `PlainScalar` or printable ASCII, so that no other text can be drawn.
public struct Glyph: Hashable, Sendable {
  let scalars: PackedScalars
  /// Whether it is a blank at which a line may be broken.
  public let isSpace: Bool
  /// The columns and other traits that cells store. One byte, so that long texts take less memory.
  let traits: Traits

  /// Stored in the highest four bits of a cell's looks.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The mask of the number of columns.
    static let width = Traits(rawValue: 3)
    /// The number of columns.
    var columns: Int { Int(rawValue & Traits.width.rawValue) }

    /// One column.
    static let narrow = Traits(rawValue: 1)
    static let placed = Traits(rawValue: 1 << 2)
    /// The glyph shows pixels; text can contain the same block characters.
    static let pixels = Traits(rawValue: 1 << 3)
  }

  /// Whether terminals disagree about the width, so that the glyph and the text after it must be positioned explicitly.
  public var isPlaced: Bool { traits.contains(.placed) }

  /// The text sent to the terminal: a base with its marks, and no control characters.
  public var text: String { scalars.text }

  /// 1 or 2.
  public var width: Int { traits.columns }

  init(_ base: Unicode.Scalar, width: Int) {
    self.init(
      scalars: PackedScalars(base), isSpace: base.isBreakingSpace, width: width,
      DisputedWidth.contains(base) ? .placed : [])
  }

  /// The flag that two letters form. They are sent together, because some terminals draw a single one as wide as a flag.
  init(flag first: Unicode.Scalar, _ second: Unicode.Scalar) {
    var scalars = PackedScalars(first)
    scalars.append(second)
    self.init(scalars: scalars, isSpace: false, width: 2, .placed)
  }

  /// A block that shows pixels.
  init(pixels block: Unicode.Scalar) {
    self.init(scalars: PackedScalars(block), isSpace: false, traits: [.narrow, .pixels])
  }

  private init(scalars: PackedScalars, isSpace: Bool, width: Int, _ traits: Traits) {
    self.init(scalars: scalars, isSpace: isSpace, traits: Traits(rawValue: UInt8(width)).union(traits))
  }

  private init(scalars: PackedScalars, isSpace: Bool, traits: Traits) {
    self.scalars = scalars
    self.isSpace = isSpace
    self.traits = traits
  }

  /// The glyph of a plain scalar.
  package init(_ plain: PlainScalar) {
    self.init(
      scalars: PackedScalars(plain: plain.value), isSpace: plain.isSpace,
      traits: Traits(rawValue: UInt8(truncatingIfNeeded: plain.width)))
  }

  public static let space = Glyph(" ", width: 1)

  /// The same glyph with one more mark.
  func with(_ mark: Unicode.Scalar) -> Glyph {
    var scalars = scalars
    scalars.append(mark)
    return Glyph(scalars: scalars, isSpace: false, traits: traits)
  }

  public static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  /// The glyph of a printable ASCII character, the most common case.
  public init(printableASCII byte: UInt8) {
    precondition(Self.isPrintableASCII(byte), "a control character has no glyph of its own")
    self.init(scalars: PackedScalars(Unicode.Scalar(byte)), isSpace: byte == 0x20, traits: .narrow)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a blank at which a line may be broken, unlike no-break spaces.
  fileprivate var isBreakingSpace: Bool {
    switch value {
    case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }
}

/// The scalars whose width differs in kitty: xterm, foot and tmux agree with the C library.
///
/// Measured for every scalar outside of the large blocks of Chinese and Korean (`make terminals-check` does the same with
/// samples of each kind). Text after one of these must be positioned explicitly.
enum DisputedWidth {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Most text, without a lookup of its properties.
    case ..<0x600, 0x1E00..<0x2E80, 0x3400..<0x4DC0, 0x4E00..<0xA000, 0xAC00..<0xE000: return false
    // Marks that begin a word in Arabic, Syriac and Kaithi.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return true
    // Symbols that kitty draws as wide as a letter.
    case 0x3030, 0x303D, 0x3248...0x324F, 0x3297, 0x3299, 0x4DC0...0x4DFF, 0x1F202, 0x1F237: return true
    // A skin colour without an emoji person.
    case 0x1F3FB...0x1F3FF: return true
    case 0x1F000...0x1FFFF, 0x3000..<0x302E, 0x3031..<0x3400: return false
    // Vowel signs of Indian scripts, which take separate cells or share the cell of the letter.
    default: return scalar.properties.generalCategory == .spacingMark
    }
  }
}

/// A base with up to five marks in two words, so that copying and comparing a screen touches no other memory.
struct PackedScalars: Hashable, Sendable {
  // 21 bits each; zero means none, because U+0000 is never drawn.
  private var low: UInt64
  private var high: UInt64 = 0

  static let none = PackedScalars(low: 0)

  init(_ base: Unicode.Scalar) { low = UInt64(base.value) }

  /// The value of a `PlainScalar`, which is known to be valid.
  init(plain value: UInt32) { low = UInt64(value) }

  private init(low: UInt64) { self.low = low }

  /// Adds one more mark, if there is room.
  mutating func append(_ mark: Unicode.Scalar) {
    let bits = UInt64(mark.value)
    for shift in [21, 42] as [UInt64] where low >> shift & Self.mask == 0 {
      low |= bits << shift
      return
    }
    for shift in [0, 21, 42] as [UInt64] where high >> shift & Self.mask == 0 {
      high |= bits << shift
      return
    }
  }

  /// Calls the closure with each scalar, starting with the base.
  func forEach(_ body: (Unicode.Scalar) -> Void) {
    for word in [low, high] {
      var rest = word
      while rest != 0, let scalar = Unicode.Scalar(UInt32(rest & Self.mask)) {
        body(scalar)
        rest >>= 21
      }
    }
  }

  /// The base, if there is one and it has no marks.
  var single: Unicode.Scalar? { singleValue.flatMap { Unicode.Scalar($0) } }

  /// The value of `single`.
  var singleValue: UInt32? {
    high == 0 && (1...Self.mask).contains(low) ? UInt32(truncatingIfNeeded: low) : nil
  }

  var text: String {
    if let single { return String(single) }
    var text = ""
    forEach { text.unicodeScalars.append($0) }
    return text
  }

  private static let mask: UInt64 = 0x1F_FFFF
}
