package import ChatDomain

nonisolated extension MessageTimeline {
  /// Applies the progress of outgoing work on a message.
  package mutating func apply(_ change: OutboxChange) -> [TimelineChange] {
    guard change.channelId == channelId else { return [] }
    switch change.outcome {
    case .waiting(let entry): return lay(entry)
    case .done(let message): return finish(change, message)
    case .withdrawn: return withdraw(change)
    }
  }

  /// Overlays the waiting entries on the messages, as after a restart.
  package mutating func lay(_ entries: [OutboxEntry]) -> [TimelineChange] {
    entries.flatMap { lay($0) }
  }

  /// Shows the pending messages, once the window reaches the newest ones.
  mutating func placeEchoes() -> [TimelineChange] {
    work.keys.sorted().flatMap { redrawEcho($0) }
  }

  mutating func removeEchoes() {
    for (index, place) in order.enumerated().reversed() where place.isLocal {
      _ = remove(messages[index].id)
    }
  }

  /// Redraws a message that only this device has.
  mutating func redrawEcho(_ id: MessageID) -> [TimelineChange] {
    let entries = work[id] ?? []
    guard let send = entries.first(where: \.isSend), arrived[send.transactionId] == nil, !hasNewer else {
      return places[id]?.isLocal == true ? remove(id) : []
    }
    var message = send.message
    refreshQuote(in: &message)
    // Shows the text of an edit that waits behind the sending, but the state of the sending, which comes first.
    let shown = entries.filter { !$0.isSend }.reduce(message) { shown, entry in
      var next = entry.laid(over: shown)
      next.localState = message.localState
      return next
    }
    guard let place = places[id] ?? place(of: send) else { return [] }
    let isNew = places[id] == nil
    guard put(shown, at: place) else { return [] }
    return [isNew ? .inserted(id) : .updated(id)]
  }

  mutating func moveWork(from old: MessageID, to new: MessageID) {
    guard old != new, let moved = work.removeValue(forKey: old) else { return }
    for entry in moved { workTargets[entry.transactionId] = new }
    work[new] = (work[new] ?? []) + moved
  }

  private mutating func lay(_ entry: OutboxEntry) -> [TimelineChange] {
    guard holds(entry.message), !(entry.isSend && entry.isAccepted) else { return [] }
    var changes: [TimelineChange] = []
    let id = entry.message.id
    // The message may have received its id from the service by now.
    let target = arrived[TransactionID(id.rawValue)] ?? id
    if let before = workTargets[entry.transactionId], before != target {
      takeOff(entry.transactionId)
      changes += redraw(before)
    }
    workTargets[entry.transactionId] = target
    var entries = work[target] ?? []
    entries.removeAll { $0.transactionId == entry.transactionId }
    // After entries with the same number: a follow-up takes the place of the request it results from.
    let index = entries.firstIndex { $0.sequence > entry.sequence } ?? entries.count
    entries.insert(entry, at: index)
    let base = base(of: target)
    work[target] = entries
    bases[target] = base
    return changes + redraw(target)
  }

  private mutating func finish(_ change: OutboxChange, _ message: Message?) -> [TimelineChange] {
    let target = workTargets[change.transactionId] ?? change.messageId
    let wasPlaced = takeOff(change.transactionId)
    guard let message else {
      deletions[target] = MessageDeletedEvent(
        channelId: channelId, messageId: target, parentId: change.parentId, isHard: true,
        deletedAt: Timestamp(microseconds: 0))
      return remove(target) + blankQuotes(of: target)
    }
    guard holds(message) else { return [] }
    guard let base = base(of: message.id) else {
      // Only a message that was pending enters the list through its answer; others are outside the window.
      return change.transactionId == message.transactionId || wasPlaced ? create(message) : []
    }
    // The event came before the answer, and so may have other, later events. Of a deletion it has the service's time.
    if deletions[message.id] != nil { return redraw(message.id) }
    let latest = base.updated(by: message)
    return latest == base ? redraw(message.id) : setBase(latest)
  }

  private mutating func withdraw(_ change: OutboxChange) -> [TimelineChange] {
    let target = workTargets[change.transactionId] ?? change.messageId
    takeOff(change.transactionId)
    return redraw(target)
  }

  @discardableResult
  private mutating func takeOff(_ transaction: TransactionID) -> Bool {
    guard let target = workTargets.removeValue(forKey: transaction) else { return false }
    work[target]?.removeAll { $0.transactionId == transaction }
    if work[target]?.isEmpty == true { work[target] = nil }
    return true
  }

  /// The place after the last message that existed when it was written; nil if that one is not in the window.
  private func place(of send: OutboxEntry) -> TimelinePosition? {
    var end = order.count
    while end > 0 {
      // Pending messages have the token of the message they follow, and come after it: skip all of them at once.
      let token = order[end - 1].token
      let start = firstIndex(notBefore: TimelinePosition(token: token, id: ""))
      let own = order[start..<end].prefix { !$0.isLocal }
      if own.indices.contains(where: { messages[$0].createdAt <= send.message.createdAt }) {
        return TimelinePosition(token: token, sequence: send.sequence, id: send.message.id)
      }
      end = start
    }
    return hasOlder ? nil : TimelinePosition(token: 0, sequence: send.sequence, id: send.message.id)
  }
}
