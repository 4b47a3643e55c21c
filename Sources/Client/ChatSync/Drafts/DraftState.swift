package import ChatDomain
import DraftEngine

/// The one draft of a channel or a thread: composers edit it with its contents, and its owner saves and publishes it.
package final class DraftState {
  /// Who changed a draft.
  package enum Author { case user, service }

  /// Where it will be sent. The key of a thread changes when its first message gets its id from the service.
  package private(set) var key: DraftKey
  package let typing: TypingSignal
  /// Edits what composers show of the draft.
  package let contents = DraftContents()
  var stamp = DraftStamp()
  /// The synchronization with the service.
  var sync = DraftSync()
  /// The stored state of the draft.
  var storage = DraftStorage()
  /// Publishes the draft; made by `DraftPublisher` when there is something to publish.
  var publication: DraftPublication?
  /// The draft that replaced this one, after both turned out to belong to the same thread.
  private(set) var successor: DraftState?
  /// Whether the message it replies to was withdrawn before it was sent.
  package var hasLostParent = false
  package weak var owner: (any DraftStateOwner)?

  init(key: DraftKey, typing: TypingSignal) {
    self.key = key
    self.typing = typing
    contents.draft = self
  }

  /// This draft, or the one that replaced it, for callers that held a reference during a suspension.
  package var latest: DraftState {
    guard let successor else { return self }
    return successor.latest
  }

  /// Whether this object can be released: no observer shows it, and a restart would lose as much.
  var isForgettable: Bool {
    contents.isForgettable && storage.isAtRest && sync.isAtRest && publication?.isAtRest != false
  }

  /// When it was begun, if lists show it.
  var listedSince: Timestamp? { contents.isEmpty ? nil : stamp.createdAt }

  /// The content to publish; nil if nothing has to be published.
  var publishable: DraftContent? {
    let content = contents.composed.content
    return content.isEmpty ? nil : content
  }

  /// Whether the service's version differs from this one. Nothing is published on the way into the outbox: the text is gone
  /// from here only when the outbox has it.
  var needsPublishing: Bool {
    sync.isShared && contents.outgoing.isEmpty && !sync.isRefused
      && (sync.isInDoubt || publishable != sync.ancestor?.content)
      && owner?.isKnownToService(self) != false
  }

  // MARK: Storing

  /// The version to save; nil if nothing has to be saved.
  ///
  /// An empty draft is saved until the service knows that it is empty, even if it is uncertain whether the service has the
  /// draft at all. Without that, a restart would bring the text back.
  func snapshot(at now: Timestamp) -> StoredDraft? {
    let edit = contents.editing.stored
    if contents.isEmpty, edit == nil, contents.outgoing.isEmpty, sync.hasAllAnswers,
      sync.ancestor?.content == nil
    {
      return nil
    }
    let whole = contents.outgoing.followed(by: contents.composed, createdAt: stamp.createdAt)
    let updatedAt = stamp.updatedAt ?? now
    return StoredDraft(
      key: key, content: whole.content, inputFiles: whole.parts.files, caret: whole.caret, edit: edit,
      createdAt: whole.createdAt ?? updatedAt, updatedAt: updatedAt, ancestor: sync.ancestor,
      isAncestorSpent: sync.isAncestorSpent, unanswered: sync.unanswered, savedBy: stamp.savedBy)
  }

  /// Adopts the stored draft, also if the user began to write here before it was read.
  func adoptOrJoin(_ stored: StoredDraft) {
    let isUntouched = contents.isEmpty && contents.editing.current == nil && sync.ancestor == nil
    if isUntouched { adopt(stored) } else { join(stored) }
  }

  /// Adopts what the store has. That signals no typing and changes no date.
  func adopt(_ stored: StoredDraft) {
    contents.restore(stored)
    stamp = DraftStamp(
      createdAt: contents.isEmpty ? nil : stored.createdAt, updatedAt: stored.updatedAt,
      savedBy: stored.savedBy)
    sync.adopt(stored)
    storage.didRead(stored)
    contents.notifyObservers()
  }

  /// Adopts the stored draft when the user began to write before it was read: empty parts are filled in, and text that differs
  /// goes into the history.
  package func join(_ stored: StoredDraft) {
    if stored.ancestor?.revision ?? 0 >= sync.ancestor?.revision ?? 0 { sync.adopt(stored) }
    storage.didRead(stored)
    if contents.composed.composition.document.isEmpty { stamp.savedBy = stored.savedBy }
    contents.fill(from: stored)
    stamp.createdAt =
      contents.isEmpty ? nil : stored.hasContent ? stored.createdAt : stamp.createdAt ?? stored.createdAt
    contents.changedLocally()
  }

  // MARK: Messages that got their ids, or are gone

  /// The message that it replies to has arrived.
  package func move(to key: DraftKey) {
    self.key = key
    typing.key = key
  }

  /// Two drafts turn out to belong to the same thread: what is empty here is filled in, text that differs goes into the
  /// history, and composers that show the other draft show this one from now on.
  func absorb(_ other: DraftState, at now: Timestamp) {
    contents.absorbEdit(of: other.contents)
    let saved = storage.saved
    // What is being sent stays in front of the draft, and is not a part of it.
    let sending = other.contents.removeOutgoing()
    if let stored = other.snapshot(at: now) { join(stored) }
    storage.saved = saved
    other.typing.stop()
    other.successor = self
    other.owner = nil
    other.contents.handOverObservers(to: self)
    contents.append(sending)
  }
}

extension StoredDraft {
  /// Whether it has anything that lists show: words, a mention, a quote or a file.
  nonisolated var hasContent: Bool { !content.isEmpty || !inputFiles.isEmpty }
}
