/// What a terminal is to show: a grid, where the cursor blinks, and where its links lead.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil: the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` points at.
  public var links: [String]

  public init(grid: Grid, cursor: Position? = nil, links: [String] = []) {
    self.grid = grid
    self.cursor = cursor
    self.links = links
  }
}
