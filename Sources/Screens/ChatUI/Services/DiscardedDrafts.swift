import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// The drafts that were discarded or put aside, with everything that belongs to them: the history keeps only their text.
final class DiscardedDrafts {
  /// The reason a draft is not discarded.
  nonisolated enum Refusal: Error {
    /// The draft is hidden by an edit, so the change would not be visible.
    case editUnderWay
  }

  private let client: ChatClient
  private var discarded: [(draft: DiscardedDraft, isFromList: Bool)] = []
  private let limit = 100

  init(client: ChatClient) { self.client = client }

  /// Whether no draft was discarded in a list.
  var isEmpty: Bool { !discarded.contains(where: \.isFromList) }

  /// Discards the draft of a place.
  ///
  /// - Returns: the discarded draft; nil if it was empty.
  @discardableResult
  func discard(_ key: DraftKey) throws -> DiscardedDraft? {
    let draft = try draft(for: key)
    guard !draft.isEmpty else { return nil }
    let discarded = DiscardedDraft(draft)
    add(discarded, isFromList: true)
    client.deleteDraft(for: key)
    return discarded
  }

  /// Adds a draft that was discarded or put aside in a composer, or discarded in a list.
  func add(_ draft: DiscardedDraft, isFromList: Bool = false) {
    discarded = discarded.suffix(limit - 1) + [(draft, isFromList)]
  }

  /// Drops the discarded drafts of one place, or of all, or those with one text: a forgotten text must not be restorable.
  func forget(_ key: DraftKey?, only text: [MessageElement]?) {
    discarded.removeAll { (key == nil || $0.draft.key == key) && (text == nil || $0.draft.elements == text) }
  }

  /// Restores the draft that was last discarded in a list. Text written in its place since then goes to the history; files and
  /// quotes are kept beside the restored ones.
  ///
  /// - Returns: the restored draft's key; nil if there is none.
  func restoreLast() throws -> DraftKey? { try restore(discarded.lastIndex(where: \.isFromList)) }

  /// Drops the drafts put aside in a composer that has sent a message, which may be one of them.
  func didSend(from key: DraftKey) { discarded.removeAll { !$0.isFromList && $0.draft.key == key } }

  /// Restores the last draft whose composer has no text now, so that it replaces nothing.
  ///
  /// - Parameter place: the place to restore a draft in; nil for any.
  /// - Returns: the restored draft's key; nil if there is none.
  func restoreLastIntoEmptyPlace(_ place: DraftKey? = nil) throws -> DraftKey? {
    let index = try discarded.lastIndex { entry in
      guard place == nil || entry.draft.key == place else { return false }
      let draft = try client.messageDraft(for: entry.draft.key, isTypingIndicatorTriggered: false)
      return draft.text.isEmpty && draft.editedMessage == nil
    }
    return try restore(index)
  }

  private func restore(_ index: Int?) throws -> DraftKey? {
    guard let index else { return nil }
    let last = discarded[index].draft
    let draft = try draft(for: last.key)
    let entry = DraftHistoryEntry(
      key: last.key, elements: last.elements, reason: .cleared, at: client.clock.now)
    // A draft that consists of files alone has no text to restore.
    if !DraftDocument(elements: last.elements).isEmpty { draft.restore(entry) }
    discarded.remove(at: index)
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
