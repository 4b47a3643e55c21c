/// One cell of the screen. The second cell of a wide glyph contains no text.
///
/// Four words without padding, so that a screen is copied and compared as plain memory.
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

  /// A copy with another letter; both are one column wide.
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
  /// The number of cells of the glyph; 0 for the second cell of a wide one.
  public var width: Int { traits.columns }
  /// Whether the glyph's width varies between terminals.
  public var isPlaced: Bool { traits.contains(.placed) }
  /// Whether the colours are those of pixels, and not of text that must be readable.
  public var showsPixels: Bool { traits.contains(.pixels) }

  /// The value of the only scalar, if it takes one column in every terminal and C library, and does not show pixels: ncurses
  /// positions later output by the library's width.
  var narrowScalar: UInt32? {
    guard traits == .narrow, let value = scalars.singleValue else { return nil }
    switch value {
    case 0x20...0x7E, 0xC0...0x24F, 0x2500...0x259F: return value
    default: return nil
    }
  }

  /// Whether both cells have the same style except for the link, and their glyphs have the same traits; the letters may differ.
  func hasLooks(of other: Cell) -> Bool { looks == other.looks }

  /// The bit at which the traits begin.
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

  /// The style without the link, as a number: equal for equal looks, and quick to compare.
  public var styleBits: UInt64 { looks & (1 << Self.traitsShift - 1) }

  /// The only scalar of the text, as in nearly all cells; nil if the text is empty or has marks.
  public var single: Unicode.Scalar? { scalars.single }

  /// Calls the closure with each scalar of the text, which is cheaper than building the text.
  public func forEachScalar(_ body: (Unicode.Scalar) -> Void) { scalars.forEach(body) }
}

/// Adjacent changed letters of the same style, or a single other glyph.
public struct ChangedRun: Sendable {
  /// The columns of the letters; for another glyph, even a wide one, only its first column.
  public let columns: Range<Int>
  /// The style without the link, as a number: equal for equal looks.
  public let styleBits: UInt64
  /// Whether the colours are those of pixels, and not of text that must be readable.
  public let showsPixels: Bool
  /// Whether the letters are in `ChangedRuns.letters`; otherwise the cell has to be read.
  public let holdsLetters: Bool
}

/// The parts of a row that must be written.
public struct ChangedRuns: Sendable {
  public private(set) var runs: [ChangedRun] = []
  /// Each letter of the runs at its column, as a number, because C has no `Unicode.Scalar`. Other elements are left over from
  /// earlier rows.
  public private(set) var letters: [UInt32] = []

  public init() {}

  /// Whether a run is a placed glyph.
  ///
  /// Checked here, and not by the painter, where a main-actor closure would check its isolation for each run.
  ///
  /// - Parameter cells: the row that was listed.
  public func hasPlacedGlyph(in cells: [Cell]) -> Bool {
    runs.contains { !$0.holdsLetters && cells[$0.columns.lowerBound].isPlaced }
  }

  /// Lists the cells that have changed, except for the second halves of wide glyphs. Replaces the previous list.
  ///
  /// - Parameters:
  ///   - before: the previous row; empty if everything has to be written.
  ///   - range: the columns that can contain changes.
  ///   - end: glyphs that extend beyond this column are omitted.
  mutating func list(
    _ cells: UnsafeBufferPointer<Cell>, since before: UnsafeBufferPointer<Cell>, in range: Range<Int>,
    end: Int
  ) {
    runs.removeAll(keepingCapacity: true)
    if letters.count < cells.count { letters = Array(repeating: 0, count: cells.count) }
    func isChanged(_ column: Int) -> Bool { column >= before.count || before[column] != cells[column] }
    letters.withUnsafeMutableBufferPointer { letters in
      var column = range.lowerBound
      while column < range.upperBound {
        let (first, cell) = (column, cells[column])
        column += 1
        guard cell.width > 0, first + cell.width <= end, isChanged(first) else { continue }
        let letter = cell.narrowScalar
        if let letter {
          letters[first] = letter
          while column < range.upperBound, cells[column].hasLooks(of: cell), isChanged(column),
            let letter = cells[column].narrowScalar
          {
            letters[column] = letter
            column += 1
          }
        }
        runs.append(
          ChangedRun(
            columns: first..<column, styleBits: cell.styleBits, showsPixels: cell.showsPixels,
            holdsLetters: letter != nil))
      }
    }
  }
}
