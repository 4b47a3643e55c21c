import ChatDomain
import DraftEngine

/// The changes waiting for the store. A later change replaces an earlier one of the same subject, so that the backlog grows
/// slowly while the store fails.
///
/// The replacement has the later position; everything is written as one batch, so intermediate states are never visible.
nonisolated struct StoreBacklog {
  private var changes: [Int: StoreChange] = [:]
  private var positions: [Subject: Int] = [:]
  private var lastPosition = 0
  /// The changes being written; no further change is merged into them.
  private var writing: [StoreChange] = []
  /// The transactions that the store has never seen.
  private var new: Set<TransactionID> = []

  var isEmpty: Bool { changes.isEmpty }

  /// Whether something is waiting or being written that only this device has.
  var holdsOwn: Bool { changes.values.contains(where: \.isOwn) || writing.contains(where: \.isOwn) }

  /// Whether text that only this device has is waiting or being written.
  var holdsText: Bool { changes.values.contains(where: \.isText) || writing.contains(where: \.isText) }

  /// Remembers that the store has nothing under this transaction.
  mutating func markNew(_ id: TransactionID) { new.insert(id) }

  mutating func append(_ added: [StoreChange]) {
    for change in added { append(change) }
  }

  /// Whether an entry is going to be deleted from the store and still exists there.
  func deletes(_ id: TransactionID) -> Bool {
    if case .deleteOutbox? = positions[.outbox(id)].flatMap({ changes[$0] }) { true } else { false }
  }

  /// - Parameter last: further changes, after those that wait.
  /// - Returns: the changes to write now.
  mutating func begin(with last: [StoreChange] = []) -> [StoreChange] {
    // The usual case after a keystroke: no pending change is replaced by this draft.
    if changes.isEmpty, last.count == 1, case .saveDraft = last[0] {
      writing = last
      return last
    }
    append(last)
    writing = inOrder
    // A keystroke adds one change, so the capacity is kept, unless the backlog was long.
    let isShort = changes.count <= 16
    changes.removeAll(keepingCapacity: isShort)
    positions.removeAll(keepingCapacity: isShort)
    return writing
  }

  /// Forgets the written changes: the store has them.
  mutating func end() {
    for case .saveOutbox(let entry) in writing { new.remove(entry.transactionId) }
    writing = []
  }

  /// Puts the changes back in front of those added since, because the store does not have them.
  ///
  /// - Parameter isFinal: whether there is no immediate retry. Requests to forget history are then dropped, including those
  ///   added since: the user is told that they failed, and they must not apply to texts that leave a composer later.
  mutating func putBack(isFinal: Bool) {
    let later = isFinal ? inOrder.filter { !$0.isForgetting } : inOrder
    (changes, positions) = ([:], [:])
    let earlier = isFinal ? writing.filter { !$0.isForgetting } : writing
    writing = []
    append(earlier)
    append(later)
  }

  private var inOrder: [StoreChange] {
    if changes.count <= 1 { return Array(changes.values) }
    return changes.sorted { $0.key < $1.key }.map(\.value)
  }

  private mutating func append(_ change: StoreChange) {
    switch change {
    case .cacheMessages(let messages) where messages.count > 1:
      return append(messages.map { .cacheMessages([$0]) })
    case .cacheChannels(let channels) where channels.count > 1:
      return append(channels.map { .cacheChannels([$0]) })
    case .deleteOutbox(let id) where new.contains(id) && !isBeingWritten(id):
      new.remove(id)
      return remove(.outbox(id))
    case .trimHistory(let limits):
      if case .trimHistory(let earlier)? = positions[.trimming].flatMap({ changes[$0] }),
        earlier.age != nil && limits.age == nil || earlier.count < limits.count
      {
        // The later trim does not include the earlier one: both are needed.
        positions[.trimming] = nil
      }
    default: break
    }
    lastPosition += 1
    changes[lastPosition] = change
    if let subject = Subject(change), let before = positions.updateValue(lastPosition, forKey: subject) {
      changes[before] = nil
    }
  }

  private mutating func remove(_ subject: Subject) {
    if let position = positions.removeValue(forKey: subject) { changes[position] = nil }
  }

  private func isBeingWritten(_ id: TransactionID) -> Bool {
    writing.contains { if case .saveOutbox(let entry) = $0 { entry.transactionId == id } else { false } }
  }
}

extension StoreChange {
  nonisolated fileprivate var isForgetting: Bool {
    if case .forgetHistory = self { true } else { false }
  }

  /// Whether the change holds the user's own input rather than a cached copy of the service's data.
  nonisolated fileprivate var isOwn: Bool {
    switch self {
    // A session also holds text: the reason given in a request to join.
    case .saveDraft, .deleteDraft, .addHistory, .trimHistory, .forgetHistory, .moveHistory, .saveOutbox,
      .deleteOutbox, .saveSession:
      true
    case .saveEventToken, .cacheChannels, .forgetChannel, .cacheMessages, .updateMessage,
      .deleteMessage, .forgetMessage:
      false
    }
  }

  nonisolated fileprivate var isText: Bool {
    switch self {
    case .saveDraft, .addHistory, .saveOutbox: true
    default: false
    }
  }
}

/// The subject of a change: a later change of the same subject makes an earlier one redundant.
nonisolated private enum Subject: Hashable {
  case draft(DraftKey)
  case outbox(TransactionID)
  case trimming
  case eventToken
  case session
  case channel(ChannelID)
  case message(MessageID, ChannelID)
  case messageUpdate(MessageID, ChannelID)
  case forgottenChannel(ChannelID)
  case forgottenHistory(DraftKey?, only: [MessageElement]?)

  /// Nil for changes that add to others instead of replacing them.
  init?(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft): self = .draft(draft.key)
    case .deleteDraft(let key): self = .draft(key)
    case .saveOutbox(let entry): self = .outbox(entry.transactionId)
    case .deleteOutbox(let id): self = .outbox(id)
    case .trimHistory: self = .trimming
    case .saveEventToken: self = .eventToken
    case .saveSession: self = .session
    case .cacheChannels(let channels):
      guard let channel = channels.first else { return nil }
      self = .channel(channel.id)
    case .cacheMessages(let messages):
      guard let message = messages.first else { return nil }
      self = .message(message.id, message.channelId)
    case .updateMessage(let message): self = .messageUpdate(message.id, message.channelId)
    case .forgetMessage(let id, let channel): self = .message(id, channel)
    case .forgetChannel(let id): self = .forgottenChannel(id)
    case .forgetHistory(let key, let text): self = .forgottenHistory(key, only: text)
    case .addHistory, .moveHistory, .deleteMessage: return nil
    }
  }
}
