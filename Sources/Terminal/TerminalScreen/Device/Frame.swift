/// A picture for a terminal: a grid, the position of the cursor, the targets of its links, and what is more than cells.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil if the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` refers to.
  public var links: [String]
  /// What its colours were chosen for: a terminal with few colours takes only those that can be read there.
  public var ground: Background
  /// Pictures of people, no two of which share a cell. Their cells hold them as half blocks.
  public var pictures: [PlacedPicture]

  public init(
    grid: Grid, cursor: Position? = nil, links: [String] = [], ground: Background = .unknown,
    pictures: [PlacedPicture] = []
  ) {
    self.grid = grid
    self.cursor = cursor
    self.links = links
    self.ground = ground
    self.pictures = pictures
  }
}
