import ChatControllers
import ChatDomain
import DraftEngine

/// Drafts that were discarded in a panel, with everything that belongs to them, until the panel closes. After that
/// their words are in the history.
final class DiscardedDrafts {
  private struct Discarded {
    let key: DraftKey
    let elements: [MessageElement]
    let files: [InputFile]
    let attachments: [FileAttachment]
    let quoted: QuotedMessage?
    let isShownInChannel: Bool
  }

  /// Why a draft stays as it is.
  nonisolated enum Refusal: Error {
    /// Its words lie under an edit, where nobody sees what becomes of them.
    case editUnderWay
  }

  private let client: ChatClient
  private var discarded: [Discarded] = []

  init(client: ChatClient) { self.client = client }

  var isEmpty: Bool { discarded.isEmpty }

  func discard(_ key: DraftKey) throws {
    let draft = try draft(for: key)
    guard !draft.isEmpty else { return }
    discarded.append(
      Discarded(
        key: key, elements: draft.elements, files: draft.files, attachments: draft.attachments,
        quoted: draft.quotedMessage, isShownInChannel: draft.isShownInChannel))
    client.deleteDraft(for: key)
  }

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
    draft.files = last.files + draft.files.filter { !last.files.contains($0) }
    draft.attachments = last.attachments + draft.attachments.filter { !last.attachments.contains($0) }
    draft.isShownInChannel = last.isShownInChannel || draft.isShownInChannel
    discarded.removeLast()
    if draft.quotedMessage == nil, let quoted = last.quoted {
      try draft.addQuote(message(quoted, in: last.key))
    }
    return last.key
  }

  private func draft(for key: DraftKey) throws -> MessageDraft {
    let draft = try client.messageDraft(for: key, isTypingIndicatorTriggered: false)
    if draft.editedMessage != nil { throw Refusal.editUnderWay }
    return draft
  }

  /// A draft quotes messages and keeps of them what it had.
  private func message(_ quoted: QuotedMessage, in key: DraftKey) -> Message {
    Message(
      id: quoted.id, channelId: quoted.channelId,
      parentId: quoted.id == key.parentId ? nil : key.parentId, author: quoted.author,
      elements: quoted.elements, createdAt: client.clock.now)
  }
}

nonisolated extension DiscardedDrafts.Refusal: CustomStringConvertible {
  var description: String { "a message is being edited there" }
}
