import ChatControllers
import ChatDomain
import DraftEngine
import Spelling

/// The misspelled words of a draft, and the word that the user wants to correct.
///
/// Typing moves the known marks. Spelling is checked after a pause.
final class DraftSpelling {
  /// The pause before checking, and the time without an answer after which "checking spelling" is shown.
  static let moment = Duration.milliseconds(300)

  /// The word that the user wants to correct, with the text and the caret for which it was found.
  private struct Correction {
    let word: SpelledWord
    let text: String
    let caret: Int
  }

  let speller: Speller
  /// The ranges of misspelled words, in order.
  private var marks: [Range<Int>] = []
  private var markedText = ""
  private var correction: Correction?
  private var changeCount = 0
  private var spellerRevision = 0
  private var hasLearnedNames = false
  private var pause: Task<Void, Never>?
  private let editor: ComposerTextEditor
  private let answer: AwaitedAnswer
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  init(
    _ editor: ComposerTextEditor, speller: Speller, answer: AwaitedAnswer, context: any ComposerContext
  ) {
    self.editor = editor
    self.speller = speller
    self.answer = answer
    self.context = context
  }

  // MARK: Marks

  /// Call after every change of the draft.
  func textDidChange() {
    correction = nil
    changeCount += 1
    if answer.purpose == .spelling { answer.failBecauseTextChanged() }
    if !marks.isEmpty { moveMarks() }
    waitForPause()
  }

  /// The ranges of misspelled words, except the word that is being typed.
  func shownMarks() -> [Range<Int>] {
    if speller.revision != spellerRevision {
      spellerRevision = speller.revision
      waitForPause()
    }
    guard !marks.isEmpty else { return [] }
    let caret = draft.utf8Caret
    return marks.filter { !($0.lowerBound < caret && caret <= $0.upperBound) }
  }

  /// Keeps the marks of words that the change did not touch, until the next check.
  private func moveMarks() {
    let text = draft.text
    marks = MovedMarks.marks(marks, from: markedText, to: text)
    markedText = text
  }

  private func waitForPause() {
    guard pause == nil else { return }
    pause = Task { [weak self, clock = context.client.clock] in
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
    if shownMarks() != before { context.setNeedsFrame() }
  }

  /// The misspelled words of the text.
  ///
  /// - Returns: nil if the text has changed in the meantime; the new text is checked after the next pause.
  private func wrongWords() async -> [SpelledWord]? {
    let wasOpen = speller.isOpen
    var words = words
    guard !words.isEmpty else { return [] }
    let count = changeCount
    if !wasOpen {
      await speller.open()
      guard count == changeCount else { return nil }
      // How text is split into words depends on the languages, which are known only now.
      words = self.words
    }
    let wrong = await speller.wrong(among: words)
    guard count == changeCount else { return nil }
    if !wrong.isEmpty, !hasLearnedNames { learnNames() }
    return withoutNames(wrong)
  }

  /// Loads the names of members, because misspelled words may be names, and checks the text again.
  private func learnNames() {
    hasLearnedNames = true
    Task { [weak self, client = context.client, channel = draft.key.channelId] in
      await client.learnNames(in: channel)
      await self?.look()
    }
  }

  private var words: [SpelledWord] {
    // The words of a command are names.
    if draft.editedMessage == nil, SlashCommand.parse(draft.text) != nil { return [] }
    return speller.cutter.words(
      in: draft.text, elements: draft.mentionSpans.map(\.range),
      isFormatted: context.composerSettings.messageFormat == .markdown)
  }

  private func withoutNames(_ words: [SpelledWord]) -> [SpelledWord] {
    words.filter { word in
      let name = word.spelling.hasSuffix("'s") ? String(word.spelling.dropLast(2)) : word.spelling
      return !context.client.hasName(with: name)
    }
  }

  // MARK: Correcting a word

  /// The word being corrected; nil if the text or the caret has changed since it was found.
  var wordToCorrect: SpelledWord? {
    guard let correction, correction.caret == draft.utf8Caret, correction.text == draft.text else {
      return nil
    }
    return correction.word
  }

  /// Ends the correction of a word.
  func endCorrection() { correction = nil }

  /// Finds the word to correct: the misspelled word at the caret, or else the nearest one, preferably before the caret.
  ///
  /// - Parameter show: called once a word is found, unless the text has changed by then.
  func findWord(_ show: @escaping () -> Void) {
    if speller.isOpen {
      if speller.languages.isEmpty { return speller.sayFaults() }
      if let wrong = speller.knownWrong(among: words) {
        return beginCorrection(among: withoutNames(wrong), show)
      }
    }
    // Later keys wait as well: none of them may send the word that is about to be corrected.
    answer.begin(
      .spelling, for: "Spelling",
      request: { [weak self] in
        let wrong = await self?.wrongWords()
        // The text has not changed: otherwise the request would be cancelled.
        guard !Task.isCancelled, let self, let wrong else { return }
        answer.end()
        beginCorrection(among: wrong, show)
        context.setNeedsFrame()
      })
    Task { [context, answer] in
      do { try await context.client.clock.sleep(for: Self.moment) } catch { return }
      if answer.purpose == .spelling { context.say(.checkingSpelling) }
    }
  }

  private func beginCorrection(among wrong: [SpelledWord], _ show: () -> Void) {
    let caret = draft.utf8Caret
    let word =
      wrong.last { $0.range.lowerBound <= caret && caret <= $0.range.upperBound }
      ?? wrong.last { $0.range.upperBound <= caret } ?? wrong.first
    guard let word else {
      // A missing dictionary has been reported.
      let hasNone = speller.isOpen && speller.languages.isEmpty
      if !hasNone { context.say(.noMisspelling) }
      return
    }
    correction = Correction(word: word, text: draft.text, caret: caret)
    show()
  }

  /// The start of the next or previous misspelled word, wrapping around at the ends.
  ///
  /// - Returns: nil if none is known; a notice says so.
  func misspelling(isBackward: Bool) -> Int? {
    guard speller.isOpen, let wrong = speller.knownWrong(among: words) else {
      context.say(.checkingSpelling)
      return nil
    }
    if speller.languages.isEmpty {
      speller.sayFaults()
      return nil
    }
    let (starts, caret) = (withoutNames(wrong).map(\.range.lowerBound), draft.utf8Caret)
    if starts.isEmpty { context.say(.noMisspelling) }
    return isBackward
      ? starts.last { $0 < caret } ?? starts.last : starts.first { $0 > caret } ?? starts.first
  }

  /// Adds the word at the caret to the user's words of the first language, if it is misspelled.
  func addWordAtCaret() {
    let caret = draft.utf8Caret
    guard let word = words.first(where: { $0.range.lowerBound <= caret && caret < $0.range.upperBound })
    else {
      return context.say(.noWordAtCaret)
    }
    Task { [weak self, speller, context] in
      await speller.open()
      guard let language = speller.languages.first else { return speller.sayFaults() }
      guard let self, await !withoutNames(speller.wrong(among: [word])).isEmpty else {
        return context.say(.spelledCorrectly(word.spelling))
      }
      add(word.spelling, to: language)
    }
  }

  /// Suggestions for a misspelled word, with curved apostrophes if the text has them.
  func suggestions(for word: String) async -> [String] {
    let hasCurved = wordToCorrect.map { draft.text.slice(utf8: $0.range).contains("’") } ?? false
    return await speller.suggestions(for: word).map { found in
      let line = PastedText.line(found)
      return hasCurved ? String(line.map { $0 == "'" ? "’" : $0 }) : line
    }
  }

  /// Adds a word to the user's words of a language, and checks the text again.
  func add(_ word: String, to language: String) {
    correction = nil
    Task { [weak self, speller, context] in
      let isAdded = await speller.add(word, to: language)
      context.say(isAdded ? .addedToWords(word) : .notAddedToWords(word))
      await self?.look()
    }
  }
}

/// Moves the marks of misspelled words after a change of the text, without checking the words again.
nonisolated enum MovedMarks {
  /// The marks of words that the change neither touched nor extended.
  ///
  /// - Parameters:
  ///   - marks: ranges of the old text, in order and disjoint.
  ///   - old: the old text.
  ///   - new: the new text.
  static func marks(_ marks: [Range<Int>], from old: String, to new: String) -> [Range<Int>] {
    let (front, back) = CommonEnds.lengths(old.utf8.span, new.utf8.span)
    let (old, new) = (old.utf8.span, new.utf8.span)
    let end = old.count - back
    return marks.compactMap { mark in
      if mark.upperBound <= front {
        return mark.upperBound == new.count || endsWord(new[mark.upperBound]) ? mark : nil
      }
      guard mark.lowerBound >= end else { return nil }
      let start = mark.lowerBound + new.count - old.count
      return start == 0 || endsWord(new[start - 1]) ? start..<start + mark.count : nil
    }
  }

  /// Whether a byte certainly belongs to no word.
  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27, 0x5F, 0x80...: false
    default: true
    }
  }
}
