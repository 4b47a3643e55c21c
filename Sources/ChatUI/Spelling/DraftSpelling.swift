import ChatControllers
import ChatDomain
import DraftEngine
import Spelling

/// Which words of a draft are spelled wrongly, and the one that somebody wants to spell otherwise.
///
/// A key only moves what is known. The words are looked at when nothing was typed for a moment.
final class DraftSpelling {
  /// After so much time without a key the words are looked at, and after so much without an answer the user is told.
  static let moment = Duration.milliseconds(300)

  /// What somebody asked for, and the text and the caret for which it holds.
  private struct Question {
    let word: SpelledWord
    let text: String
    let caret: Int
  }

  let speller: Speller
  /// The wrong words of the text, in order.
  private var marks: [Range<Int>] = []
  private var markedText = ""
  private var question: Question?
  private var changeCount = 0
  private var spellerRevision = 0
  private var hasAskedForNames = false
  private var pause: Task<Void, Never>?
  private let editor: ComposerTextEditor
  private let answer: AwaitedAnswer
  private let services: any AppServices
  private var draft: MessageDraft { editor.draft }

  init(
    _ editor: ComposerTextEditor, speller: Speller, answer: AwaitedAnswer, services: any AppServices
  ) {
    self.editor = editor
    self.speller = speller
    self.answer = answer
    self.services = services
  }

  // MARK: Marks

  /// Call after every change of the draft.
  func textDidChange() {
    question = nil
    changeCount += 1
    if answer.purpose == .spelling { answer.failBecauseTextChanged() }
    if !marks.isEmpty { moveMarks() }
    waitForPause()
  }

  /// The wrong words, but for the one that is being typed.
  func shownMarks() -> [Range<Int>] {
    if speller.revision != spellerRevision {
      spellerRevision = speller.revision
      waitForPause()
    }
    guard !marks.isEmpty else { return [] }
    let caret = draft.utf8Caret
    return marks.filter { !($0.lowerBound < caret && caret <= $0.upperBound) }
  }

  /// What was not touched by a change stays wrong until it is looked at again.
  private func moveMarks() {
    let text = draft.text
    marks = MovedMarks.marks(marks, from: markedText, to: text)
    markedText = text
  }

  private func waitForPause() {
    guard pause == nil else { return }
    pause = Task { [weak self, clock = services.client.clock] in
      var count: Int?
      while let self, count != changeCount {
        count = changeCount
        do { try await clock.sleep(for: Self.moment) } catch { return }
      }
      guard let self else { return }
      pause = nil
      await look()
    }
  }

  private func look() async {
    guard let wrong = await wrongWords() else { return }
    let before = shownMarks()
    marks = wrong.map(\.range)
    markedText = draft.text
    if shownMarks() != before { services.setNeedsFrame() }
  }

  /// The wrong words of the text.
  ///
  /// - Returns: nil if it has become another text meanwhile, which is looked at after a pause of its own.
  private func wrongWords() async -> [SpelledWord]? {
    let wasOpen = speller.isOpen
    var words = words
    guard !words.isEmpty else { return [] }
    let count = changeCount
    if !wasOpen {
      await speller.open()
      guard count == changeCount else { return nil }
      // Only now it is known in which languages they are words.
      words = self.words
    }
    let wrong = await speller.wrong(among: words)
    guard count == changeCount else { return nil }
    if !wrong.isEmpty, !hasAskedForNames { askForNames() }
    return withoutNames(wrong)
  }

  /// Some of the wrong words may be names of members that nobody has looked up yet.
  private func askForNames() {
    hasAskedForNames = true
    Task { [weak self, client = services.client, channel = draft.key.channelId] in
      await client.learnNames(in: channel)
      await self?.look()
    }
  }

  private var words: [SpelledWord] {
    // The words of a command are names.
    if draft.editedMessage == nil, SlashCommand.parse(draft.text) != nil { return [] }
    return speller.cutter.words(
      in: draft.text, elements: draft.mentionSpans.map(\.range),
      isFormatted: services.settings.messageFormat == .markdown)
  }

  private func withoutNames(_ words: [SpelledWord]) -> [SpelledWord] {
    words.filter { word in
      let name = word.spelling.hasSuffix("'s") ? String(word.spelling.dropLast(2)) : word.spelling
      return !services.client.hasName(with: name)
    }
  }

  // MARK: Spelling a word otherwise

  /// What somebody asked for; nil if the text or the caret is another one since.
  var asked: SpelledWord? {
    guard let question, question.caret == draft.utf8Caret, question.text == draft.text else { return nil }
    return question.word
  }

  /// Nobody asks any more.
  func forgetQuestion() { question = nil }

  /// Finds the word to be spelled otherwise: that at the caret if it is wrong, or else the nearest wrong one, rather before
  /// the caret than behind it.
  ///
  /// - Parameter show: called when there is one, unless the text or the caret is another one by then.
  func findWord(_ show: @escaping () -> Void) {
    if speller.isOpen {
      if speller.languages.isEmpty { return speller.sayFaults() }
      if let wrong = speller.knownWrong(among: words) { return ask(for: withoutNames(wrong), show) }
    }
    // The keys behind this one wait as well: none of them may send the word that is about to be spelled otherwise.
    answer.begin(
      .spelling, for: "Spelling",
      request: { [weak self] in
        let wrong = await self?.wrongWords()
        // The text has not changed, or nobody would wait any more.
        guard !Task.isCancelled, let self, let wrong else { return }
        answer.end()
        ask(for: wrong, show)
        services.setNeedsFrame()
      })
    Task { [services, answer] in
      do { try await services.client.clock.sleep(for: Self.moment) } catch { return }
      if answer.purpose == .spelling { services.say(Notice("Still looking at the words…")) }
    }
  }

  private func ask(for wrong: [SpelledWord], _ show: () -> Void) {
    let caret = draft.utf8Caret
    let word =
      wrong.last { $0.range.lowerBound <= caret && caret <= $0.range.upperBound }
      ?? wrong.last { $0.range.upperBound <= caret } ?? wrong.first
    guard let word else {
      // Who has no dictionary was told so.
      let hasNone = speller.isOpen && speller.languages.isEmpty
      if !hasNone { services.say(Notice("No word here is spelled wrongly")) }
      return
    }
    question = Question(word: word, text: draft.text, caret: caret)
    show()
  }

  /// Words that may have been meant, with the apostrophes that the text has.
  func suggestions(for word: String) async -> [String] {
    let hasCurved = asked.map { draft.text.slice(utf8: $0.range).contains("’") } ?? false
    return await speller.suggestions(for: word).map { found in
      let line = PastedText.line(found)
      return hasCurved ? String(line.map { $0 == "'" ? "’" : $0 }) : line
    }
  }

  /// Adds a word to the user's own.
  func add(_ word: String, to language: String) {
    question = nil
    Task { [weak self, speller, services] in
      let isAdded = await speller.add(word, to: language)
      services.say(
        isAdded
          ? Notice("“\(word)” is one of your words now", .good)
          : Notice("“\(word)” could not be added to your words", .error))
      await self?.look()
    }
  }
}
