/// Where dictionaries come from. It opens them on the thread that will use them.
public protocol SpellingLibrary: Sendable {
  /// Opens the dictionaries of languages, which may take a while.
  ///
  /// - Parameter languages: their codes, such as `en_US`.
  /// - Returns: those that there are, and why the others are missing.
  func open(_ languages: [String]) -> (dictionaries: [any SpellingDictionary], faults: [SpellingFault])
}

/// The words of one language. Only one thread uses it.
public protocol SpellingDictionary {
  /// The code of the language.
  var language: String { get }
  /// Whether a word is spelled as this language or its user spells it.
  ///
  /// - Parameter word: one word, without blanks.
  func contains(_ word: String) -> Bool
  /// Words that may have been meant, the likeliest first.
  ///
  /// - Parameter word: what was typed.
  func suggestions(for word: String) -> [String]
  /// Adds a word to the user's own.
  ///
  /// - Parameter word: the word.
  /// - Returns: whether it is one of them now.
  func add(_ word: String) -> Bool
}

/// Why the spelling of a language cannot be told.
public enum SpellingFault: Hashable, Sendable {
  /// The library that has all dictionaries is not installed.
  case libraryMissing
  /// There is no dictionary of a language.
  ///
  /// - Parameter language: its code.
  case dictionaryMissing(language: String)
}

extension SpellingFault: CustomStringConvertible {
  /// A sentence about what is missing.
  public var description: String {
    switch self {
    case .libraryMissing:
      "Spelling needs enchant, which is not installed: the Debian package is libenchant-2-2"
    case .dictionaryMissing(let language):
      "There is no dictionary for \(language): that language is not checked"
    }
  }
}
