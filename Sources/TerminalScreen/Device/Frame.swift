/// A picture for a terminal: a grid, the position of the cursor, and the targets of its links.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil if the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` refers to.
  public var links: [String]
  /// What its colours were chosen for: a terminal with few colours takes only those that can be read there.
  public var ground: Background

  public init(
    grid: Grid, cursor: Position? = nil, links: [String] = [], ground: Background = .unknown
  ) {
    self.grid = grid
    self.cursor = cursor
    self.links = links
    self.ground = ground
  }
}
