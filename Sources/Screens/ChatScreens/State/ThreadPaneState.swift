/// An open thread: its parent, its replies and a composer of its own.
public struct ThreadPaneState: Hashable, Sendable {
  /// "Thread · #general".
  public var title = ""
  public var parent: MessageRow?
  public var timeline = TimelineState()
  @Shared public var composer: ComposerState

  public init() { composer = ComposerState() }
}
