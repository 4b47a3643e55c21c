import CTerminalGuard
import Glibc
public import TerminalScreen

extension CursesTerminal {
  /// The pictures of a frame in the form that the terminal gets; none until it has reported support for pictures.
  func pictures(of frame: Frame) -> [PlacedPicture] {
    // A frame of an outdated size will be followed by one of the current size.
    guard painter != nil, !frame.pictures.isEmpty, frame.grid.size == size else { return [] }
    let cell = cellSize
    let fitted = fitting.fit(frame.pictures, cell: cell)
    return painter?.possible(fitted, on: size, cell: cell) ?? []
  }

  /// The grid of a frame as it is written to cells: transparent parts of a picture show the background instead of its half
  /// blocks.
  func grid(of frame: Frame, under pictures: [PlacedPicture]) -> Grid {
    guard pictures.contains(where: { !$0.picture.isOpaque }) else { return frame.grid }
    var grid = frame.grid
    for placed in pictures where !placed.picture.isOpaque {
      grid.clearPixels(in: placed.visible, placed.ground)
    }
    return grid
  }

  /// Shows the pictures of a frame once its cells are written, or asks the terminal whether it supports pictures.
  func show(_ wanted: [PlacedPicture], of frame: Frame) {
    guard !frame.pictures.isEmpty || painter?.isIdle == false, traits.mayShowPictures, let output, let cells
    else { return }
    guard var painter else {
      if let text = questions.pictureQuestion(at: Monotonic.milliseconds) { write(text) }
      return
    }
    // Cleared first, so that changing the painter does not copy it.
    self.painter = nil
    var written = cells.wholeRows
    for change in cells.changes { written.insert(change.row) }
    // ncurses can also move the cursor by rewriting existing characters.
    if let cursor = frame.cursor, cursor != cursorAtPictures { written.insert(cursor.row) }
    cursorAtPictures = frame.cursor
    let (text, isWhole) = painter.text(for: wanted, written: written)
    self.painter = painter
    guard !text.isEmpty else { return }
    // From here on, a crash must remove the pictures from the screen.
    let leaving = painter.leaving
    leaving.withCString { guard_leave_first($0, leaving.utf8.count) }
    output.collectDrawing()
    output.addWhole(text)
    output.flush()
    // Keys are read between two pictures.
    if output.isWaiting || !isWhole { waitForRoom() }
  }

  /// Handles the terminal's latest answers about pictures.
  func noticePictures() {
    // The answer to another question now would go to the next program in the terminal.
    guard phase == .taken else { return }
    if let text = questions.sixelQuestion(at: Monotonic.milliseconds) { write(text) }
    let wasUnknown = painter == nil
    if wasUnknown {
      switch questions.pictures {
      case .kitty: painter = PicturePainter(KittyPictures())
      case .iTerm: painter = PicturePainter(ITermPictures())
      case .sixels(let sixels):
        painter = PicturePainter(SixelPictures(colors: sixels.colors, largest: sixels.largest))
      case nil: break
      }
    }
    if questions.takeShownQuestion() {
      cells?.doubt(row: 0)
      draw()
    } else if wasUnknown, painter != nil {
      draw()
    }
  }

  /// The size of a cell in pixels; nil if the terminal shows no pictures. The terminal is asked when the first picture is shown;
  /// until then, the program assumes that it may show pictures.
  public var pixelsOfCell: Size? {
    guard questions.mayShowPictures, traits.mayShowPictures else { return nil }
    return cellSize ?? Self.usualCell
  }

  private static let usualCell = Size(columns: 8, rows: 16)

  /// In pixels; nil if neither the system nor the terminal reports a plausible size.
  private var cellSize: Size? {
    var window = winsize()
    var size = questions.cell
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0,
      window.ws_xpixel >= window.ws_col, window.ws_ypixel >= window.ws_row
    {
      size = Size(
        columns: Int(window.ws_xpixel) / Int(window.ws_col),
        rows: Int(window.ws_ypixel) / Int(window.ws_row))
    }
    guard let size, size.columns <= Picture.longestSide, size.rows <= Picture.longestSide else { return nil }
    return size
  }
}
