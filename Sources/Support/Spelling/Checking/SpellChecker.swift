/// Tells how words are spelled, without holding up whoever asks.
public protocol SpellChecker: Sendable {
  /// Opens the dictionaries of languages. Everything else is asked of those that were opened last.
  ///
  /// - Parameter languages: their codes, such as `en_US`.
  /// - Returns: those that there are, and why the others are missing.
  func open(_ languages: [String]) async -> OpenedLanguages
  /// The words that no language has.
  ///
  /// - Parameter words: words as a ``WordCutter`` cuts them.
  func wrongWords(among words: [String]) async -> Set<String>
  /// Words that may have been meant, the likeliest first.
  ///
  /// - Parameter word: what was typed.
  func suggestions(for word: String) async -> [String]
  /// Adds a word to the user's own.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - language: the language of which it becomes a word.
  /// - Returns: whether it is one of them now.
  func add(_ word: String, to language: String) async -> Bool
}

/// What came of opening dictionaries.
public struct OpenedLanguages: Hashable, Sendable {
  /// The languages whose words are known, in the order in which they were asked for.
  public var languages: [String]
  /// Why the others are not.
  public var faults: [SpellingFault]

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - languages: the languages whose words are known.
  ///   - faults: why the others are not.
  public init(languages: [String], faults: [SpellingFault] = []) {
    self.languages = languages
    self.faults = faults
  }
}
