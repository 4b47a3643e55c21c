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
  mutating func take(_ answer: Message) -> [TimelineChange] {
    guard let base = base(of: answer.id), deletions[answer.id] == nil, !answer.isOlder(than: base) else {
      return []
    }
    return setBase(answer.keepingThread(of: base))
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
    if let deletion = deletions[message.id] { message = message.blanked(at: deletion.deletedAt) }
    return arrive(message, shown: true)
  }

  private mutating func update(_ message: Message) -> [TimelineChange] {
    guard message.channelId == channelId else { return [] }
    let version = message.version ?? Timetoken(0)
    if let known = versions[message.id], known >= version { return [] }
    versions[message.id] = version
    guard deletions[message.id] == nil else { return [] }
    guard holds(message) else { return refreshQuotes(of: message) }
    guard let base = base(of: message.id) else { return arrive(message, shown: true) }
    guard !message.isOlder(than: base) else { return [] }
    hear(message.id)
    return setBase(message.keepingThread(of: base))
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
    return setBase(base.blanked(at: event.deletedAt))
  }

  private mutating func updateThread(_ event: ThreadInfoUpdateEvent) -> [TimelineChange] {
    guard event.channelId == channelId else { return [] }
    guard var base = base(of: event.targetMessageId) else {
      if loadsUnderWay > 0, heldThreads[event.targetMessageId].map({ $0.isOlder(than: event) }) ?? true {
        heldThreads[event.targetMessageId] = event
      }
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
    guard let token = message.timetoken?.rawValue else { return false }
    if hasOlder, let first = order.first(where: { !$0.isLocal }), token < first.token { return false }
    if hasNewer { return order.last.map { token < $0.token } ?? false }
    return true
  }
}

nonisolated extension ThreadInfoUpdateEvent {
  func isOlder(than other: ThreadInfoUpdateEvent) -> Bool {
    threadInfo.updatedAt < other.threadInfo.updatedAt
  }
}

nonisolated extension Message {
  /// Whether its own version shows that it is older than the known state.
  func isOlder(than known: Message) -> Bool {
    if known.isDeleted, !isDeleted { return true }
    return version ?? Timetoken(0) < known.version ?? Timetoken(0)
  }

  /// A copy that has the newer of the two thread infos.
  func keepingThread(of known: Message) -> Message {
    guard let thread = known.threadInfo, thread.updatedAt > threadInfo?.updatedAt ?? Timetoken(0) else {
      return self
    }
    var message = self
    message.threadInfo = thread
    return message
  }
}
