import FileSystem

/// Asks dictionaries on a thread of its own, which alone has them: nobody promises that two may use one at once, and a long
/// word can take a fifth of a second.
public actor SpellingWorker: SpellChecker {
  /// Suggestions of all languages together are no more than this.
  static let mostSuggestions = 10

  /// A separate thread, so that a slow dictionary delays only those who ask it.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private nonisolated let queue = DiskQueue("inkwell.spelling")
  private let library: any SpellingLibrary
  private var dictionaries: [any SpellingDictionary] = []

  /// Makes a worker that opens nothing yet.
  ///
  /// - Parameter library: where dictionaries come from.
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

  /// Those of each language in turn, so that the best of each come first.
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
