import TerminalScreen

/// A protocol for showing pictures in terminals. `PicturePainter` tracks which pictures are shown where.
protocol PictureLanguage {
  /// Whether pictures are part of the cells under them: overwriting the cells removes a picture, and nothing else does.
  var isInCells: Bool { get }
  /// Whether the terminal keeps no data that has to be managed, besides what it shows.
  var isIdle: Bool { get }
  /// Ends a command of which the terminal may have received a part, and deletes all pictures on this screen; at most 64 bytes.
  var leaving: String { get }

  /// Whether the protocol can show a picture at this cell size; nil if the size is unknown.
  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool
  /// Forgets the state of the terminal, which is unknown now.
  mutating func forget()
  /// The output before all other output of a frame.
  mutating func clearing() -> String
  /// The output that shows a picture; nil if it is long, and long output is not wanted now.
  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture?
  /// Deletes kept pictures beyond the limit, except those that are shown.
  mutating func freeing(besides shown: [PlacedPicture]) -> String
}

/// The output that shows a picture.
struct ShownPicture {
  /// The output; the cursor may be anywhere, and is restored afterwards.
  var text: String
  /// The output that removes the picture; empty if overwriting its cells does.
  var removal = ""
  /// Whether keys should be read before further output.
  var isMuch = true
}

extension CursorSequence {
  /// Moves to the first visible cell of a picture.
  static func move(to placed: PlacedPicture) -> String {
    move(to: Position(column: placed.visible.column, row: placed.visible.row))
  }
}
