import Spelling
import Synchronization

/// A library with dictionaries of a few words, which records its calls.
final class FakeLibrary: SpellingLibrary {
  struct Log {
    var openings = 0
    var threads: Set<String> = []
  }

  let words: [String: Set<String>]
  let log = Mutex(Log())

  init(_ words: [String: Set<String>]) { self.words = words }

  func open(_ languages: [String]) -> (dictionaries: [any SpellingDictionary], faults: [SpellingFault]) {
    log.withLock { $0.openings += 1 }
    var faults: [SpellingFault] = []
    var found: [any SpellingDictionary] = []
    for language in languages {
      if let words = words[language] {
        found.append(FakeDictionary(language: language, words: words))
      } else {
        faults.append(.dictionaryMissing(language: language))
      }
    }
    return (found, faults)
  }
}

final class FakeDictionary: SpellingDictionary {
  let language: String
  private var words: Set<String>

  init(language: String, words: Set<String>) {
    self.language = language
    self.words = words
  }

  func contains(_ word: String) -> Bool { words.contains(word) || words.contains(word.lowercased()) }
  func suggestions(for word: String) -> [String] {
    words.filter { $0.first == word.lowercased().first }.sorted()
  }
  func add(_ word: String) -> Bool {
    words.insert(word)
    return true
  }
}
