import TerminalScreen

/// A protocol in which terminals are told to show pictures. Where which of them stand, `PicturePainter` knows.
protocol PictureLanguage {
  /// Whether pictures are part of the cells that they are over: writing there takes them away, and nothing else does.
  var isInCells: Bool { get }
  /// Whether the terminal keeps nothing that it has to be told of, beside what it shows.
  var isIdle: Bool { get }
  /// What ends a command that the terminal got half of, and deletes all that this screen shows; at most 64 bytes.
  var leaving: String { get }

  /// Whether it can show a picture where a cell has so many pixels; nil if nobody knows it.
  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool
  /// Nobody knows what the terminal still has.
  mutating func forget()
  /// What is said before everything else.
  mutating func clearing() -> String
  /// What shows a picture; nil if it is much to say, and that is not wanted now.
  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture?
  /// Lets go of what is too much to be kept, beside the pictures that are shown.
  mutating func freeing(besides shown: [PlacedPicture]) -> String
}

/// What a terminal is told to show a picture.
struct ShownPicture {
  /// Said with the cursor somewhere; it is put back afterwards.
  var text: String
  /// What takes the picture away again; empty where cells do.
  var removal = ""
  /// Whether keys should be read before more is said.
  var isMuch = true
}

extension CursorSequence {
  /// To the first cell of what is seen of a picture.
  static func move(to placed: PlacedPicture) -> String {
    move(to: Position(column: placed.visible.column, row: placed.visible.row))
  }
}
