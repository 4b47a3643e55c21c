/// What a composer needs of the rows of its pane: as long as that stays the same, so does the screen's layout.
public struct ComposerHeight: Hashable, Sendable {
  private let textRows: Int
  private let noteRows: Int
  /// How many rows it takes depends on the width.
  private let preview: String?

  // Borrowed, because an initializer would get a copy of its own with each key.
  public init(_ composer: borrowing ComposerState, _ layout: ComposerLayout) {
    textRows = layout.rowCount
    noteRows = ComposerNotes.count(of: composer)
    preview = composer.preview
  }
}
