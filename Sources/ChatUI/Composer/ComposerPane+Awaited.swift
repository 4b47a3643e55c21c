import ChatControllers
import DraftEngine

/// Choices that are taken before they are known: whoever types fast means by a key what it will mean.
extension ComposerPane {
  /// Tab before the answer. What is typed on goes behind what will be found.
  func acceptLater(_ shown: ComposerPopup) -> ComposerOutcome {
    let trigger = shown.trigger
    let kind: MentionTrigger.Kind
    switch trigger.subject {
    case .person: kind = .user
    case .channel: kind = .channel
    case .emoji, .command, .argument, .path, .pastedPath:
      suggesting?.isAccepted = true
      return .done
    }
    awaited?.cancel()
    awaited = Task { [weak self, draft] in
      do {
        let found = try await draft.suggestions(kind, named: trigger.query)
        guard !Task.isCancelled else { return }
        self?.put(found, movedBy: shown.moves, for: trigger)
      } catch {
        guard !Task.isCancelled else { return }
        self?.stage?.say("\(kind.symbol)\(trigger.query)", because: error)
      }
    }
    return .done
  }

  /// Puts the choice where its name was typed, if that still stands there as words.
  private func put(
    _ found: [(words: String, target: MentionTarget)], movedBy moves: Int, for trigger: ComposerTrigger
  ) {
    let range = trigger.range
    let symbol = trigger.subject == .channel ? "#" : "@"
    let typed = symbol + trigger.query
    let place = caret
    guard isTyped(typed, at: range), place >= range.upperBound else { return }
    guard !found.isEmpty else { return say("\(typed): \(trigger.subject.nothingFound)") }
    let choice = found[ComposerPopup.index(moves, of: found.count)]
    let madeBlank = blank(after: range.upperBound)
    let clipping = Clipping(PastedText.line(choice.words), standingFor: choice.target) + Clipping(madeBlank)
    let length = draft.text.utf8.count
    guard replace(range, with: clipping, origin: .suggestion) else { return }
    if place > range.upperBound {
      draft.utf8Caret = place + draft.text.utf8.count - length
      refreshPopup(mayOpen: false)
    } else {
      closePopup()
      dismissed = ComposerTrigger(in: draft.text, caret: caret, mentions: draft.mentionSpans)?.place
      if !madeBlank.isEmpty { chain = .blank(before: caret) }
    }
    stage?.setNeedsFrame()
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
