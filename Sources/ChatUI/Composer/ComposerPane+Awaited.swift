import ChatControllers
import ChatDomain
import DraftEngine

/// Choices that are taken before they are known: whoever types fast means by a key what it will mean.
extension ComposerPane {
  /// How long a key waits for suggestions.
  static let longestWait = Duration.seconds(3)

  /// Whether a key waits for suggestions.
  var isAwaitingChoice: Bool { awaited != nil || isAwaitingEntry }

  /// Whether it waits for the entries of a folder, which text behind it would change.
  private var isAwaitingEntry: Bool { suggesting.map { $0.isAccepted && !$0.isAnswered } ?? false }

  /// Whether text has to wait as well: it would change what is waited for, or belong to another message.
  var mustHoldText: Bool { isAwaitingEntry || isAwaitingMeaning }

  /// Whether the choice in the popup was moved, even if there is none yet.
  var isChoiceMoved: Bool { suggesting.map { $0.isChosen || $0.isMoved } ?? false }

  /// Tab before the answer. What is typed on goes behind what will be found.
  func acceptLater(_ shown: ComposerPopup) -> ComposerOutcome {
    let trigger = shown.trigger
    stopAwaiting()
    let kind: MentionTrigger.Kind
    switch trigger.subject {
    case .person: kind = .user
    case .channel: kind = .channel
    case .emoji, .command, .argument, .path, .pastedPath:
      suggesting?.isAccepted = true
      limitPatience(with: trigger.typed)
      return .done
    }
    limitPatience(with: trigger.typed)
    awaited = Task { [weak self, draft] in
      do {
        let found = try await draft.suggestions(kind, named: trigger.query)
        guard !Task.isCancelled else { return }
        self?.stopAwaiting()
        self?.put(found, movedBy: shown.moves, for: trigger)
      } catch {
        guard !Task.isCancelled else { return }
        self?.lapse(because: ErrorSentence.reason(error) ?? "nobody answered", trigger.typed)
      }
    }
    return .done
  }

  /// Enter before it is known who is meant by a name. The key comes again when it is.
  func sendLater(asking name: NamedMember) -> ComposerOutcome {
    limitPatience(with: name.text)
    isAwaitingMeaning = true
    awaited = Task { [weak self, names] in
      let failure = await names.answers()
      guard !Task.isCancelled, let self else { return }
      if let failure {
        lapse(because: ErrorSentence.reason(failure) ?? "nobody answered", name.text)
      } else {
        stopAwaiting()
        services?.setNeedsFrame()
      }
    }
    return .nothing
  }

  func stopAwaiting() {
    isAwaitingMeaning = false
    awaited?.cancel()
    patience?.cancel()
    awaited = nil
    patience = nil
    suggesting?.isAccepted = false
  }

  /// Why the choice that keys have waited for has come to nothing; asked once.
  func takeLapse() -> String? {
    defer { lapse = nil }
    return lapse
  }

  /// Nothing comes of the choice that was waited for.
  func lapse(because reason: String, _ typed: String) {
    if isAwaitingMeaning { names.giveUp() }
    stopAwaiting()
    lapse = "\(typed): \(reason)"
    services?.setNeedsFrame()
  }

  private func limitPatience(with typed: String) {
    patience = Task { [weak self, clock = client.clock] in
      do { try await clock.sleep(for: Self.longestWait) } catch { return }
      guard !Task.isCancelled, let self, isAwaitingChoice else { return }
      lapse(because: "no answer yet", typed)
    }
  }

  /// Puts the choice where its name was typed, if that still stands there as words.
  private func put(
    _ found: [(words: String, target: MentionTarget)], movedBy moves: Int, for trigger: ComposerTrigger
  ) {
    let range = trigger.range
    let typed = trigger.typed
    let place = caret
    guard isTyped(typed, at: range), place >= range.upperBound else {
      return lapse(because: "the words have changed meanwhile", trigger.typed)
    }
    guard !found.isEmpty else { return lapse(because: trigger.subject.nothingFound, trigger.typed) }
    let choice = found[ComposerPopup.index(moves, of: found.count)]
    let madeBlank = blank(after: range.upperBound)
    let clipping = Clipping(PastedText.line(choice.words), standingFor: choice.target) + Clipping(madeBlank)
    let length = draft.text.utf8.count
    guard replace(range, with: clipping, origin: .suggestion) else {
      return lapse(because: "it does not fit in there", trigger.typed)
    }
    if place > range.upperBound {
      draft.utf8Caret = place + draft.text.utf8.count - length
      refreshPopup(mayOpen: false)
    } else {
      closePopup()
      dismissed = ComposerTrigger(in: draft.text, caret: caret, mentions: draft.mentionSpans)?.place
      if !madeBlank.isEmpty { chain = .blank(before: caret) }
    }
    services?.setNeedsFrame()
  }

  /// Whether words still stand where they were typed, and are no part of a mention.
  func isTyped(_ words: String, at range: Range<Int>) -> Bool {
    draft.text.utf8.dropFirst(range.lowerBound).prefix(range.count).elementsEqual(words.utf8)
      && !draft.mentionSpans.contains { $0.range.overlaps(range) }
  }

  /// The blank that came with a choice makes way for a blank of the person's own, and for a mark that stands right behind
  /// a word. A colon needs it: it may begin an emoji.
  func takeBackBlank(before text: inout String) {
    guard let first = text.first else { return }
    if first == " " {
      text.removeFirst()
    } else if ",.;!?)]}…'’”»".contains(first) {
      _ = remove((caret - 1)..<caret)
    }
  }
}
