import TerminalScreen

/// Sixels: a picture is drawn in screen pixels, as many as its cells have.
struct SixelPictures: PictureLanguage {
  private struct Known {
    let picture: Picture
    let size: Size
    let indexed: IndexedPicture
  }

  /// The maximum number of colours of a picture.
  private let colors: Int
  /// The maximum size of a picture, in pixels.
  private let largest: Size
  /// The encoded pictures, the last shown at the end.
  private var known: [Known] = []
  /// How many pixels are kept, besides those of visible pictures.
  private let mostKept: Int

  /// The maximum number of pixels of a picture.
  static let mostPixels = 1 << 21

  init(colors: Int, largest: Size, mostKept: Int = 8 << 20) {
    self.colors = colors
    self.largest = largest
    self.mostKept = mostKept
  }

  var isInCells: Bool { true }
  var isIdle: Bool { true }
  var leaving: String { "\u{1B}\\" }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool {
    guard let cell else { return false }
    let (seen, whole) = (placed.visible.size, placed.whole.size)
    return seen.columns * cell.columns <= largest.columns && seen.rows * cell.rows <= largest.rows
      && whole.columns * cell.columns * whole.rows * cell.rows <= Self.mostPixels
  }

  mutating func forget() {}

  mutating func clearing() -> String { "" }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    guard mayBeMuch, let cell else { return nil }
    let picture = indexed(
      placed.picture,
      Size(columns: placed.whole.columns * cell.columns, rows: placed.whole.rows * cell.rows))
    let (seen, whole) = (placed.visible, placed.whole)
    let part = Rect(
      column: (seen.column - whole.column) * cell.columns, row: (seen.row - whole.row) * cell.rows,
      columns: seen.columns * cell.columns, rows: seen.rows * cell.rows)
    return ShownPicture(text: CursorSequence.move(to: placed) + SixelText.text(of: picture, part))
  }

  private mutating func indexed(_ picture: Picture, _ size: Size) -> IndexedPicture {
    if let index = known.firstIndex(where: { $0.size == size && $0.picture == picture }) {
      known.append(known.remove(at: index))
    } else {
      // A picture is rarely needed in two sizes.
      known.removeAll { $0.picture == picture }
      known.append(
        Known(
          picture: picture, size: size,
          indexed: IndexedPicture(picture, width: size.columns, height: size.rows, colors: colors)))
    }
    return known[known.count - 1].indexed
  }

  mutating func freeing(besides shown: [PlacedPicture]) -> String {
    var pixels = known.reduce(0) { $0 + $1.indexed.indexes.count }
    while pixels > mostKept,
      let index = known.firstIndex(where: { one in !shown.contains { $0.picture == one.picture } })
    {
      pixels -= known.remove(at: index).indexed.indexes.count
    }
    return ""
  }
}
