package import ChatDomain
import DraftEngine

nonisolated extension OutboxEntry {
  /// The state its message shows while the entry waits.
  var waitingState: LocalMessageState? {
    switch work {
    case .send: .pendingSend
    case .edit: .pendingSync
    case .delete: .deleting
    case .pin, .unpin, .react: nil
    }
  }

  /// The state its message shows while the request is running.
  var activeState: LocalMessageState? {
    switch work {
    case .send: deletesOnArrival ? .deleting : .sending
    case .edit: .syncing
    case .delete: .deleting
    case .pin, .unpin, .react: nil
    }
  }

  /// The state its message shows after the service's refusal.
  var failedState: LocalMessageState? {
    switch work {
    case .send: .sendingFailed
    case .edit: .syncingFailed
    case .delete: .deletingFailed
    case .pin, .unpin, .react: nil
    }
  }

  var isSend: Bool { if case .send = work { true } else { false } }
  var isEdit: Bool { if case .edit = work { true } else { false } }
  var isDelete: Bool { if case .delete = work { true } else { false } }
  /// Whether the message is being deleted; after a failed deletion it stays.
  var isDeleting: Bool { isDelete && failure == nil || deletesOnArrival }
  var isPinning: Bool {
    switch work {
    case .pin, .unpin: true
    case .send, .edit, .delete, .react: false
    }
  }
  /// The name of the reaction that it adds or removes.
  var reaction: String? { if case .react(let change) = work { change.name } else { nil } }

  /// A message that the service has accepted; only the mentioned users still need to be notified.
  var isAccepted: Bool { isSend && message.timetoken != nil }

  /// A message that was withdrawn while it was unknown whether the service had it: it is looked for, and deleted if
  /// found.
  var isLookup: Bool { isDelete && message.timetoken == nil }

  /// Whether it is a deletion, a pin or the removal of a pin that can still be taken back.
  var canBeTakenBack: Bool { notBefore != nil && !isHeldBack }

  /// Whether it waits for the decision on the deletion of its message.
  var isHeldBack: Bool { notBefore != nil && (isAccepted || isEdit) }

  /// The channel or thread that the entry belongs to.
  package var key: DraftKey { DraftKey(channelId: message.channelId, parentId: message.parentId) }

  /// The same entry, waiting.
  package func waiting() -> OutboxEntry {
    var entry = self
    entry.failure = nil
    entry.message.localState = waitingState
    return entry
  }

  /// The same entry once the service has its message.
  func accepted(as answer: Message) -> OutboxEntry {
    var entry = self
    entry.message = answer
    entry.failure = nil
    entry.inputFiles = []
    entry.deletesOnArrival = false
    entry.deletesHard = false
    return entry
  }

  /// The same entry after a message that it is about, replies to or quotes got its id from the service.
  ///
  /// - Returns: nil if it does not involve that message.
  func readdressed(from local: MessageID, to arrived: Message) -> OutboxEntry? {
    var entry = self
    if case .edit(var edit) = work, edit.messageId == local {
      edit.messageId = arrived.id
      entry.work = .edit(edit)
    }
    if case .react(var change) = work, change.messageId == local {
      change.messageId = arrived.id
      entry.work = .react(change)
    }
    if !isSend, message.id == local {
      entry.message.change { message in
        message.id = arrived.id
        message.parentId = arrived.parentId
        message.timetoken = arrived.timetoken
        message.createdAt = arrived.createdAt
      }
    }
    if case .send(var new) = work {
      if new.parentId == local { new.parentId = arrived.id }
      if new.quoted?.id == local { new.quoted = QuotedMessage(arrived) }
      entry.work = .send(new)
      entry.message.parentId = new.parentId
      entry.message.quoted = new.quoted
    }
    return entry == self ? nil : entry
  }

  /// Whether its message is sent, or was sent, only encrypted.
  var isEncrypted: Bool {
    if case .send(let new) = work { new.isEncrypted } else { message.isEncrypted }
  }

  /// Allows a message that was written as encrypted to be sent unencrypted.
  mutating func allowUnencrypted() {
    guard case .send(var new) = work else { return }
    new.isEncrypted = false
    work = .send(new)
    message.isEncrypted = false
  }

  /// Applies the text and files of a later edit.
  mutating func applyEdit(_ later: OutboxEntry) {
    message.elements = later.message.elements
    message.files = later.message.files
    inputFiles += later.inputFiles
    if case .send(var new) = work {
      new.markup = MessageMarkup.render(message.elements)
      work = .send(new)
    }
  }

  /// Whether the service has another text or other files than the entry, from an earlier attempt. During the first attempt there
  /// can be none.
  func hasOtherWords(than answer: Message, isUnderWay: Bool) -> Bool {
    // Changes by another device since then are kept.
    guard answer.editedAt == nil, !answer.isDeleted, attempts > (isUnderWay ? 1 : 0),
      case .send(let new) = work
    else { return false }
    return MessageMarkup.render(answer.elements) != new.markup
      || answer.files.map(\.id) != message.files.map(\.id)
  }
}

nonisolated extension Message {
  /// Whether the message is shown among the messages of its channel.
  package var isShownInList: Bool { parentId == nil || isShownInChannel }
}
