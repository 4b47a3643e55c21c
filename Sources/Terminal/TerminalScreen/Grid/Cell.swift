/// One cell of the screen. The second cell of a wide glyph holds no text.
///
/// Four words without a gap between them, so that a screen is copied and compared as plain memory.
public struct Cell: Hashable, Sendable {
  private var scalars: PackedScalars
  /// The style in 60 bits, and the traits of the glyph.
  private var looks: UInt64
  /// The number of the link plus one; zero for none.
  private(set) var linkNumber: UInt64

  init(_ glyph: Glyph, _ style: Style) { self.init(glyph.scalars, glyph.traits, style) }

  private init(_ scalars: PackedScalars, _ traits: Glyph.Traits, _ style: Style) {
    self.scalars = scalars
    looks = Self.looks(PackedStyle(style).bits, traits)
    linkNumber = style.link.map { UInt64($0.index) + 1 } ?? 0
  }

  /// The second cell of a wide glyph.
  static func second(_ style: Style) -> Cell { Cell(.none, [], style) }

  public static let blank = Cell.space(.plain)

  public static func space(_ style: Style) -> Cell { Cell(PackedScalars(" "), .narrow, style) }

  /// A copy with another letter; both take one column.
  func with(printableASCII byte: UInt8) -> Cell {
    var cell = self
    cell.scalars = PackedScalars(Unicode.Scalar(byte))
    return cell
  }

  /// A copy with another glyph, in the same style.
  func with(_ glyph: Glyph) -> Cell {
    var cell = self
    cell.scalars = glyph.scalars
    cell.looks = Self.looks(styleBits, glyph.traits)
    return cell
  }

  public var text: String { scalars.text }
  /// The number of cells of its glyph; 0 for the second cell of a wide one.
  public var width: Int { traits.columns }
  /// Whether terminals disagree about its width.
  public var isPlaced: Bool { traits.contains(.placed) }
  /// Whether its colours are those of pixels, and not of words that have to be read.
  public var showsPixels: Bool { traits.contains(.pixels) }

  /// The value of its only scalar, if that takes one column in every terminal and for every C library, and shows no pixels:
  /// ncurses puts what follows where the library says that it ends.
  var narrowScalar: UInt32? {
    guard traits == .narrow, let value = scalars.singleValue else { return nil }
    switch value {
    case 0x20...0x7E, 0xC0...0x24F, 0x2500...0x259F: return value
    default: return nil
    }
  }

  /// Whether both have the same style but for the link, and their glyphs the same traits: the letters may differ.
  func hasLooks(of other: Cell) -> Bool { looks == other.looks }

  /// Where the traits begin.
  private static let traitsShift: UInt64 = 60

  private static func looks(_ styleBits: UInt64, _ traits: Glyph.Traits) -> UInt64 {
    styleBits | UInt64(traits.rawValue) << traitsShift
  }

  private var traits: Glyph.Traits {
    Glyph.Traits(rawValue: UInt8(truncatingIfNeeded: looks >> Self.traitsShift))
  }

  public var link: LinkID? { linkNumber == 0 ? nil : LinkID(UInt16(linkNumber - 1)) }

  public var style: Style {
    get { PackedStyle(bits: styleBits).style(link: link) }
    set { self = Cell(scalars, traits, newValue) }
  }

  /// All of its style but the link, as a number: equal for equal looks, and quickly compared.
  public var styleBits: UInt64 { looks & (1 << Self.traitsShift - 1) }

  /// The only scalar of its text, as nearly all cells have; nil if it has none, or marks.
  public var single: Unicode.Scalar? { scalars.single }

  /// Calls the closure with each scalar of its text, which is cheaper than building the text.
  public func forEachScalar(_ body: (Unicode.Scalar) -> Void) { scalars.forEach(body) }
}
