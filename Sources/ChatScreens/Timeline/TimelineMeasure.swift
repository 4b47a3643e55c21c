/// Measures how many lines the items of a timeline take, and which are visible.
///
/// Measures only the requested items.
public struct TimelineMeasure {
  /// An item that is at least partly visible.
  public struct VisibleItem: Hashable, Sendable {
    /// Its index among the items.
    public let index: Int
    /// Its visible lines.
    public let lines: Range<Int>
    /// The row of the first visible line, counted from the top of the timeline.
    public let row: Int
  }

  private let columns: MessageColumns
  private let blocks: MessageBlocks

  /// - Parameters:
  ///   - width: the columns of the whole timeline (`PaneLayout.timeline`).
  ///   - layout: as in the timeline.
  ///   - showsSigns: as in the theme.
  ///   - blocks: those of the screen that shows the timeline, so that each message is wrapped once.
  public init(
    width: Int, layout: MessageLayout = MessageLayout(), showsSigns: Bool = false,
    reusing blocks: MessageBlocks = MessageBlocks()
  ) {
    self.blocks = blocks
    columns = MessageColumns(width: width, layout, showsSigns: showsSigns)
  }

  public func height(of item: TimelineItem) -> Int {
    Self.height(of: item, columns, reusing: blocks)
  }

  /// The total number of lines of some items.
  public func height(of items: [TimelineItem]) -> Int { items.reduce(0) { $0 + height(of: $1) } }

  /// The items visible in this many rows, from top to bottom. Fewer lines than rows are aligned to the bottom.
  public func visible(in timeline: TimelineState, rows: Int) -> [VisibleItem] {
    Self.visible(in: timeline, rows: rows, columns, reusing: blocks)
  }

  static func height(of item: TimelineItem, _ columns: MessageColumns, reusing blocks: MessageBlocks)
    -> Int
  {
    switch item {
    case .gap, .day, .unreadMark, .loading: 1
    case .message(let row): blocks.block(of: row, columns).height
    }
  }

  static func visible(
    in timeline: TimelineState, rows: Int, _ columns: MessageColumns, reusing blocks: MessageBlocks
  ) -> [VisibleItem] {
    var found: [VisibleItem] = []
    // The row after the current item: at first below the edge, by the number of hidden lines.
    var end = rows + max(0, timeline.hiddenLines)
    for index in timeline.items.indices.reversed() {
      guard end > 0 else { break }
      let height = height(of: timeline.items[index], columns, reusing: blocks)
      let start = end - height
      if start < rows {
        let lines = max(0, -start)..<min(height, rows - start)
        if !lines.isEmpty { found.append(VisibleItem(index: index, lines: lines, row: max(0, start))) }
      }
      end = start
    }
    return found.reversed()
  }
}
