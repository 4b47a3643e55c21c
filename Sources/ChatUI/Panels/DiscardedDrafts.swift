import ChatControllers
import ChatDomain
import DraftEngine

/// The drafts that were discarded in a panel, with everything that belongs to them: the history holds only words.
final class DiscardedDrafts {
  /// Why a draft stays as it is.
  nonisolated enum Refusal: Error {
    /// Its words lie under an edit, where nobody sees what becomes of them.
    case editUnderWay
  }

  private let client: ChatClient
  private var discarded: [DiscardedDraft] = []
  private let limit = 100

  init(client: ChatClient) { self.client = client }

  var isEmpty: Bool { discarded.isEmpty }

  /// - Returns: the draft that was discarded; nil when there was nothing in it.
  @discardableResult
  func discard(_ key: DraftKey) throws -> DiscardedDraft? {
    let draft = try draft(for: key)
    guard !draft.isEmpty else { return nil }
    let discarded = DiscardedDraft(draft)
    self.discarded = self.discarded.suffix(limit - 1) + [discarded]
    client.deleteDraft(for: key)
    return discarded
  }

  /// Nothing brings back what was forgotten: of one place, or of all.
  func forget(_ key: DraftKey?) { discarded.removeAll { key == nil || $0.key == key } }

  /// Brings the last one back. What was written there since goes to the history, files and quotes stay beside it.
  ///
  /// - Returns: which it was; nil when there is none.
  func restoreLast() throws -> DraftKey? {
    guard let last = discarded.last else { return nil }
    let draft = try draft(for: last.key)
    let entry = DraftHistoryEntry(
      key: last.key, elements: last.elements, reason: .cleared, at: client.clock.now)
    // A draft of files alone has no words to bring back.
    if !DraftDocument(elements: last.elements).isEmpty { draft.restore(entry) }
    discarded.removeLast()
    try last.restoreParts(to: draft, at: client.clock.now)
    return last.key
  }

  private func draft(for key: DraftKey) throws -> MessageDraft {
    let draft = try client.messageDraft(for: key, isTypingIndicatorTriggered: false)
    if draft.editedMessage != nil { throw Refusal.editUnderWay }
    return draft
  }
}

nonisolated extension DiscardedDrafts.Refusal: CustomStringConvertible {
  var description: String { "a message is being edited there" }
}
