import ChatDomain

/// The outgoing work on the messages of a timeline, which is shown until the service has answered.
nonisolated struct PendingOverlay: Sendable {
  /// The entries on each message, by the message's current id and in order.
  private var entries: [MessageID: [OutboxEntry]] = [:]
  private var targets: [TransactionID: MessageID] = [:]
  /// The transactions of messages that have arrived: a late outbox change does not bring them back.
  private var arrived: [TransactionID: MessageID] = [:]

  /// The messages with outgoing work, in a fixed order.
  var messageIds: [MessageID] { entries.keys.sorted() }

  func entries(on id: MessageID) -> [OutboxEntry] { entries[id] ?? [] }

  func hasEntries(on id: MessageID) -> Bool { entries[id] != nil }

  /// The message that an entry is about, by its current id.
  func target(of transaction: TransactionID) -> MessageID? { targets[transaction] }

  /// The service's id of the message that was sent under a transaction.
  func arrivedID(of transaction: TransactionID) -> MessageID? { arrived[transaction] }

  mutating func recordArrival(of transaction: TransactionID, as id: MessageID) { arrived[transaction] = id }

  /// Adds an entry, or replaces its former state.
  mutating func insert(_ entry: OutboxEntry, on target: MessageID) {
    targets[entry.transactionId] = target
    var entries = entries(on: target)
    entries.removeAll { $0.transactionId == entry.transactionId }
    // After entries with the same number: a follow-up takes the position of the request it results from.
    let index = entries.firstIndex { $0.sequence > entry.sequence } ?? entries.count
    entries.insert(entry, at: index)
    self.entries[target] = entries
  }

  /// - Returns: whether there was such an entry.
  @discardableResult
  mutating func remove(_ transaction: TransactionID) -> Bool {
    guard let target = targets.removeValue(forKey: transaction) else { return false }
    entries[target]?.removeAll { $0.transactionId == transaction }
    if entries[target]?.isEmpty == true { entries[target] = nil }
    return true
  }

  /// Moves the work to the id that the message has now.
  mutating func move(from old: MessageID, to new: MessageID) {
    guard old != new, let moved = entries.removeValue(forKey: old) else { return }
    for entry in moved { insert(entry, on: new) }
  }

  /// The message with its outgoing work overlaid.
  func overlaid(on base: Message) -> Message {
    guard let entries = entries[base.id] else { return base }
    return entries.reduce(base) { $1.applied(to: $0) }
  }

  /// A message that only this device has, with the later work on it overlaid.
  func overlaid(onPending message: Message) -> Message {
    // Shows the text of an edit that is queued after the message, but the state of the message, which is sent first.
    entries(on: message.id).filter { !$0.isSend }.reduce(message) { shown, entry in
      var next = entry.applied(to: shown)
      next.localState = message.localState
      return next
    }
  }
}

nonisolated extension OutboxEntry {
  /// The message as it looks with this work overlaid: only what the work changes is different.
  fileprivate func applied(to base: Message) -> Message {
    var shown = base
    switch work {
    case .send:
      if deletesOnArrival { shown.localState = .deleting }
    case .edit:
      shown.change { fields in
        fields.elements = message.elements
        fields.files = message.files
        fields.localState = message.localState
      }
    case .delete:
      shown.localState = message.localState
    case .pin, .unpin:
      if failure == nil { shown.pin = message.pin }
    case .react(let change):
      if failure == nil { shown.reactions.set(change.name, change.isOn, by: change.user) }
    }
    return shown
  }
}
