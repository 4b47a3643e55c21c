import ChatDomain
import DraftEngine

/// Learns of every change of a draft, in order to save it.
protocol DraftStateOwner: AnyObject {
  func didChange(_ state: DraftState)
  /// The edit of a message began, changed or ended; the draft under it is unchanged.
  func didChangeEdit(in state: DraftState)
  /// The position of the caret is saved as well, but not shared with other devices.
  func didMoveCaret(in state: DraftState)
  /// Whether the service knows the channel or thread of the draft: there is no thread yet under a message that is being
  /// sent.
  func hasPlace(_ state: DraftState) -> Bool
  /// Text left the composer, and must be found in the history.
  func didRetire(
    _ elements: [MessageElement], from state: DraftState, because reason: DraftHistoryEntry.Reason)
}

/// Shows a draft.
protocol DraftStateObserver: AnyObject {
  func draftStateDidChange()
}

/// The one draft of a channel or a thread. Composers show and edit it, and its owner saves and synchronises it.
final class DraftState {
  /// Where it will be sent. The key of a thread changes when its first message gets its id from the service.
  private(set) var key: DraftKey
  let typing: TypingSignal
  var composition: Composition
  var parts: DraftParts
  /// The message that is being edited, while the draft is parked under it.
  var edit: EditedMessage?
  /// An edit that was begun and left; offered again.
  var leftEdit: StoredEdit?
  /// What the service knows of the draft; changed by its owner only.
  var sync: DraftSync
  /// Whether it may differ from what the store has.
  var isDirty = false
  /// What the store has of it, or will have after the write under way.
  var kept: StoredDraft?
  /// What the store had when it was last read.
  var read: StoredDraft?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// The device that edited it last.
  var savedBy: DeviceID?
  /// The draft that replaced this one, after both turned out to belong to the same thread.
  private(set) var successor: DraftState?
  /// Whether the message it replies to was withdrawn before it was sent.
  var hasLostParent = false
  /// What has left the composer and is not yet in the outbox, in order.
  var onHandover: [Taken] = []
  weak var owner: (any DraftStateOwner)?
  private var observers: [WeakObserver] = []
  var erasedText = ErasedTextTracker()

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
      elements: composition.elements, files: parts.attachments, quoted: parts.quoted,
      isShownInChannel: parts.isShownInChannel)
  }

  /// Whether there is nothing worth keeping.
  var isEmpty: Bool {
    parts.attachments.isEmpty && parts.files.isEmpty && parts.quoted == nil
      && composition.document.isBlank && composition.document.mentionSpans.isEmpty
  }

  /// Whether this object can be released: nobody shows it, and a restart would forget as much.
  var isForgettable: Bool {
    isEmpty && onHandover.isEmpty && storedEdit == nil && edit == nil && kept == nil && !isDirty
      && sync.isAtRest && !observers.contains { $0.observer != nil }
  }

  /// Whether there is something that can be sent.
  var isSendable: Bool {
    !parts.files.isEmpty || !parts.attachments.isEmpty || !composition.document.isBlank
  }

  /// This draft, or the one that replaced it.
  var latest: DraftState { successor?.latest ?? self }

  /// The message that it replies to has arrived.
  func move(to key: DraftKey) {
    self.key = key
    typing.key = key
  }

  /// Makes everyone who shows this draft show another one from now on.
  func yield(to other: DraftState) {
    typing.stop()
    successor = other
    owner = nil
    other.observers += observers
    other.onHandover += onHandover
    observers = []
    onHandover = []
  }

  func add(_ observer: any DraftStateObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
  }

  /// Notifies the owner and the observers of a change.
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

/// What a draft has besides its text.
nonisolated struct DraftParts: Hashable, Sendable {
  var files: [InputFile] = []
  /// Files the service already has.
  var attachments: [FileAttachment] = []
  var quoted: QuotedMessage?
  var isShownInChannel = false
}

/// An edit of a message that is under way.
struct EditedMessage {
  var message: Message
  var composition: Composition
  /// The files of the message that the service already has.
  var attachments: [FileAttachment]
  /// Files to be uploaded with the edit.
  var inputFiles: [InputFile] = []
  var erasedText = ErasedTextTracker()
  /// Whether the edit is being put into the outbox.
  var isHandedOver = false

  var isChanged: Bool {
    composition.document.elements != message.elements.normalised || changedAttachments != nil
      || !inputFiles.isEmpty
  }

  /// The files the message keeps; nil if they are unchanged.
  var changedAttachments: [FileAttachment]? { attachments == message.files ? nil : attachments }

  /// Call before applying an edit.
  mutating func begin(removesText: Bool) { erasedText.begin(composition.document, removesText: removesText) }

  /// Call after applying the edit.
  ///
  /// - Returns: the text that was erased completely, unless it is the text of the message itself.
  mutating func end(removesText: Bool, wasBlank: Bool) -> DraftDocument? {
    let gone = erasedText.end(composition.document, removesText: removesText, wasBlank: wasBlank)
    return gone?.elements == message.elements.normalised ? nil : gone
  }

  /// Call when the message has arrived. Files that were removed from it stay removed.
  mutating func follow(_ arrived: Message) {
    let removed = message.files.filter { !attachments.contains($0) }
    attachments = arrived.files.filter { !removed.contains($0) }
    message = arrived
  }
}

private struct WeakObserver {
  weak var observer: (any DraftStateObserver)?
}
