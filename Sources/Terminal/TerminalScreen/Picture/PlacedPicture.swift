/// A picture in a frame, over cells that contain its half blocks: a terminal that supports pictures shows the picture instead.
public struct PlacedPicture: Hashable, Sendable {
  /// The cells of the whole picture, some of which may be outside of the visible part.
  public let whole: Rect
  /// The visible cells of the picture.
  public private(set) var visible: Rect
  public let picture: Picture
  /// The style of the cells under it, visible where the picture is transparent.
  public let ground: Style

  /// - Parameter clip: nothing outside of this is visible.
  public init(_ picture: Picture, in whole: Rect, clip: Rect, on ground: Style = .plain) {
    self.picture = picture
    self.whole = whole
    self.ground = ground
    visible = whole.intersection(clip)
  }

  /// The visible pixels of the picture.
  public var source: Rect {
    func pixels(_ start: Int, _ count: Int, of cells: Int, in size: Int) -> Range<Int> {
      guard cells > 0 else { return 0..<0 }
      let first = min(size - 1, start * size / cells)
      return first..<max(first + 1, (start + count) * size / cells)
    }
    let columns = pixels(
      visible.column - whole.column, visible.columns, of: whole.columns, in: picture.width)
    let rows = pixels(visible.row - whole.row, visible.rows, of: whole.rows, in: picture.height)
    return Rect(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count, rows: rows.count)
  }

  /// Adds the row below the visible part, if it belongs to the same picture.
  public mutating func join(_ next: PlacedPicture) -> Bool {
    guard next.whole == whole, next.visible.row == visible.endRow, next.visible.column == visible.column,
      next.visible.columns == visible.columns, next.ground == ground, next.picture == picture
    else { return false }
    visible.rows += next.visible.rows
    return true
  }
}
