import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

extension ComposerPane {
  /// What is suggested, for drawing.
  var popup: PopupState? { suggesting?.state }

  private var trigger: ComposerTrigger? {
    guard element == nil else { return nil }
    if let presentOffer { return ComposerTrigger(offering: presentOffer.range) }
    let found = ComposerTrigger(in: draft.text, caret: caret, mentions: draft.mentionSpans)
    // What a message says is never done: an edit that begins with a slash is sent like any other.
    return draft.editedMessage == nil || found?.isOfCommand == false ? found : nil
  }

  /// Does what a key is bound to while something is suggested. Where there is nothing to choose from, or nothing was
  /// chosen, the key is the composer's.
  @discardableResult
  func perform(_ command: PopupCommand) -> ComposerOutcome {
    guard let shown = suggesting, !shown.choices.isEmpty || !shown.isAnswered || command == .dismiss else {
      return perform(command.besideChoices)
    }
    defer { services?.setNeedsFrame() }
    switch command {
    case .next: suggesting?.move(1)
    case .previous: suggesting?.move(-1)
    case .dismiss: dismissPopup()
    case .accept: return shown.choices.isEmpty ? acceptLater(shown) : accept(shown)
    case .acceptChosen where shown.isMoved: return acceptLater(shown)
    case .acceptChosen: return shown.isChosen ? accept(shown) : perform(.send)
    }
    return .done
  }

  /// Tab without a popup: brings one up where there is something to complete.
  func complete() -> ComposerOutcome {
    dismissed = nil
    refreshPopup(mayOpen: true)
    return suggesting == nil ? .nothing : .done
  }

  /// It stays away until something else is typed that asks for suggestions.
  func dismissPopup() {
    dismissed = suggesting?.trigger.place
    closePopup()
  }

  func closePopup() {
    lookup?.cancel()
    lookup = nil
    suggesting = nil
  }

  /// Brings the popup in step with what stands at the caret.
  func refreshPopup(mayOpen: Bool) {
    guard let trigger else {
      dismissed = nil
      return closePopup()
    }
    if trigger.place == dismissed { return closePopup() }
    dismissed = nil
    if suggesting?.trigger == trigger { return }
    let isSame = suggesting?.trigger.place == trigger.place
    guard isSame || mayOpen else { return closePopup() }
    if isSame { suggesting?.trigger = trigger } else { suggesting = ComposerPopup(trigger) }
    look(up: trigger)
  }

  private func look(up trigger: ComposerTrigger) {
    lookup?.cancel()
    lookup = nil
    switch trigger.subject {
    case .emoji:
      answer(trigger, with: Emoji.named(trigger.query, limit: ComposerPopup.limit).map { .emoji($0) })
    case .command:
      let found = NameRanking(trigger.query).ranked(
        SlashCommand.offered(by: client.abilities), limit: ComposerPopup.limit
      ) { [$0.name] }
      answer(trigger, with: found.map { .command($0) })
    case .argument: answer(trigger, with: [])
    case .pastedPath: answer(trigger, with: presentOffer.map { [.attachment($0)] } ?? [])
    case .person, .channel: lookUpElements(for: trigger)
    case .path: lookUpEntries(for: trigger)
    }
  }

  private func answer(_ trigger: ComposerTrigger, with choices: [ComposerPopup.Choice]) {
    guard suggesting?.trigger == trigger else { return }
    suggesting?.show(choices)
    suggesting?.isAnswered = true
    suggesting?.note = trigger.subject.nothingFound
    if let suggesting, suggesting.isAccepted {
      if choices.isEmpty { lapse(because: trigger.subject.nothingFound, trigger.typed) }
      _ = accept(suggesting)
    }
    services?.setNeedsFrame()
  }

  private func wait(for trigger: ComposerTrigger) {
    suggesting?.narrow()
    suggesting?.isAnswered = false
    suggesting?.isAccepted = false
    suggesting?.note = "looking…"
  }

  private func lookUpElements(for trigger: ComposerTrigger) {
    wait(for: trigger)
    // The offer that came with the edit, unless the caret has moved since.
    let future = offer.flatMap { $0.caret == caret ? $0.future : nil } ?? draft.suggestedMentions
    lookup = Task { [weak self] in
      do throws(ChatError) {
        let found = try await future.async()
        guard !Task.isCancelled else { return }
        self?.answer(
          trigger, with: found.map { .element(words: PastedText.line($0.replaceWith), target: $0.target) })
      } catch {
        guard !Task.isCancelled, error != .cancelled else { return }
        self?.fail(trigger, error)
      }
    }
  }

  private func fail(_ trigger: ComposerTrigger, _ error: any Error) {
    guard suggesting?.trigger == trigger else { return }
    suggesting?.show([])
    suggesting?.isAnswered = true
    suggesting?.note = ErrorSentence.reason(error).map { "could not look: \($0)" }
    services?.setNeedsFrame()
  }

  private func lookUpEntries(for trigger: ComposerTrigger) {
    wait(for: trigger)
    guard let files = services?.files else { return }
    let name = trigger.searched
    let folder = String(trigger.query.dropLast(name.count))
    lookup = Task { [weak self] in
      let entries = await files.entries(ofFolder: folder.isEmpty ? "." : files.expanded(folder))
      guard !Task.isCancelled else { return }
      let shown = entries.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }.sorted()
      let found = NameRanking(name).ranked(shown, limit: ComposerPopup.limit) { [$0] }
      self?.answer(trigger, with: found.map { .entry($0) })
    }
  }

  /// Puts a choice in the place of what stands at the caret now: what was typed since is never left over, and what was
  /// not typed for it is never replaced.
  private func accept(_ shown: ComposerPopup) -> ComposerOutcome {
    guard let choice = shown.choice, let trigger, trigger.place == shown.trigger.place else {
      closePopup()
      return .nothing
    }
    if case .attachment = choice { return attachOffered() }
    chain = .none
    stopAwaiting()
    var range = trigger.range
    let clipping: Clipping
    var madeBlank = ""
    switch choice {
    case .element(let words, let target):
      madeBlank = blank(after: range.upperBound)
      clipping = Clipping(words, standingFor: target) + Clipping(madeBlank)
    case .emoji(let emoji): clipping = Clipping(emoji.text)
    case .command(let command):
      clipping = Clipping("/\(command.name)" + (command.arguments.isEmpty ? "" : " "))
    case .entry(let name):
      range = (range.upperBound - trigger.searched.utf8.count)..<range.upperBound
      clipping = Clipping(PastedText.line(name))
    case .attachment: return .nothing
    }
    closePopup()
    guard replace(range, with: clipping, origin: .suggestion) else { return .nothing }
    // A folder or a command goes on with what is in it.
    switch choice {
    case .entry(let name) where name.hasSuffix("/"): refreshPopup(mayOpen: true)
    case .command(let command) where !command.arguments.isEmpty: refreshPopup(mayOpen: true)
    default: dismissed = self.trigger?.place
    }
    if !madeBlank.isEmpty { chain = .blank(before: caret) }
    return .done
  }

  /// A blank behind a mention, unless there is one, or a mark that belongs right behind it.
  func blank(after offset: Int) -> String {
    let text = draft.text
    guard offset < text.utf8.count else { return " " }
    let next = text[text.utf8.index(text.startIndex, offsetBy: offset)]
    return next.isLetter || next.isNumber ? " " : ""
  }
}

nonisolated extension PopupCommand {
  /// What its keys do in the composer.
  fileprivate var besideChoices: ComposerCommand {
    switch self {
    case .next: .down
    case .previous: .up
    case .accept, .dismiss: .complete
    case .acceptChosen: .send
    }
  }
}
