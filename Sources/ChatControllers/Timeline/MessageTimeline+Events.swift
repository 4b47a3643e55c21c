package import ChatDomain

nonisolated extension MessageTimeline {
  /// Applies an event.
  ///
  /// - Returns: the resulting changes; none for an event that is late, a duplicate or about something else.
  package mutating func apply(_ event: ChatEvent) -> [TimelineChange] {
    switch event {
    case .messageCreated(let message): create(message)
    case .messageUpdated(let message): update(message)
    case .messageDeleted(let event): delete(event)
    case .threadInfoUpdated(let event): updateThread(event)
    default: []
    }
  }

  /// Applies the service's answer about a message in the window. Events received since the request are not undone.
  mutating func update(with answer: Message) -> [TimelineChange] {
    guard let base = base(of: answer.id), deletions[answer.id] == nil else { return [] }
    return setBase(base.updated(by: answer))
  }

  /// Removes expired pins.
  package mutating func expirePins(at time: Timestamp) -> [TimelineChange] {
    pinExpiries.filter { $0.value <= time }.keys.flatMap { id -> [TimelineChange] in
      pinExpiries[id] = nil
      guard var base = base(of: id) else { return [] }
      base.pin = nil
      return setBase(base)
    }
  }

  /// The time at which the next pin expires.
  package var nextPinExpiry: Timestamp? { pinExpiries.values.min() }

  mutating func create(_ message: Message) -> [TimelineChange] {
    guard holds(message) else { return [] }
    if deletions[message.id]?.isHard == true { return arrive(message, shown: false) }
    // If the message is known, the known state is at least as new as its creation.
    guard base(of: message.id) == nil else { return [] }
    var message = message
    if let deletion = deletions[message.id] { message = message.deleted(at: deletion.deletedAt) }
    return arrive(message, shown: true)
  }

  private mutating func update(_ message: Message) -> [TimelineChange] {
    guard message.channelId == channelId else { return [] }
    let version = message.version ?? Timetoken(0)
    if let known = versions[message.id], known >= version { return [] }
    versions[message.id] = version
    if deletions[message.id]?.isHard == true { return [] }
    var message = message
    // The words are gone, but it is still to be seen that there were others once.
    if let deletion = deletions[message.id] { message = message.deleted(at: deletion.deletedAt) }
    if holds(message), let base = base(of: message.id) {
      hear(message.id)
      return setBase(base.updated(by: message))
    }
    let changes = holds(message) ? arrive(message, shown: true) : []
    // A message that quotes it may come later, with older words.
    if message.editedAt != nil, base(of: message.id) == nil { earlyUpdates.remember(message) }
    return changes + refreshQuotes(of: message)
  }

  private mutating func delete(_ event: MessageDeletedEvent) -> [TimelineChange] {
    guard event.channelId == channelId else { return [] }
    let id = event.messageId
    if let known = deletions[id], known.isHard || !event.isHard { return [] }
    deletions[id] = event
    held[id] = nil
    hear(id)
    guard let base = base(of: id) else { return blankQuotes(of: id) }
    if event.isHard { return remove(id) + blankQuotes(of: id) }
    return setBase(base.deleted(at: event.deletedAt))
  }

  private mutating func updateThread(_ event: ThreadInfoUpdateEvent) -> [TimelineChange] {
    guard event.channelId == channelId else { return [] }
    guard var base = base(of: event.targetMessageId) else {
      // It can be faster than the message that it is about. Replies have no threads.
      if parentId == nil, deletions[event.targetMessageId]?.isHard != true { earlyUpdates.remember(event) }
      return []
    }
    guard base.apply(event) else { return [] }
    return setBase(base)
  }

  /// Adds a message of the service to the window, in the place of its pending version if there was one.
  mutating func arrive(_ message: Message, shown: Bool) -> [TimelineChange] {
    hear(message.id)
    let echo = message.transactionId.map { MessageID($0.rawValue) }
    if let transaction = message.transactionId { arrived[transaction] = message.id }
    var changes: [TimelineChange] = []
    var hadEcho = false
    if let echo, echo != message.id {
      hadEcho = !remove(echo).isEmpty
      moveWork(from: echo, to: message.id)
    }
    let isInside = shown && isInWindow(message)
    if isInside { changes += setBase(message) }
    if shown, !isInside, loadsUnderWay > 0 { held[message.id] = message }
    guard hadEcho, let echo else { return changes }
    if !isInside { return [.removed(echo)] }
    return [.arrived(echo, as: message.id)] + changes.filter { $0 != .inserted(message.id) }
  }

  mutating func hear(_ id: MessageID) {
    guard loadsUnderWay > 0 else { return }
    heardCount += 1
    heardAt[id] = heardCount
  }

  /// Whether all messages between this one and the window are known.
  func isInWindow(_ message: Message) -> Bool {
    message.timetoken.map { span.contains($0.rawValue) } ?? false
  }
}

nonisolated extension ThreadInfoUpdateEvent {
  func isOlder(than other: ThreadInfoUpdateEvent) -> Bool {
    threadInfo.updatedAt < other.threadInfo.updatedAt
  }
}
