import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// The drafts discarded in a panel, with everything that belongs to them: the history keeps only their text.
final class DiscardedDrafts {
  /// The reason a draft is not discarded.
  nonisolated enum Refusal: Error {
    /// Its text is hidden under an edit, where the change would not be visible.
    case editUnderWay
  }

  private let client: ChatClient
  private var discarded: [DiscardedDraft] = []
  private let limit = 100

  init(client: ChatClient) { self.client = client }

  var isEmpty: Bool { discarded.isEmpty }

  /// - Returns: the discarded draft; nil if it was empty.
  @discardableResult
  func discard(_ key: DraftKey) throws -> DiscardedDraft? {
    let draft = try draft(for: key)
    guard !draft.isEmpty else { return nil }
    let discarded = DiscardedDraft(draft)
    self.discarded = self.discarded.suffix(limit - 1) + [discarded]
    client.deleteDraft(for: key)
    return discarded
  }

  /// Drops the discarded drafts of one place, or of all: a forgotten text must not be restorable.
  func forget(_ key: DraftKey?) { discarded.removeAll { key == nil || $0.key == key } }

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
