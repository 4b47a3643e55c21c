import ChatDomain

/// Measures how many lines the items of a timeline take, and which of them are visible.
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
  ///   - blocks: the blocks of the screen that shows the timeline, so that each message is wrapped once.
  public init(
    width: Int, layout: MessageLayout = MessageLayout(), showsSigns: Bool = false,
    reusing blocks: MessageBlocks = MessageBlocks()
  ) {
    self.blocks = blocks
    columns = MessageColumns(width: width, layout, showsSigns: showsSigns)
  }

  public func height(of item: TimelineItem) -> Int {
    switch item {
    case .gap, .day, .unreadMark, .loading: 1
    case .message(let row): blocks.block(of: row, columns).height
    }
  }

  /// The total number of lines of some items.
  public func height(of items: [TimelineItem]) -> Int { items.reduce(0) { $0 + height(of: $1) } }

  /// The first column at which the longest line of cut code in some items is shown to its end.
  public func lastCodeColumn(of items: [TimelineItem]) -> Int {
    items.reduce(0) { last, item in
      guard case .message(let row) = item else { return last }
      return max(last, blocks.block(of: row, columns).lastCodeColumn)
    }
  }

  /// The items visible in this many rows, from top to bottom. Fewer lines than rows are aligned to the bottom.
  public func visible(in timeline: TimelineState, rows: Int) -> [VisibleItem] {
    Self.visible(in: timeline, rows: rows, columns, reusing: blocks).map(\.item)
  }

  /// The visible items, with the blocks of messages.
  static func visible(
    in timeline: TimelineState, rows: Int, _ columns: MessageColumns, reusing blocks: MessageBlocks
  ) -> [(item: VisibleItem, block: MessageBlock?)] {
    var found: [(item: VisibleItem, block: MessageBlock?)] = []
    // The row after the current item. At first it is below the edge by the number of hidden lines.
    var end = rows + max(0, timeline.hiddenLines)
    for index in timeline.items.indices.reversed() {
      guard end > 0 else { break }
      var block: MessageBlock?
      if case .message(let row) = timeline.items[index] { block = blocks.block(of: row, columns) }
      let height = block?.height ?? 1
      let start = end - height
      if start < rows {
        let lines = max(0, -start)..<min(height, rows - start)
        if !lines.isEmpty {
          found.append((VisibleItem(index: index, lines: lines, row: max(0, start)), block))
        }
      }
      end = start
    }
    return found.reversed()
  }
}

/// Wrapped messages, shared by measuring and drawing, so that a message is not wrapped again for each frame.
public final class MessageBlocks {
  private struct Key: Hashable {
    let message: MessageID
    /// The width, because a thread shows a message that the channel beside it shows too.
    let width: Int
  }

  private var kept: [Key: MessageBlock] = [:]

  /// The most cached messages: about twice as many as nearly all screens show, because paging measures messages above them.
  private static let most = 256

  public init() {}

  /// The lines of a message: the same object while it is cached and the message looks the same.
  func block(of row: Shared<MessageRow>, _ columns: MessageColumns) -> MessageBlock {
    let key = Key(message: row.wrappedValue.message.id, width: columns.width)
    // An unchanged message shares its text with the stored one, so comparing them is quick.
    if let old = kept[key], old.columns == columns, old.shared == row { return old }
    let block = MessageBlock(row, columns)
    if kept.count >= Self.most { kept.removeAll() }
    kept[key] = block
    return block
  }
}
