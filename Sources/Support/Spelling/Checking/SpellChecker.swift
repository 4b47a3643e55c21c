/// Checks the spelling of words, without blocking the caller.
public protocol SpellChecker: Sendable {
  /// Opens the dictionaries of languages. The other functions use those that were opened last.
  ///
  /// - Parameter languages: their codes, such as `en_US`.
  /// - Returns: the languages that were opened, and why others are missing.
  func open(_ languages: [String]) async -> OpenedLanguages
  /// The words that are in no dictionary.
  ///
  /// - Parameter words: words as a ``WordCutter`` cuts them.
  func wrongWords(among words: [String]) async -> Set<String>
  /// Suggestions for a word, the likeliest first.
  ///
  /// - Parameter word: what was typed.
  func suggestions(for word: String) async -> [String]
  /// Adds a word to the user's own list.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - language: the language that the word is added to.
  /// - Returns: whether the word is in the list now.
  func add(_ word: String, to language: String) async -> Bool
}

/// The result of opening dictionaries.
public struct OpenedLanguages: Hashable, Sendable {
  /// The languages that were opened, in the order of the request.
  public var languages: [String]
  /// Why the others were not opened.
  public var faults: [SpellingFault]

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - languages: the languages that were opened.
  ///   - faults: why the others were not opened.
  public init(languages: [String], faults: [SpellingFault] = []) {
    self.languages = languages
    self.faults = faults
  }
}
