/// A picture for a terminal: a grid, the position of the cursor, and the targets of its links.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil if the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` refers to.
  public var links: [String]

  public init(grid: Grid, cursor: Position? = nil, links: [String] = []) {
    self.grid = grid
    self.cursor = cursor
    self.links = links
  }
}
