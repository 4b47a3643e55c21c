import ChatDomain

/// What waits for the store: of each thing only what has to be done with it in the end, so that a store which fails for
/// days makes it no longer than there are things.
///
/// The later change stays, at its later place; all is written as one batch, so nobody sees what lies between.
nonisolated struct StoreBacklog {
  private var changes: [Int: StoreChange] = [:]
  private var places: [Subject: Int] = [:]
  private var lastPlace = 0
  /// What is being written; nothing is folded into that.
  private var writing: [StoreChange] = []
  /// What the store knows nothing of.
  private var new: Set<TransactionID> = []

  var isEmpty: Bool { changes.isEmpty }

  mutating func noteNew(_ id: TransactionID) { new.insert(id) }

  mutating func append(_ added: [StoreChange]) {
    for change in added { append(change) }
  }

  /// Whether an entry is to leave the store, and is still in it.
  func deletes(_ id: TransactionID) -> Bool {
    if case .deleteOutbox? = places[.outbox(id)].flatMap({ changes[$0] }) { true } else { false }
  }

  /// - Returns: what is to be written now.
  mutating func begin() -> [StoreChange] {
    writing = inOrder
    changes = [:]
    places = [:]
    return writing
  }

  /// The store has it.
  mutating func end() {
    for case .saveOutbox(let entry) in writing { new.remove(entry.transactionId) }
    writing = []
  }

  /// The store does not have it: it stands in front of what has come since.
  /// - Parameter isOver: it is not tried again at once. What was to be forgotten is let go of then: the person hears that
  ///   it was not done, and what leaves a composer later is not meant.
  mutating func takeBack(isOver: Bool) {
    let later = inOrder
    (changes, places) = ([:], [:])
    let earlier = isOver ? writing.filter { !$0.isForgetting } : writing
    writing = []
    append(earlier)
    append(later)
  }

  private var inOrder: [StoreChange] { changes.sorted { $0.key < $1.key }.map(\.value) }

  private mutating func append(_ change: StoreChange) {
    switch change {
    case .cacheMessages(let messages) where messages.count > 1:
      return append(messages.map { .cacheMessages([$0]) })
    case .cacheChannels(let channels) where channels.count > 1:
      return append(channels.map { .cacheChannels([$0]) })
    case .deleteOutbox(let id) where new.contains(id) && !isBeingWritten(id):
      new.remove(id)
      return remove(.outbox(id))
    case .trimHistory(let time, let count):
      if case .trimHistory(let earlier, let more)? = places[.trimming].flatMap({ changes[$0] }),
        earlier > time || more < count
      {
        // Not only less than before: both have to be done.
        places[.trimming] = nil
      }
    default: break
    }
    let subject = Subject(change)
    if let subject { remove(subject) }
    lastPlace += 1
    changes[lastPlace] = change
    if let subject { places[subject] = lastPlace }
  }

  private mutating func remove(_ subject: Subject) {
    if let place = places.removeValue(forKey: subject) { changes[place] = nil }
  }

  private func isBeingWritten(_ id: TransactionID) -> Bool {
    writing.contains { if case .saveOutbox(let entry) = $0 { entry.transactionId == id } else { false } }
  }
}

extension StoreChange {
  nonisolated fileprivate var isForgetting: Bool {
    if case .forgetHistory = self { true } else { false }
  }
}

/// What a change is about: a later one about the same makes an earlier one needless.
nonisolated private enum Subject: Hashable {
  case draft(DraftKey)
  case outbox(TransactionID)
  case trimming
  case eventToken
  case channel(ChannelID)
  case message(MessageID, ChannelID)
  case forgottenChannel(ChannelID)
  case forgottenHistory(DraftKey?)

  /// Nil for what adds to the others.
  init?(_ change: StoreChange) {
    switch change {
    case .saveDraft(let draft): self = .draft(draft.key)
    case .deleteDraft(let key): self = .draft(key)
    case .saveOutbox(let entry): self = .outbox(entry.transactionId)
    case .deleteOutbox(let id): self = .outbox(id)
    case .trimHistory: self = .trimming
    case .saveEventToken: self = .eventToken
    case .cacheChannels(let channels):
      guard let channel = channels.first else { return nil }
      self = .channel(channel.id)
    case .cacheMessages(let messages):
      guard let message = messages.first else { return nil }
      self = .message(message.id, message.channelId)
    case .forgetMessage(let id, let channel): self = .message(id, channel)
    case .forgetChannel(let id): self = .forgottenChannel(id)
    case .forgetHistory(let key): self = .forgottenHistory(key)
    case .addHistory, .moveHistory: return nil
    }
  }
}
