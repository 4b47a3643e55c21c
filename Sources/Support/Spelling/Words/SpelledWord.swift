/// A word of a text whose spelling can be right or wrong.
public struct SpelledWord: Hashable, Sendable {
  /// Its bytes in the text.
  public let range: Range<Int>
  /// What dictionaries are asked for: the word with straight apostrophes.
  public let spelling: String

  /// Makes a word.
  ///
  /// - Parameters:
  ///   - range: its bytes in the text.
  ///   - spelling: what dictionaries are asked for.
  public init(range: Range<Int>, spelling: String) {
    self.range = range
    self.spelling = spelling
  }
}
