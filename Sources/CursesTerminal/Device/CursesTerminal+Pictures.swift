import CTerminalGuard
import Glibc
public import TerminalScreen

extension CursesTerminal {
  /// The pictures of a frame as the terminal gets them; none until it said that it shows them.
  func pictures(of frame: Frame) -> [PlacedPicture] {
    // A frame of another size will be followed by one of this.
    guard questions.showsPictures, !frame.pictures.isEmpty, frame.grid.size == size else { return [] }
    return fitting.fit(frame.pictures, cell: cellSize)
  }

  /// The grid of a frame as it is written to cells: what is seen through a picture is the ground, and not its blocks.
  func grid(of frame: Frame, under pictures: [PlacedPicture]) -> Grid {
    guard pictures.contains(where: { !$0.picture.isOpaque }) else { return frame.grid }
    var grid = frame.grid
    for placed in pictures where !placed.picture.isOpaque {
      grid.clearPixels(in: placed.visible, placed.ground)
    }
    return grid
  }

  /// Shows the pictures of a frame once its cells are written, or asks the terminal whether it can.
  func show(_ wanted: [PlacedPicture], of frame: Frame) {
    guard !frame.pictures.isEmpty || !painter.isIdle, traits.mayShowPictures, let output else { return }
    guard questions.showsPictures else {
      if let text = questions.pictureQuestion(at: Monotonic.milliseconds) { write(text) }
      return
    }
    let (text, isWhole) = painter.text(for: wanted)
    guard !text.isEmpty else { return }
    // From here on a crash must not leave them on the screen.
    let leaving = PicturePainter.leaving
    leaving.withCString { guard_leave_first($0, leaving.utf8.count) }
    output.collectDrawing()
    output.addWhole(text)
    output.flush()
    // Keys are read between two of them.
    if output.isWaiting || !isWhole { waitForRoom() }
  }

  /// It is asked whether it shows pictures only once there is one: until then it may.
  public var pixelsOfCell: Size? {
    guard questions.mayShowPictures, traits.mayShowPictures else { return nil }
    return cellSize ?? Self.usualCell
  }

  private static let usualCell = Size(columns: 8, rows: 16)

  /// In pixels; nil if the terminal does not say it.
  private var cellSize: Size? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    else { return nil }
    return Size(
      columns: Int(window.ws_xpixel) / Int(window.ws_col), rows: Int(window.ws_ypixel) / Int(window.ws_row))
  }
}
