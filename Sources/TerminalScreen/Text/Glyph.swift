/// The picture of a Character, or of a part of one, in one or two cells.
///
/// Only `ScreenText` makes them, so that nothing else can be drawn.
public struct Glyph: Hashable, Sendable {
  let scalars: PackedScalars
  /// Whether terminals disagree about its width, so that it and what stands behind it need to be put into their cells.
  public let isPlaced: Bool
  /// Whether it is a blank at which a line may be broken.
  public let isSpace: Bool
  // A byte, so that long texts take less.
  private let columns: UInt8

  /// The text sent to the terminal: a base with its marks, and nothing that it could obey.
  public var text: String { scalars.text }

  /// 1 or 2.
  public var width: Int { Int(columns) }

  init(_ base: Unicode.Scalar, width: Int) {
    self.init(
      scalars: PackedScalars(base), isSpace: base.isBreakingSpace, columns: UInt8(width),
      isPlaced: DisputedWidth.contains(base))
  }

  /// The flag that two letters make. They go to the terminal together: one of them alone is as wide as a flag in some.
  init(flag first: Unicode.Scalar, _ second: Unicode.Scalar) {
    var scalars = PackedScalars(first)
    scalars.append(second)
    self.init(scalars: scalars, isSpace: false, columns: 2, isPlaced: true)
  }

  private init(scalars: PackedScalars, isSpace: Bool, columns: UInt8, isPlaced: Bool = false) {
    self.scalars = scalars
    self.isSpace = isSpace
    self.columns = columns
    self.isPlaced = isPlaced
  }

  public static let space = Glyph(" ", width: 1)

  /// The same glyph with one more mark.
  func with(_ mark: Unicode.Scalar) -> Glyph {
    var scalars = scalars
    scalars.append(mark)
    return Glyph(scalars: scalars, isSpace: false, columns: columns, isPlaced: isPlaced)
  }

  public static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  /// The glyph of a printable ASCII character, the most common case.
  public init(printableASCII byte: UInt8) {
    precondition(Self.isPrintableASCII(byte), "a control character has no glyph of its own")
    self.init(
      scalars: PackedScalars(Unicode.Scalar(byte)), isSpace: byte == 0x20, columns: 1)
  }
}

extension Unicode.Scalar {
  /// Whether it is a blank at which a line may be broken, unlike no-break spaces.
  fileprivate var isBreakingSpace: Bool {
    switch value {
    case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }
}
