/// A word of a text whose spelling can be right or wrong.
public struct SpelledWord: Hashable, Sendable {
  /// The byte range of the word in the text.
  public let range: Range<Int>
  /// The spelling that is looked up: the word with straight apostrophes.
  public let spelling: String

  /// Makes a word.
  ///
  /// - Parameters:
  ///   - range: the byte range of the word in the text.
  ///   - spelling: the spelling that is looked up.
  public init(range: Range<Int>, spelling: String) {
    self.range = range
    self.spelling = spelling
  }
}
