import TerminalScreen

/// Results of one frame that are still valid for the next, so that a key in a long draft costs only what it changes.
///
/// It does not affect the resulting frames. Keep one as long as the screen exists, and pass it to every call. Copies
/// share the screen that was drawn last, which drawing changes: do not draw with both.
public struct ScreenMemory {
  private var channel = ComposerLayout(text: "", width: 1)
  private var thread = ComposerLayout(text: "", width: 1)
  private var status: StatusRows?
  /// The one that was shown last; nil once there is none.
  var large: LargePicture?
  /// Hand it to a `TimelineMeasure`, so that measuring and drawing wrap each message once.
  public let messageBlocks = MessageBlocks()
  /// What the last frame had below suggestions and panels.
  var last: DrawnScreen?

  public init() {}

  /// The layout of a draft, for the composer of the channel or of the thread.
  public mutating func layout(
    of composer: Shared<ComposerState>, width: Int, in place: ScreenState.Focus
  ) -> ComposerLayout {
    switch place {
    case .channel: Self.update(&channel, composer.wrappedValue, width)
    case .thread: Self.update(&thread, composer.wrappedValue, width)
    }
  }

  /// Takes a layout that was made elsewhere, so that it is not made again.
  package mutating func keep(_ layout: ComposerLayout, in place: ScreenState.Focus) {
    switch place {
    case .channel: channel = layout
    case .thread: thread = layout
    }
  }

  /// Whether the draft that was laid out last has more rows than there is room for.
  func isScrolled(_ place: ScreenState.Focus, _ pane: PaneLayout?) -> Bool {
    guard let pane else { return false }
    return (place == .channel ? channel : thread).rowCount > pane.text.rows
  }

  /// The number of rows that the last line needs; it changes seldom, and wrapping its texts costs as much as a pane.
  mutating func rows(of state: StatusState, columns: Int, on screen: Size) -> Int {
    if let status, status.columns == columns, status.screen == screen, status.state == state {
      return status.count
    }
    let count = StatusPane(state).rows(columns: columns, of: screen)
    status = StatusRows(state: state, columns: columns, screen: screen, count: count)
    return count
  }

  /// The blocks of a large picture, which may have a million pixels.
  mutating func blocks(of picture: Picture, in room: Size) -> HalfBlocks {
    if let large, large.room == room, large.picture == picture { return large.blocks }
    let blocks = HalfBlocks(picture, in: room)
    large = LargePicture(picture: picture, room: room, blocks: blocks)
    return blocks
  }

  struct LargePicture {
    let picture: Picture
    let room: Size
    let blocks: HalfBlocks
  }

  private struct StatusRows {
    let state: StatusState
    let columns: Int
    let screen: Size
    let count: Int
  }

  private static func update(
    _ layout: inout ComposerLayout, _ composer: ComposerState, _ width: Int
  ) -> ComposerLayout {
    let mentions = composer.showsSigns ? composer.mentions : []
    if layout.isOf(composer.text, signing: mentions, width: width) { return layout }
    layout = ComposerLayout(text: composer.text, signing: mentions, width: width, reusing: layout)
    return layout
  }
}
