/// What was found out for one frame and holds for the next: a key in a long draft then costs what it changes.
///
/// It changes no frame. Keep one as long as the screen is there, and hand it to every call.
public struct ScreenMemory: Sendable {
  private var channel = ComposerLayout(text: "", width: 1)
  private var thread = ComposerLayout(text: "", width: 1)
  var blocks = MessageBlocks()
  /// The last frame that nothing lay over, and what it showed.
  var last: DrawnScreen?

  public init() {}

  /// A draft laid out, for the composer of the channel or of the thread.
  public mutating func layout(of text: String, width: Int, in place: ScreenState.Focus) -> ComposerLayout {
    switch place {
    case .channel: Self.update(&channel, text, width)
    case .thread: Self.update(&thread, text, width)
    }
  }

  private static func update(_ layout: inout ComposerLayout, _ text: String, _ width: Int) -> ComposerLayout {
    layout = ComposerLayout(text: text, width: width, reusing: layout)
    return layout
  }
}
