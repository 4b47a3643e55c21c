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

  /// Empties the composer. Options chosen for this message only leave with it, such as where else it is shown, and so
  /// does the undo history: undo in the next message must not bring back one that was sent.
  func emptyForSending() -> Taken {
    let taken = Taken(composition: composition, parts: parts, createdAt: createdAt)
    onHandover.append(taken)
    composition = Composition()
    parts = DraftParts()
    erasedText = ErasedTextTracker()
    changed()
    return taken
  }

  /// Call when the outbox has the message, so that it no longer counts as part of the draft.
  func release(_ taken: Taken) {
    onHandover.removeAll { $0 === taken }
    restoreReturned()
  }

  /// Brings back what could not be sent, in front of what was typed since. It waits until the outbox has decided about
  /// everything sent later: otherwise the last one to come back would stand first.
  func putBack(_ taken: Taken) {
    taken.isReturned = true
    restoreReturned()
  }

  private func restoreReturned() {
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

  /// The draft preceded by what the outbox does not have yet: what must be found if the program ends now.
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
  /// Its text followed by other text on a line of its own.
  fileprivate func elements(before typed: [MessageElement]) -> [MessageElement] {
    let own = composition.document.elements
    if own.isEmpty || typed.isEmpty { return own + typed }
    return own + [.plainText(text: "\n")] + typed
  }
}

extension DraftParts {
  /// These parts joined with those of a message written earlier.
  nonisolated fileprivate func joining(_ before: DraftParts) -> DraftParts {
    DraftParts(
      files: before.files + files, attachments: before.attachments + attachments,
      quoted: quoted ?? before.quoted,
      isShownInChannel: isShownInChannel || before.isShownInChannel)
  }
}
