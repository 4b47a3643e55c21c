/// The picture of a Character, or of a part of one, in one or two cells.
///
/// Only `ScreenText` makes them, so that nothing is drawn which did not pass its door.
public struct Glyph: Hashable, Sendable {
  let scalars: PackedScalars
  /// What it is to the wrapping of lines.
  let role: Role
  // A byte, so that long texts take less.
  private let columns: UInt8

  /// What the terminal is sent: a base with its marks, and nothing that it could obey.
  public var text: String { scalars.text }

  /// 1 or 2.
  public var width: Int { Int(columns) }

  init(_ base: Unicode.Scalar, width: Int) {
    self.init(scalars: PackedScalars(base), role: Role(base), columns: UInt8(width))
  }

  private init(scalars: PackedScalars, role: Role, columns: UInt8) {
    self.scalars = scalars
    self.role = role
    self.columns = columns
  }

  public static let space = Glyph(" ", width: 1)

  /// Whether it is a blank at which a line may be broken.
  public var isSpace: Bool { role == .space }

  /// The same with one more mark on it.
  func with(_ mark: Unicode.Scalar) -> Glyph {
    var scalars = scalars
    scalars.append(mark)
    return Glyph(scalars: scalars, role: role == .space ? .word : role, columns: columns)
  }

  public static func isPrintableASCII(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  /// The glyph of what most text is made of.
  public init(printableASCII byte: UInt8) {
    precondition(Self.isPrintableASCII(byte), "a control character has no glyph of its own")
    self.init(
      scalars: PackedScalars(Unicode.Scalar(byte)), role: byte == 0x20 ? .space : .word, columns: 1)
  }
}

extension Glyph {
  enum Role: UInt8, Hashable, Sendable {
    case word, space
    /// Han and kana: a line may be broken before and behind it.
    case ideograph
    /// Wide punctuation that does not end a row, or does not begin one.
    case opening, closing

    init(_ scalar: Unicode.Scalar) {
      self =
        switch scalar.value {
        case 0x20, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: .space
        case 0..<0x2E80: .word
        case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D: .opening
        case 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFF62: .opening
        case 0x3001...0x3003, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019: .closing
        case 0x301B, 0x301E...0x301F, 0x303B, 0x3099...0x309E, 0x30FB...0x30FE: .closing
        case 0xFF01, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A...0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D: .closing
        case 0xFF60...0xFF61, 0xFF63...0xFF65: .closing
        case 0x2E80...0x303E, 0x3041...0x312F, 0x31A0...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF: .ideograph
        case 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFD: .ideograph
        default: .word
        }
    }
  }
}
