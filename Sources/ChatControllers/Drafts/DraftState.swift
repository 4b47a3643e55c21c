import ChatDomain
import DraftEngine

/// Is told what happens to a draft, so that it can be kept.
protocol DraftStateOwner: AnyObject {
  func didChange(_ state: DraftState)
  /// An edit of a message was begun, went on or ended; the draft under it is as it was.
  func didChangeEdit(in state: DraftState)
  /// Where the next word will stand is kept too, and is nobody else's concern.
  func didMoveCaret(in state: DraftState)
  /// Whether the service can know the place of a draft: under a message on its way no thread is there yet.
  func hasPlace(_ state: DraftState) -> Bool
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
  /// Where it will be sent; follows the message of a thread to the id that the service gives it.
  private(set) var key: DraftKey
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
  /// What the store had of it when it was last read.
  var read: StoredDraft?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// The device that edited it last.
  var savedBy: DeviceID?
  /// The draft that this one was joined with, when both turned out to be of the same place.
  private(set) var successor: DraftState?
  /// Whether the message that it was to reply to was withdrawn before it was sent.
  var hasLostParent = false
  /// What was taken out of the composer and is not in the outbox yet, in order.
  var onHandover: [Taken] = []
  weak var owner: (any DraftStateOwner)?
  private var observers: [WeakObserver] = []
  var waning = WaningWords()

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

  /// Whether nobody shows it and there is nothing to be remembered of it that a restart would not forget too.
  var isForgettable: Bool {
    isEmpty && onHandover.isEmpty && storedEdit == nil && edit == nil && kept == nil && !isDirty
      && sync.isAtRest && !observers.contains { $0.observer != nil }
  }

  /// Whether there is something that can be sent.
  var isSendable: Bool {
    !parts.files.isEmpty || !parts.attachments.isEmpty || !composition.document.isBlank
  }

  /// This draft, or the one that it was joined with.
  var latest: DraftState { successor?.latest ?? self }

  /// The message that it replies to has arrived.
  func move(to key: DraftKey) {
    self.key = key
    typing.key = key
  }

  /// Everybody who shows this draft shows the other one from now on.
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
  /// Those of its files that the service has.
  var attachments: [FileAttachment]
  /// Files that it is to get.
  var inputFiles: [InputFile] = []
  var waning = WaningWords()
  /// Whether the outbox is just taking it.
  var isHandedOver = false

  var isChanged: Bool {
    composition.document.elements != message.elements.normalised || changedAttachments != nil
      || !inputFiles.isEmpty
  }

  /// The files that the service has, if they are not to be as they are in the message.
  var changedAttachments: [FileAttachment]? { attachments == message.files ? nil : attachments }

  /// An edit is about to be made.
  mutating func begin(wanes: Bool) { waning.begin(composition.document, wanes: wanes) }

  /// It was made.
  ///
  /// - Returns: the words of which nothing is left since, but for those that stand in the message.
  mutating func end(wanes: Bool, wasBlank: Bool) -> DraftDocument? {
    let gone = waning.end(composition.document, wanes: wanes, wasBlank: wasBlank)
    return gone?.elements == message.elements.normalised ? nil : gone
  }

  /// The message has arrived; what was taken off it stays off.
  mutating func follow(_ arrived: Message) {
    let removed = message.files.filter { !attachments.contains($0) }
    attachments = arrived.files.filter { !removed.contains($0) }
    message = arrived
  }
}

private struct WeakObserver {
  weak var observer: (any DraftStateObserver)?
}
