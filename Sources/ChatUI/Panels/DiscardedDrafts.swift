import ChatControllers
import ChatDomain
import DraftEngine

/// Drafts discarded in a panel, with everything that belongs to them, until the panel closes. After that their text is
/// in the history.
final class DiscardedDrafts {
  /// The reason a draft is not discarded.
  nonisolated enum Refusal: Error {
    /// Its text is hidden under an edit, where nobody would see what happens to it.
    case editUnderWay
  }

  private let client: ChatClient
  private var discarded: [DiscardedDraft] = []

  init(client: ChatClient) { self.client = client }

  var isEmpty: Bool { discarded.isEmpty }

  func discard(_ key: DraftKey) throws {
    let draft = try draft(for: key)
    guard !draft.isEmpty else { return }
    discarded.append(DiscardedDraft(draft))
    client.deleteDraft(for: key)
  }

  /// Restores the last one. Text written there since goes to the history; files and quotes are kept alongside.
  ///
  /// - Returns: the restored draft's key; nil if there is none.
  func restoreLast() throws -> DraftKey? {
    guard let last = discarded.last else { return nil }
    let draft = try draft(for: last.key)
    let entry = DraftHistoryEntry(
      key: last.key, elements: last.elements, reason: .cleared, at: client.clock.now)
    // A draft that consists of files alone has no text to restore.
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
