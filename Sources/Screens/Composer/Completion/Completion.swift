import ChatControllers
import ChatDomain
package import ChatScreens
import DraftEngine

/// Suggests completions for what is typed at the caret, and inserts the chosen one.
package final class Completion {
  /// The suggestions, while there is something to complete.
  package private(set) var popup: CompletionPopup?
  /// Where the user closed the popup: it stays closed until something else can be completed.
  private var dismissed: CompletionTrigger.Place?
  let lookup: CompletionLookup
  private let editor: ComposerTextEditor
  private let pastedFiles: PastedFiles
  private let spelling: DraftSpelling?
  private let answer: AwaitedAnswer
  private let context: any ComposerContext
  private var draft: MessageDraft { editor.draft }

  init(
    _ editor: ComposerTextEditor, pastedFiles: PastedFiles, spelling: DraftSpelling?, answer: AwaitedAnswer,
    context: any ComposerContext
  ) {
    lookup = CompletionLookup(editor.draft, pastedFiles: pastedFiles, spelling: spelling, context: context)
    self.editor = editor
    self.pastedFiles = pastedFiles
    self.spelling = spelling
    self.answer = answer
    self.context = context
  }

  /// Whether people are suggested, or looked up to be suggested.
  var isOfferingPeople: Bool {
    guard let popup, popup.trigger.subject == .person else { return false }
    return !popup.isAnswered || !popup.choices.isEmpty
  }

  /// What the screen shows of the popup.
  package var shown: PopupState? {
    guard let popup else { return nil }
    var state = popup.state
    if !popup.choices.isEmpty {
      state.hint = popup.hint(context.key(of: .popup(popup.isChosen ? .acceptChosen : .accept)))
    }
    return state
  }

  private var trigger: CompletionTrigger? {
    guard editor.selection.mention == nil else { return nil }
    if let word = spelling?.wordToCorrect { return CompletionTrigger(correcting: word) }
    if let offer = pastedFiles.offer { return CompletionTrigger(offering: offer.range) }
    guard let trigger = draft.completionTrigger else { return nil }
    // The text of a sent message is never a command, even if it begins with a slash.
    return trigger.isOfCommand && draft.editedMessage != nil ? nil : trigger
  }

  // MARK: Opening and closing

  /// Updates the popup for the text at the caret.
  package func refresh(mayOpen: Bool) {
    guard let trigger else {
      dismissed = nil
      return close()
    }
    if trigger.place == dismissed { return close() }
    dismissed = nil
    if popup?.trigger == trigger { return }
    let isSame = popup?.trigger.place == trigger.place
    guard isSame || mayOpen else { return close() }
    if isSame { popup?.trigger = trigger } else { popup = CompletionPopup(trigger) }
    look(up: trigger)
  }

  /// Opens the popup if there is something to complete.
  func open() -> Bool {
    dismissed = nil
    refresh(mayOpen: true)
    return popup != nil
  }

  /// Puts an `@` before the word at the caret if a person's name begins with it, so that Tab completes names as in IRC.
  ///
  /// - Returns: whether there is a word that may be a name.
  func openForBareName() -> Bool {
    guard let word = draft.bareWord else { return false }
    ask(.listedChoice, for: word.text) { [draft] in
      try await draft.suggestions(.user, named: word.text)
    } then: { [weak self] in
      self?.suggest($0, forBareName: word)
    }
    return true
  }

  private func suggest(
    _ found: [(words: String, target: MentionTarget)], forBareName word: (text: String, range: Range<Int>)
  ) {
    guard editor.hasPlain(word.text, at: word.range), draft.utf8Caret == word.range.upperBound else {
      return answer.fail(word.text, because: "the text has changed")
    }
    let name = FoldedText(word.text)
    let everyone = MentionTarget.user(userId: UserID.everyone.rawValue)
    let isKnown = found.contains { choice in
      guard choice.target != everyone, let fit = FoldedText(choice.words).fit(name)?.fit else { return false }
      return fit < .inside
    }
    guard isKnown else { return answer.fail("“\(word.text)”", because: "no name begins with it") }
    answer.end()
    editor.beginAction()
    if editor.replace(word.range, with: Clipping("@" + word.text), origin: .suggestion) {
      refresh(mayOpen: true)
    }
    context.setNeedsFrame()
  }

  /// Closes the popup until something else is typed that can be completed.
  ///
  /// - Returns: whether it was open.
  @discardableResult
  package func dismiss() -> Bool {
    guard let popup else { return false }
    dismissed = popup.trigger.place
    close()
    return true
  }

  func close() {
    guard popup != nil else { return }
    lookup.cancel()
    spelling?.endCorrection()
    popup = nil
    answer.endWaitingForPath()
  }

  // MARK: Choosing

  /// Performs a command of the popup.
  ///
  /// - Returns: whether it had an effect; nil if there is no choice, so that the composer performs it.
  func perform(_ command: PopupCommand) -> Bool? {
    guard let popup, !popup.choices.isEmpty || !popup.isAnswered || command == .dismiss else { return nil }
    switch command {
    case .next: self.popup?.move(1)
    case .previous: self.popup?.move(-1)
    case .dismiss: dismiss()
    case .accept: return popup.choices.isEmpty ? acceptLater(popup) : accept(popup)
    case .acceptChosen where popup.isMovedAhead || popup.trigger.isAskedFor && popup.choices.isEmpty:
      return acceptLater(popup)
    case .acceptChosen: return popup.isChosen ? accept(popup) : nil
    }
    return true
  }

  /// Replaces the text at the caret with the choice. That text may be longer by now than the popup's query.
  private func accept(_ popup: CompletionPopup) -> Bool {
    guard let choice = popup.choice, let trigger, trigger.place == popup.trigger.place else {
      close()
      return false
    }
    if case .attachment = choice {
      close()
      return pastedFiles.accept()
    }
    editor.beginAction()
    answer.end()
    var range = trigger.range
    let clipping: Clipping
    var blank = ""
    switch choice {
    case .mention(let text, let target):
      blank = self.blank(after: range.upperBound)
      clipping = Clipping(text, standingFor: target) + Clipping(blank)
    case .emoji(let emoji): clipping = Clipping(emoji.text)
    case .command(let command):
      clipping = Clipping("/\(command.name)" + (command.arguments.isEmpty ? "" : " "))
    case .entry(let name):
      range = (range.upperBound - trigger.searched.utf8.count)..<range.upperBound
      clipping = Clipping(PastedText.line(name))
    case .spelling(let word): return correct(range, as: word)
    case .ownWord(let word, let language):
      close()
      spelling?.add(word, to: language)
      return true
    case .attachment: return false
    }
    close()
    guard editor.replace(range, with: clipping, origin: .suggestion) else { return false }
    if choice.canContinue { refresh(mayOpen: true) } else { dismissed = self.trigger?.place }
    if !blank.isEmpty { editor.previousAction = .insertBlank(before: draft.utf8Caret) }
    return true
  }

  /// Replaces a misspelled word. The caret keeps its place in the text, which may be far after the word.
  private func correct(_ range: Range<Int>, as word: String) -> Bool {
    close()
    let caret = draft.utf8Caret
    guard editor.replace(range, with: Clipping(word), origin: .suggestion) else { return false }
    let end = range.lowerBound + word.utf8.count
    draft.utf8Caret = caret <= range.lowerBound ? caret : max(end, end + caret - range.upperBound)
    return true
  }

  // MARK: Choosing before the choices are known

  /// Accepts a choice as soon as it is known. Text typed meanwhile is kept after it.
  private func acceptLater(_ popup: CompletionPopup) -> Bool {
    let trigger = popup.trigger
    switch trigger.subject {
    case .person:
      acceptLater(popup) { [lookup] draft in
        lookup.inOrder(try await draft.suggestions(.user, named: trigger.query), target: \.target)
      }
    case .channel: acceptLater(popup) { try await $0.suggestions(.channel, named: trigger.query) }
    case .addressee: acceptLater(popup) { try await $0.people(named: trigger.searched) }
    case .emoji, .command, .argument, .path, .pastedPath: answer.begin(.listedChoice, for: trigger.typed)
    // A correction is accepted only once it is shown.
    case .misspelling: break
    }
    return true
  }

  private func acceptLater(
    _ popup: CompletionPopup,
    _ look: @escaping (MessageDraft) async throws -> [(words: String, target: MentionTarget)]
  ) {
    let trigger = popup.trigger
    ask(.name, for: trigger.typed) { [draft] in
      try await look(draft)
    } then: { [weak self] in
      self?.insertOne(of: $0, movedBy: popup.movesAhead, for: trigger)
    }
  }

  /// Looks people or channels up while keys wait for the answer.
  private func ask(
    _ purpose: AwaitedAnswer.Purpose, for typed: String,
    _ look: @escaping () async throws -> [(words: String, target: MentionTarget)],
    then use: @escaping ([(words: String, target: MentionTarget)]) -> Void
  ) {
    answer.begin(
      purpose, for: typed,
      request: { [weak self] in
        do {
          let found = try await look()
          if !Task.isCancelled { use(found) }
        } catch {
          guard !Task.isCancelled else { return }
          self?.answer.fail(typed, because: ErrorSentence.reason(error) ?? "no answer")
        }
      })
  }

  /// Inserts a suggestion where its name was typed, if the name is still there as plain text.
  private func insertOne(
    of found: [(words: String, target: MentionTarget)], movedBy moves: Int, for trigger: CompletionTrigger
  ) {
    let range = trigger.range
    let typed = trigger.typed
    let caret = draft.utf8Caret
    guard editor.hasPlain(typed, at: range), caret >= range.upperBound else {
      return answer.fail(typed, because: "the text has changed")
    }
    guard !found.isEmpty else { return answer.fail(typed, because: trigger.subject.nothingFound) }
    let choice = found[CompletionPopup.index(moves, of: found.count)]
    let blank = blank(after: range.upperBound)
    let clipping = Clipping(PastedText.line(choice.words), standingFor: choice.target) + Clipping(blank)
    let length = draft.text.utf8.count
    guard editor.replace(range, with: clipping, origin: .suggestion) else {
      return answer.fail(typed, because: "it does not fit there")
    }
    answer.end()
    if caret > range.upperBound {
      draft.utf8Caret = caret + draft.text.utf8.count - length
      refresh(mayOpen: false)
    } else {
      close()
      dismissed = draft.completionTrigger?.place
      if !blank.isEmpty { editor.previousAction = .insertBlank(before: draft.utf8Caret) }
    }
    context.setNeedsFrame()
  }

  // MARK: The blank after a mention

  /// A space if a letter, a digit or the end of the text would follow the mention directly.
  private func blank(after offset: Int) -> String {
    let text = draft.text
    guard offset < text.utf8.count else { return " " }
    let next = text[text.utf8.index(text.startIndex, offsetBy: offset)]
    return next.isLetter || next.isNumber ? " " : ""
  }

  /// Call before text is typed: the space added after a mention is replaced by a space the user types, and by a punctuation
  /// mark that belongs directly after a word. A colon does not replace it, because it may begin an emoji.
  func replaceBlank(before text: inout String) {
    guard case .insertBlank(let end) = editor.previousAction, end == draft.utf8Caret, let first = text.first
    else { return }
    if first == " " {
      text.removeFirst()
    } else if ",.;!?)]}…'’”»".contains(first) {
      _ = editor.remove((end - 1)..<end)
    }
  }

  // MARK: Looking up

  private func look(up trigger: CompletionTrigger) {
    answer.endWaitingForPath()
    let known = lookup.start(trigger) { [weak self] found in self?.show(found, for: trigger) }
    if let known { return show(.success(known), for: trigger) }
    popup?.beginLookup()
    if trigger.isAskedFor { sayWhenItTakesLong(trigger) }
  }

  private func sayWhenItTakesLong(_ trigger: CompletionTrigger) {
    Task { [weak self, clock = context.client.clock] in
      do { try await clock.sleep(for: DraftSpelling.moment) } catch { return }
      guard let self, popup?.trigger == trigger else { return }
      popup?.waitOn()
      context.setNeedsFrame()
    }
  }

  private func show(_ found: Result<[CompletionPopup.Choice], any Error>, for trigger: CompletionTrigger) {
    guard popup?.trigger == trigger else { return }
    switch found {
    case .success(let choices):
      popup?.answer(choices, note: trigger.subject.nothingFound)
      if let popup, answer.purpose == .listedChoice {
        if choices.isEmpty {
          answer.fail(trigger.typed, because: trigger.subject.nothingFound)
          close()
        } else {
          _ = accept(popup)
        }
      }
    case .failure(let error):
      popup?.answer([], note: ErrorSentence.reason(error).map { "lookup failed: \($0)" })
    }
    context.setNeedsFrame()
  }

  /// Looks for the files whose paths were just pasted, and offers to attach them.
  func offerFiles(_ paths: [String], pastedAt range: Range<Int>) {
    Task { [weak self, pastedFiles, text = draft.text] in
      guard let offer = await pastedFiles.find(paths, at: range, of: text), let self else { return }
      refresh(mayOpen: true)
      let (accept, send) = (context.key(of: .popup(.accept)), context.key(of: .composer(.send)))
      context.say(.attachInstead(offer.names, accept: accept, send: send))
    }
  }
}

extension MessageDraft {
  /// The word of letters that ends at the caret, if it is short enough for a name and not part of a mention.
  fileprivate var bareWord: (text: String, range: Range<Int>)? {
    let before = text.slice(utf8: 0..<utf8Caret)
    let letters = before.suffix(before.reversed().prefix(while: \.isLetter).count)
    let range = (utf8Caret - letters.utf8.count)..<utf8Caret
    let next = text.slice(utf8: utf8Caret..<text.utf8.count).first
    guard !letters.isEmpty, letters.count <= 30, next.map(\.isLetter) != true,
      before.dropLast(letters.count).last.map({ $0.isWhitespace || "([{“‘\"'".contains($0) }) ?? true,
      !mentionSpans.contains(where: { $0.range.overlaps(range) })
    else { return nil }
    return (String(letters), range)
  }

  /// The completable text at the caret.
  fileprivate var completionTrigger: CompletionTrigger? {
    CompletionTrigger(trigger, in: text, caret: utf8Caret, mentions: mentionSpans)
  }
}
