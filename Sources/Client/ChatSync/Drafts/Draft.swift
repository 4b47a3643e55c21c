package import ChatDomain
import DraftEngine

/// The one draft of a channel or a thread: the message being written, or the sent message being edited. Composers edit it, and its
/// owner saves and publishes it.
///
/// It reports every change to its owner first and then to its observers, and puts text that leaves the composer into the history.
package final class Draft {
  /// Who changed a draft.
  enum Author { case user, service }

  /// Where it will be sent. The key of a thread changes when its first message gets its id from the service.
  package private(set) var key: DraftKey
  package let typing: TypingSignal
  var stamp = DraftStamp()
  /// The synchronization with the service.
  var sync = DraftSync()
  /// The stored state of the draft.
  var storage = DraftStorage()
  /// Publishes the draft; made by `DraftPublisher` when there is something to publish.
  var publication: DraftPublication?
  /// The draft that replaced this one, after both turned out to belong to the same thread.
  private(set) var successor: Draft?
  /// Whether the message it replies to was withdrawn before it was sent.
  package var hasLostParent = false
  package internal(set) var composed = ComposedMessage() { didSet { isEmpty = composed.isEmpty } }
  /// Whether nothing in it is worth keeping. Cached, because it is read several times per key.
  package internal(set) var isEmpty = true
  /// Messages that have left the composer and are not yet in the outbox.
  package internal(set) var outgoing = OutgoingDrafts()
  /// The edit of a sent message, open in the composer instead of the draft or left to be continued.
  package internal(set) var editing = MessageEditing()
  var observers: [WeakObserver] = []
  package weak var owner: DraftKeeper?

  init(key: DraftKey, typing: TypingSignal) {
    self.key = key
    self.typing = typing
  }

  /// This draft, or the one that replaced it, for callers that held a reference during a suspension.
  package var latest: Draft {
    guard let successor else { return self }
    return successor.latest
  }

  /// Whether this object can be released: it is unused, and neither the store nor the service has the draft or will get it.
  var isForgettable: Bool {
    isUnused && storage.isAtRest && sync.isAtRest && publication?.isAtRest != false
  }

  /// Whether it has no content to lose, and no observer shows it.
  var isUnused: Bool {
    isEmpty && outgoing.isEmpty && editing.stored == nil && editing.current == nil
      && !observers.contains { $0.observer != nil }
  }

  /// When the draft was begun; nil if it is empty and lists do not show it.
  var listedSince: Timestamp? { isEmpty ? nil : stamp.createdAt }

  /// The content to publish; nil if nothing has to be published.
  var publishable: DraftContent? {
    let content = composed.content
    return content.isEmpty ? nil : content
  }

  /// Whether the service's version differs from this one. Nothing is published while a message is on its way into the outbox:
  /// until the outbox has the message, its text is a part of the draft.
  var needsPublishing: Bool {
    sync.isShared && outgoing.isEmpty && !sync.isRefused
      && (sync.isInDoubt || publishable != sync.ancestor?.content)
      && owner?.isKnownToService(self) != false
  }

  // MARK: Storing

  /// The version to save; nil if nothing has to be saved.
  ///
  /// An empty draft is saved until the service knows that it is empty, even if it is uncertain whether the service has the
  /// draft at all. Without that, a restart would bring the text back.
  func snapshot(at now: Timestamp) -> StoredDraft? {
    let edit = editing.stored
    if isEmpty, edit == nil, outgoing.isEmpty, sync.hasAllAnswers,
      sync.ancestor?.content == nil
    {
      return nil
    }
    let whole = outgoing.followed(by: composed, createdAt: stamp.createdAt)
    let updatedAt = stamp.updatedAt ?? now
    return StoredDraft(
      key: key, content: whole.content, inputFiles: whole.parts.files, caret: whole.caret, edit: edit,
      createdAt: whole.createdAt ?? updatedAt, updatedAt: updatedAt, ancestor: sync.ancestor,
      isAncestorSpent: sync.isAncestorSpent, unanswered: sync.unanswered, savedBy: stamp.savedBy,
      isEncrypted: whole.parts.isEncrypted)
  }

  /// Adopts the stored draft, also if the user began to write here before it was read.
  func adoptOrJoin(_ stored: StoredDraft) {
    let isUntouched = isEmpty && editing.current == nil && sync.ancestor == nil
    if isUntouched { adopt(stored) } else { join(stored) }
  }

  /// Adopts what the store has. That signals no typing and changes no date.
  func adopt(_ stored: StoredDraft) {
    restore(stored)
    stamp = DraftStamp(
      createdAt: isEmpty ? nil : stored.createdAt, updatedAt: stored.updatedAt,
      savedBy: stored.savedBy)
    sync.adopt(stored)
    storage.didRead(stored)
    notifyObservers()
  }

  /// Adopts the stored draft when the user began to write before it was read: empty parts are filled in, and text that differs
  /// goes into the history.
  func join(_ stored: StoredDraft) {
    if stored.ancestor?.revision ?? 0 >= sync.ancestor?.revision ?? 0 { sync.adopt(stored) }
    storage.didRead(stored)
    if composed.composition.document.isEmpty { stamp.savedBy = stored.savedBy }
    fill(from: stored)
    stamp.createdAt =
      isEmpty ? nil : stored.hasContent ? stored.createdAt : stamp.createdAt ?? stored.createdAt
    changedLocally()
  }

  // MARK: Messages that got their ids, or are gone

  /// The message that it replies to has arrived.
  func move(to key: DraftKey) {
    self.key = key
    typing.key = key
  }

  /// Two drafts turn out to belong to the same thread: what is empty here is filled in, text that differs goes into the
  /// history, and composers that show the other draft show this one from now on.
  func absorb(_ other: Draft, at now: Timestamp) {
    absorbEdit(of: other)
    let saved = storage.saved
    // What is being sent stays in front of the draft, and is not a part of it.
    let sending = other.removeOutgoing()
    if let stored = other.snapshot(at: now) { join(stored) }
    storage.saved = saved
    other.typing.stop()
    other.successor = self
    other.owner = nil
    other.handOverObservers(to: self)
    append(sending)
  }
}

extension StoredDraft {
  /// Whether it has anything that lists show: words, a mention, a quote or a file.
  nonisolated var hasContent: Bool { !content.isEmpty || !inputFiles.isEmpty }
}

/// Shows a draft.
package protocol DraftObserver: AnyObject {
  func draftDidChange()
  /// The caret moved, and nothing else changed.
  func caretDidMove()
  /// Another draft has replaced the visible one, and should be shown from now on.
  func draftWasAbsorbed(by other: Draft)
}

struct WeakObserver {
  weak var observer: (any DraftObserver)?
}
