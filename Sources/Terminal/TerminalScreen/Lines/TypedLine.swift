/// The input line at the bottom of a plain terminal, with its caret.
public struct TypedLine: Hashable, Sendable {
  /// The prompt: "> ".
  public var prompt: ScreenText
  /// One row of the typed text.
  public var words: ScreenText
  /// The column of the caret within the words.
  public var caret: Int
  /// The number of the row; another row begins a new line.
  public var row: Int

  public init(prompt: ScreenText = "", words: ScreenText = "", caret: Int = 0, row: Int = 0) {
    self.prompt = prompt
    self.words = words
    self.caret = caret
    self.row = row
  }
}
