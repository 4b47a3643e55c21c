import FileSystem

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

/// Uses dictionaries on a separate thread: they are not guaranteed to be thread-safe, and a long word can take a fifth of a
/// second.
public actor SpellingWorker: SpellChecker {
  /// The maximum number of suggestions of all languages together.
  static let mostSuggestions = 10

  /// A separate thread, so that a slow dictionary delays only its callers.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue("inkwell.spelling")
  private let library: any SpellingLibrary
  private var dictionaries: [any SpellingDictionary] = []

  /// Creates a worker without open dictionaries.
  ///
  /// - Parameter library: the source of dictionaries.
  public init(_ library: any SpellingLibrary) { self.library = library }

  public func open(_ languages: [String]) -> OpenedLanguages {
    let opened = library.open(languages)
    dictionaries = opened.dictionaries
    return OpenedLanguages(languages: dictionaries.map(\.language), faults: opened.faults)
  }

  public func wrongWords(among words: [String]) -> Set<String> {
    guard !dictionaries.isEmpty else { return [] }
    return Set(words.filter { word in !dictionaries.contains { $0.contains(word) } })
  }

  /// Interleaves the suggestions of the languages, so that the best of each come first.
  public func suggestions(for word: String) -> [String] {
    let lists = dictionaries.map { $0.suggestions(for: word) }
    var found: [String] = []
    for place in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where place < list.count && !found.contains(list[place]) && list[place] != word {
        if found.count < Self.mostSuggestions { found.append(list[place]) }
      }
    }
    return found
  }

  public func add(_ word: String, to language: String) -> Bool {
    dictionaries.first { $0.language == language }?.add(word) ?? false
  }
}

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

/// Caches whether words are spelled correctly. It empties itself when it is full; the words of a draft are then looked up
/// again.
public struct VerdictCache: Sendable {
  private var verdicts: [String: Bool] = [:]
  private let capacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameter capacity: the maximum number of words.
  public init(capacity: Int = 4096) { self.capacity = capacity }

  /// The number of words.
  public var count: Int { verdicts.count }

  /// Whether a word is wrong; nil if it is not in the cache.
  ///
  /// - Parameter word: the word.
  public func isWrong(_ word: String) -> Bool? { verdicts[word] }

  /// Stores a result.
  ///
  /// - Parameters:
  ///   - words: the words that were checked.
  ///   - wrong: the ones that are wrong.
  public mutating func record(_ words: [String], wrong: Set<String>) {
    for word in words {
      if verdicts.count >= capacity { verdicts.removeAll(keepingCapacity: true) }
      verdicts[word] = wrong.contains(word)
    }
  }

  /// Forgets everything.
  public mutating func removeAll() { verdicts.removeAll() }
}
