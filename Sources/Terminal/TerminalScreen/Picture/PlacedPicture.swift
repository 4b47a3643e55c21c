/// A picture in a frame, over cells that hold its half blocks: a terminal that knows pictures shows it in their place.
public struct PlacedPicture: Hashable, Sendable {
  /// The cells of all of it, some of which may be outside of what is seen.
  public let whole: Rect
  /// Those of its cells that are seen.
  public private(set) var visible: Rect
  public let picture: Picture
  /// What the cells under it look like where it is seen through.
  public let ground: Style

  /// - Parameter clip: what is outside of this is not seen.
  public init(_ picture: Picture, in whole: Rect, clip: Rect, on ground: Style = .plain) {
    self.picture = picture
    self.whole = whole
    self.ground = ground
    visible = whole.intersection(clip)
  }

  /// Those of its pixels that are seen.
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

  /// Takes in the row below what is seen, if it is the same picture's.
  public mutating func join(_ next: PlacedPicture) -> Bool {
    guard next.whole == whole, next.visible.row == visible.endRow, next.visible.column == visible.column,
      next.visible.columns == visible.columns, next.ground == ground, next.picture == picture
    else { return false }
    visible.rows += next.visible.rows
    return true
  }
}
