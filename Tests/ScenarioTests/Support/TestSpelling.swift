import ChatDomain
import InMemoryService
import Spelling

/// Two languages of a few words, and as slow as a test wants it.
@MainActor
final class TestSpelling: SpellChecker {
  private(set) var openings = 0
  private(set) var asked: [String] = []
  private(set) var added: [String] = []
  var missing: [SpellingFault] = []
  /// How long suggestions take, by this clock.
  var delay: (clock: ManualClock, duration: Duration)?
  /// How long it takes to say which words are wrong, by this clock.
  var verdictDelay: (clock: ManualClock, duration: Duration)?
  /// Whether words can be added.
  var canAdd = true
  private var opened: Set<String> = []
  private var words: [String: Set<String>] = [
    "en_US": ["hello", "world", "help", "held", "the", "house", "is", "my", "and", "don't", "meets", "ask"],
    "de_DE": ["hallo", "welt", "haus", "ist", "das", "straße", "und"],
  ]

  @MainActor func open(_ languages: [String]) async -> OpenedLanguages {
    openings += 1
    opened = missing.contains(.libraryMissing) ? [] : Set(languages).intersection(words.keys)
    return OpenedLanguages(languages: languages.filter(opened.contains), faults: missing)
  }

  @MainActor func wrongWords(among words: [String]) async -> Set<String> {
    asked += words
    if let verdictDelay {
      do { try await verdictDelay.clock.sleep(for: verdictDelay.duration) } catch { return [] }
    }
    guard !opened.isEmpty else { return [] }
    return Set(
      words.filter { word in !opened.contains { self.words[$0]?.contains(word.lowercased()) == true } })
  }

  @MainActor func suggestions(for word: String) async -> [String] {
    if let delay {
      do { try await delay.clock.sleep(for: delay.duration) } catch { return [] }
    }
    // The longest first, so that the order is plain.
    let beginning = word.lowercased().prefix(3)
    return opened.sorted().reversed().flatMap { language in
      (words[language] ?? []).sorted { ($1.count, $0) < ($0.count, $1) }
    }.filter { $0.hasPrefix(beginning) }
  }

  @MainActor func add(_ word: String, to language: String) async -> Bool {
    guard canAdd else { return false }
    added.append("\(word) \(language)")
    return words[language]?.insert(word.lowercased()).inserted ?? false
  }
}
