/// A source of dictionaries. It opens them on the thread that will use them.
public protocol SpellingLibrary: Sendable {
  /// Opens the dictionaries of languages, which may take a while.
  ///
  /// - Parameter languages: their codes, such as `en_US`.
  /// - Returns: the dictionaries, and why others are missing.
  func open(_ languages: [String]) -> (dictionaries: [any SpellingDictionary], faults: [SpellingFault])
}

/// The words of one language. Used on one thread only.
public protocol SpellingDictionary {
  /// The code of the language.
  var language: String { get }
  /// Whether the dictionary or the user's list contains a word.
  ///
  /// - Parameter word: one word, without blanks.
  func contains(_ word: String) -> Bool
  /// Suggestions for a word, the likeliest first.
  ///
  /// - Parameter word: what was typed.
  func suggestions(for word: String) -> [String]
  /// Adds a word to the user's own list.
  ///
  /// - Parameter word: the word.
  /// - Returns: whether the word is in the list now.
  func add(_ word: String) -> Bool
}

/// Why the spelling of a language cannot be checked.
public enum SpellingFault: Hashable, Sendable {
  /// The library of all dictionaries is not installed.
  case libraryMissing
  /// There is no dictionary of a language.
  ///
  /// - Parameter language: its code.
  case dictionaryMissing(language: String)
}

extension SpellingFault: CustomStringConvertible {
  /// A sentence for the user.
  public var description: String {
    switch self {
    case .libraryMissing:
      "Spelling needs enchant, which is not installed: the Debian package is libenchant-2-2"
    case .dictionaryMissing(let language):
      "There is no dictionary for \(language): that language is not checked"
    }
  }
}
