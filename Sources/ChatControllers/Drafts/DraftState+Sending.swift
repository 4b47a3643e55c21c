import ChatDomain
import DraftEngine

extension DraftState {
  /// A draft that was taken out of the composer to be sent.
  struct Taken {
    let composition: Composition
    let parts: DraftParts
    let createdAt: Timestamp?
  }

  /// Leaves the composer empty, its undo too: what was sent is not brought back by a key meant for what comes next.
  func take() -> Taken {
    let taken = Taken(composition: composition, parts: parts, createdAt: createdAt)
    composition = Composition()
    parts = DraftParts(isShownInChannel: parts.isShownInChannel)
    peak = nil
    // `createdAt` stays for now: by it the keeper knows that there was a draft, and tells that it is gone.
    changed()
    return taken
  }

  /// Brings back what could not be sent, in front of what was typed since.
  func putBack(_ taken: Taken) {
    if isEmpty {
      composition = taken.composition
      parts = taken.parts
    } else {
      let typed = composition.document.elements
      let separator: [MessageElement] = typed.isEmpty ? [] : [.plainText(text: "\n")]
      let both = DraftDocument(elements: taken.composition.document.elements + separator + typed)
      applyAll(composition.document.transactions(to: both, origin: .restore))
      parts.files = taken.parts.files + parts.files
      parts.attachments = taken.parts.attachments + parts.attachments
      parts.quoted = parts.quoted ?? taken.parts.quoted
    }
    createdAt = taken.createdAt ?? createdAt
    changed()
  }
}
