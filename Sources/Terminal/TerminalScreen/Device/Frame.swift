/// The contents of a terminal screen: a grid, the position of the cursor, the targets of its links, and pictures.
public struct Frame: Hashable, Sendable {
  public var grid: Grid
  /// Nil if the cursor is hidden.
  public var cursor: Position?
  /// The addresses that `Style.link` refers to.
  public var links: [String]
  /// The background that the colours were chosen for: a terminal with few colours uses only those that are readable on it.
  public var ground: Background
  /// Pictures, no two of which share a cell. Their cells contain them as half blocks.
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
