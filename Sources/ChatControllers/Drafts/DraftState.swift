import ChatDomain
import DraftEngine

/// Is told what happens to a draft, so that it can be kept.
protocol DraftStateOwner: AnyObject {
  func didChange(_ state: DraftState)
  /// An edit of a message was begun, went on or ended; the draft under it is as it was.
  func didChangeEdit(in state: DraftState)
  /// Words left the composer and are to be found again.
  func didRetire(
    _ elements: [MessageElement], from state: DraftState, because reason: DraftHistoryEntry.Reason)
}

/// Shows a draft.
protocol DraftStateObserver: AnyObject {
  func draftStateDidChange()
}

/// The one draft of a channel or a thread: whatever shows it, edits it, keeps it or brings it up to date works on this.
final class DraftState {
  let key: DraftKey
  let typing: TypingSignal
  var composition: Composition
  var parts: DraftParts
  /// The message that is being edited, while the draft is parked under it.
  var edit: EditedMessage?
  /// An edit that was begun and left; offered again.
  var leftEdit: StoredEdit?
  /// How the draft stands towards the service; changed by its owner only.
  var sync: DraftSync
  /// Whether it waits to be looked at for the store.
  var isDirty = false
  /// What the store has of it, or is about to have.
  var kept: StoredDraft?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// What was taken out of the composer and is not in the outbox yet, in order.
  var onHandover: [Taken] = []
  weak var owner: (any DraftStateOwner)?
  private var observers: [WeakObserver] = []
  /// The words before they began to become fewer: what is kept when nothing of them is left.
  var peak: DraftDocument?

  init(key: DraftKey, typing: TypingSignal, pause: RetryPause) {
    self.key = key
    self.typing = typing
    composition = Composition()
    parts = DraftParts()
    sync = DraftSync(pause: pause)
  }

  /// What the composer shows.
  var shown: Composition { edit?.composition ?? composition }

  var content: DraftContent {
    DraftContent(
      elements: composition.document.elements, files: parts.attachments, quoted: parts.quoted,
      isShownInChannel: parts.isShownInChannel)
  }

  /// Whether there is nothing worth keeping.
  var isEmpty: Bool {
    parts.attachments.isEmpty && parts.files.isEmpty && parts.quoted == nil
      && composition.document.isBlank && composition.document.mentionSpans.isEmpty
  }

  /// Whether there is something that can be sent.
  var isSendable: Bool {
    !parts.files.isEmpty || !parts.attachments.isEmpty || !composition.document.isBlank
  }

  func add(_ observer: any DraftStateObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// Tells those who keep it, and those who show it.
  func changed(isShown: Bool = true) {
    owner?.didChange(self)
    if isShown { show() }
  }

  /// The same for the edit of a message.
  func changedEdit() {
    owner?.didChangeEdit(in: self)
    show()
  }

  func show() {
    for entry in observers { entry.observer?.draftStateDidChange() }
  }
}

/// What belongs to a draft besides its words.
nonisolated struct DraftParts: Hashable, Sendable {
  var files: [InputFile] = []
  /// Files that the service has already.
  var attachments: [FileAttachment] = []
  var quoted: QuotedMessage?
  var isShownInChannel = false
}

/// An edit of a message that is under way.
struct EditedMessage {
  var message: Message
  var composition: Composition
  /// Whether the outbox is just taking it.
  var isHandedOver = false

  var isChanged: Bool { composition.document.elements != message.elements.normalised }
}

private struct WeakObserver {
  weak var observer: (any DraftStateObserver)?
}
