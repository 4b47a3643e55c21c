import TerminalScreen

/// iTerm2's protocol: a picture is a file that the terminal stretches over cells.
///
/// The file is our own, of the pixels that the decoder wrote. Those that are seen are sent each time.
struct ITermPictures: PictureLanguage {
  var isInCells: Bool { true }
  var isIdle: Bool { true }
  var leaving: String { "\u{1B}\\" }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool { true }

  /// Terminals take no command of more than a megabyte: these are four bytes each, and four letters for each three of them.
  private static let mostPixels = 175_000

  mutating func forget() {}

  mutating func clearing() -> String { "" }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    guard mayBeMuch else { return nil }
    let (picture, source) = Self.fitting(placed.picture, placed.source)
    let file = PNGFile.bytes(of: picture, source)
    let cells = placed.visible
    // The last key is WezTerm's and Konsole's; others do not know it, and go to the line below.
    let keys =
      "inline=1;size=\(file.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return ShownPicture(
      text: CursorSequence.move(to: placed) + "\u{1B}]1337;File=\(keys):\(Base64.text(file))\u{7}")
  }

  /// A picture of which a part is seen, with fewer pixels if there are too many in that part.
  private static func fitting(_ picture: Picture, _ source: Rect) -> (Picture, Rect) {
    let count = source.columns * source.rows
    guard count > mostPixels else { return (picture, source) }
    let scale = (Double(mostPixels) / Double(count)).squareRoot()
    func scaled(_ length: Int) -> Int { Int(Double(length) * scale) }
    let small = picture.scaled(width: scaled(picture.width), height: scaled(picture.height))
    let part = Rect(
      column: scaled(source.column), row: scaled(source.row), columns: max(1, scaled(source.columns)),
      rows: max(1, scaled(source.rows)))
    return (small, part.intersection(Rect(Size(columns: small.width, rows: small.height))))
  }

  mutating func freeing(besides shown: [PlacedPicture]) -> String { "" }
}
