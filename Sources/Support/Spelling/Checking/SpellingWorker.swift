import FileSystem

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
