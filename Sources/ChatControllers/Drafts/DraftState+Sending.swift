import ChatDomain
import DraftEngine

extension DraftState {
  /// A draft that was taken out of the composer to be sent.
  final class Taken {
    let composition: Composition
    let parts: DraftParts
    let createdAt: Timestamp?
    /// Whether the outbox refused it, so that it goes back into the composer.
    fileprivate(set) var isReturned = false

    init(composition: Composition, parts: DraftParts, createdAt: Timestamp?) {
      self.composition = composition
      self.parts = parts
      self.createdAt = createdAt
    }
  }

  /// Leaves the composer empty. What was chosen for this message alone goes with it, such as where else it is shown, and
  /// so does its undo: a key that is meant for the next words does not bring back what was sent.
  func take() -> Taken {
    let taken = Taken(composition: composition, parts: parts, createdAt: createdAt)
    onHandover.append(taken)
    composition = Composition()
    parts = DraftParts()
    waning = WaningWords()
    changed()
    return taken
  }

  /// The outbox has it: this is no draft any more that was taken out and is nowhere else.
  func release(_ taken: Taken) {
    onHandover.removeAll { $0 === taken }
    takeReturned()
  }

  /// Brings back what could not be sent, in front of what was typed since. Until the outbox has decided about all that
  /// was sent later it waits: otherwise what comes back last would stand first.
  func putBack(_ taken: Taken) {
    taken.isReturned = true
    takeReturned()
  }

  private func takeReturned() {
    while let last = onHandover.last, last.isReturned {
      onHandover.removeLast()
      bringBack(last)
    }
  }

  private func bringBack(_ taken: Taken) {
    if isEmpty {
      composition = taken.composition
      parts = taken.parts
    } else {
      let both = DraftDocument(elements: taken.elements(before: composition.document.elements))
      applyAll(composition.document.transactions(to: both, origin: .restore))
      parts = parts.joining(taken.parts)
    }
    createdAt = taken.createdAt ?? createdAt
    changed()
  }

  /// The draft with what the outbox does not have yet in front of it: what is to be found when the program ends now.
  var whole: Whole {
    var whole = Whole(
      elements: composition.document.elements, parts: parts, caret: composition.caret, createdAt: createdAt)
    for taken in onHandover.reversed() {
      let elements = taken.elements(before: whole.elements)
      whole.caret += elements.text.utf8.count - whole.elements.text.utf8.count
      whole.elements = elements
      whole.parts = whole.parts.joining(taken.parts)
      whole.createdAt = taken.createdAt ?? whole.createdAt
    }
    return whole
  }

  struct Whole {
    var elements: [MessageElement]
    var parts: DraftParts
    var caret: Int
    var createdAt: Timestamp?
  }
}

extension DraftState.Taken {
  /// Its words with others behind them, in a line of their own.
  fileprivate func elements(before typed: [MessageElement]) -> [MessageElement] {
    let own = composition.document.elements
    if own.isEmpty || typed.isEmpty { return own + typed }
    return own + [.plainText(text: "\n")] + typed
  }
}

extension DraftParts {
  /// The same with the parts of what was written before.
  nonisolated fileprivate func joining(_ before: DraftParts) -> DraftParts {
    DraftParts(
      files: before.files + files, attachments: before.attachments + attachments,
      quoted: quoted ?? before.quoted,
      isShownInChannel: isShownInChannel || before.isShownInChannel)
  }
}
