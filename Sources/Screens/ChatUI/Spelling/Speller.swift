import Spelling

/// Tells all composers which words are wrong. The dictionaries are opened when it is first asked, and what they say is
/// remembered, so that a word is seldom asked for twice.
final class Speller {
  /// Whether it is known in which languages words can be right.
  private(set) var isOpen = false
  /// The languages that there are dictionaries of; none before the first question.
  private(set) var languages: [String] = []
  /// Increases when a word that was wrong may be right.
  private(set) var revision = 0
  private(set) var cutter: WordCutter
  /// What is missing.
  private var faults: [SpellingFault] = []
  private var verdicts = VerdictCache()
  private var opening: Task<Void, Never>?
  private let checker: any SpellChecker
  private let services: AppContext

  /// So many words are asked for at once: a suggestion that somebody waits for comes between them.
  private static let mostWords = 256

  /// - Returns: nil if the settings name no language, or nobody could say what is wrong.
  init?(_ checker: (any SpellChecker)?, services: AppContext) {
    guard let checker, !services.settings.spellingLanguages.isEmpty else { return nil }
    self.checker = checker
    self.services = services
    cutter = WordCutter(languages: services.settings.spellingLanguages)
  }

  /// The wrong ones of some words, if that is known of all of them.
  func knownWrong(among words: [SpelledWord]) -> [SpelledWord]? {
    var wrong: [SpelledWord] = []
    for word in words {
      guard let isWrong = verdicts.isWrong(word.spelling) else { return nil }
      if isWrong { wrong.append(word) }
    }
    return wrong
  }

  /// The wrong ones of some words, once the dictionaries are open.
  func wrong(among words: [SpelledWord]) async -> [SpelledWord] {
    if let known = knownWrong(among: words) { return known }
    let spellings = Set(words.map(\.spelling))
    var wrong = spellings.filter { verdicts.isWrong($0) == true }
    let unknown = spellings.filter { verdicts.isWrong($0) == nil }.sorted()
    for start in stride(from: 0, to: unknown.count, by: Self.mostWords) {
      let part = Array(unknown[start..<min(start + Self.mostWords, unknown.count)])
      let revision = revision
      let answer = await checker.wrongWords(among: part)
      wrong.formUnion(answer)
      if revision == self.revision { verdicts.record(part, wrong: answer) }
    }
    return words.filter { wrong.contains($0.spelling) }
  }

  func suggestions(for word: String) async -> [String] { await checker.suggestions(for: word) }

  /// Adds a word to the user's own.
  ///
  /// - Returns: whether it is one of them now.
  func add(_ word: String, to language: String) async -> Bool {
    let isAdded = await checker.add(word, to: language)
    // Others may be right with it: its capitals, its genitive.
    verdicts.removeAll()
    revision += 1
    return isAdded
  }

  /// Opens the dictionaries, unless they are open.
  func open() async {
    guard !isOpen else { return }
    let task =
      opening
      ?? Task {
        let opened = await checker.open(services.settings.spellingLanguages)
        languages = opened.languages
        isOpen = true
        cutter = WordCutter(languages: opened.languages)
        faults = opened.faults
        if !faults.isEmpty { sayFaults() }
      }
    opening = task
    await task.value
  }

  /// Says which library or dictionaries are missing.
  func sayFaults() {
    services.say(Notice(faults.map(\.description).joined(separator: ". "), .warning))
  }
}
