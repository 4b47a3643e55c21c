package import Spelling

/// Finds misspelled words for all composers. The dictionaries are opened on first use, and their answers are cached.
package final class Speller {
  /// Whether the dictionaries have been opened.
  private(set) var isOpen = false
  /// The languages with a dictionary; empty before the dictionaries are opened.
  private(set) var languages: [String] = []
  /// Increases when a misspelled word may have become correct.
  private(set) var revision = 0
  private(set) var cutter: WordCutter
  /// The missing library or dictionaries.
  private var faults: [SpellingFault] = []
  private var verdicts = VerdictCache()
  private var opening: Task<Void, Never>?
  private let checker: any SpellChecker
  private let context: any ComposerContext

  /// The most words in one request: a longer one would delay suggestions that the user waits for.
  private static let mostWords = 256

  /// - Returns: nil if the settings name no language, or there is no spell checker.
  package init?(_ checker: (any SpellChecker)?, context: any ComposerContext) {
    guard let checker, !context.composerSettings.spellingLanguages.isEmpty else { return nil }
    self.checker = checker
    self.context = context
    cutter = WordCutter(languages: context.composerSettings.spellingLanguages)
  }

  /// The misspelled words, if the answers for all of them are cached.
  func knownWrong(among words: [SpelledWord]) -> [SpelledWord]? {
    var wrong: [SpelledWord] = []
    for word in words {
      guard let isWrong = verdicts.isWrong(word.spelling) else { return nil }
      if isWrong { wrong.append(word) }
    }
    return wrong
  }

  /// The misspelled words. The dictionaries must be open.
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

  /// Adds a word to the user's words of a language.
  ///
  /// - Returns: whether the word was added.
  func add(_ word: String, to language: String) async -> Bool {
    let isAdded = await checker.add(word, to: language)
    // Other words may become correct with it, such as its capitalized or genitive form.
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
        let opened = await checker.open(context.composerSettings.spellingLanguages)
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
    context.say(.refusal(faults.map(\.description).joined(separator: ". ")))
  }
}
