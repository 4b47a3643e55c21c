/// The last line of a terminal that is read line by line: what one types, with the caret in it.
public struct TypedLine: Hashable, Sendable {
  /// What stands before the words: "> ".
  public var prompt: ScreenText
  /// One row of what is typed.
  public var words: ScreenText
  /// The column of the caret within the words.
  public var caret: Int
  /// Which row of it this is: another row begins another line.
  public var row: Int

  public init(prompt: ScreenText = "", words: ScreenText = "", caret: Int = 0, row: Int = 0) {
    self.prompt = prompt
    self.words = words
    self.caret = caret
    self.row = row
  }
}
