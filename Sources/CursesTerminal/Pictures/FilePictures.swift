import TerminalScreen

/// iTerm2's protocol: a picture is a file that the terminal stretches over cells.
///
/// The file is our own, of the pixels that the decoder wrote. Those that are seen are sent each time.
struct FilePictures: PictureLanguage {
  var isInCells: Bool { true }
  var isIdle: Bool { true }
  var leaving: String { "\u{1B}\\" }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool {
    // Terminals take no command of more than a megabyte.
    placed.source.columns * placed.source.rows * 4 <= Self.mostBytes
  }

  /// Of pixels, before they are letters of base 64.
  private static let mostBytes = 700_000

  mutating func forget() {}

  mutating func clearing() -> String { "" }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    guard mayBeMuch else { return nil }
    let file = PNGFile.bytes(of: placed.picture, placed.source)
    let cells = placed.visible
    // The last key is WezTerm's and Konsole's; others do not know it, and go to the line below.
    let keys =
      "inline=1;size=\(file.count);width=\(cells.columns);height=\(cells.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return ShownPicture(text: TerminalPlace.of(placed) + "\u{1B}]1337;File=\(keys):\(Base64.text(file))\u{7}")
  }

  mutating func freeing(besides shown: [PlacedPicture]) -> String { "" }
}
