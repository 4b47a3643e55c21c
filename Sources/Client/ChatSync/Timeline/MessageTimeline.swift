package import ChatDomain

/// The messages of a channel or of a thread, oldest first: a window on the service's messages, with the pending ones
/// overlaid.
///
/// Events can be late, duplicated or out of order; the same set of events always results in the same list.
package nonisolated struct MessageTimeline: Sendable {
  /// The channel that the messages are in.
  package let channelId: ChannelID
  /// The message whose replies these are; nil for a channel.
  package let parentId: MessageID?
  /// The only message this timeline is about; nil for a whole list.
  let only: MessageID?

  package var rows = OrderedMessages()
  var window = TimelineWindow()
  var work = PendingOverlay()
  var loading = LoadTracker()
  /// The messages as the service has them, for those that are shown differently.
  var bases: [MessageID: Message] = [:]
  package var deletions: [MessageID: MessageDeletedEvent] = [:]
  /// The version of each message's latest update, also for messages outside the window.
  private var versions: [MessageID: Timetoken] = [:]
  var pinExpiries: [MessageID: Timestamp] = [:]
  /// Updates of messages outside the window, or of messages that have not come yet.
  private var earlyUpdates = EarlyUpdates(limit: 256)

  /// An empty timeline, before anything is loaded.
  ///
  /// - Parameters:
  ///   - channelId: the channel.
  ///   - parentId: the message whose replies it is about; nil: the messages of the channel.
  package init(channelId: ChannelID, parentId: MessageID? = nil) {
    self.channelId = channelId
    self.parentId = parentId
    only = nil
  }

  /// Creates a timeline of a single message, which may still be pending.
  package init(channelId: ChannelID, only message: MessageID) {
    self.channelId = channelId
    parentId = nil
    only = message
  }

  // MARK: Reading

  /// The messages to show, oldest first.
  package var messages: [Message] { rows.messages }
  /// The cursor of the page with older messages.
  package var previous: Cursor? { window.previous }
  /// The cursor of the page with newer messages; nil if the window reaches the newest one.
  package var next: Cursor? { window.next }
  /// Whether a page of the service was loaded; before that it may show messages saved on this device.
  package var isLoaded: Bool { window.isLoaded }
  /// Whether older messages exist than those loaded.
  package var hasOlder: Bool { window.hasOlder }
  /// Whether the service has newer messages than those loaded.
  package var hasNewer: Bool { window.hasNewer }

  /// The message as it is shown, by its id or by the id that it had while it was pending.
  package subscript(id: MessageID) -> Message? {
    index(of: id).map { messages[$0] }
  }

  /// The index of a message in the list, by its id or by the id that it had while it was pending.
  package func index(of id: MessageID) -> Int? {
    rows.index(of: id) ?? arrivedID(of: id).flatMap { rows.index(of: $0) }
  }

  /// Whether a message is in the list under exactly this id.
  package func contains(_ id: MessageID) -> Bool { rows.index(of: id) != nil }

  /// The current id of a message that had another one while it was pending.
  package func arrivedID(of id: MessageID) -> MessageID? {
    work.arrivedID(of: TransactionID(id.rawValue))
  }

  /// Records that a message that was pending here has an id of the service now.
  package mutating func recordArrival(of local: MessageID, as id: MessageID) {
    if id != local { work.recordArrival(of: TransactionID(local.rawValue), as: id) }
  }

  /// Whether a message belongs in this list.
  package func holds(_ message: Message) -> Bool {
    guard message.channelId == channelId else { return false }
    if let only {
      return message.id == only || message.transactionId?.rawValue == only.rawValue
        || arrivedID(of: only) == message.id
    }
    guard let parentId else { return message.parentId == nil || message.isShownInChannel }
    return message.parentId == parentId
  }

  /// The message as the service has it, if it is in the window.
  func base(of id: MessageID) -> Message? {
    if let base = bases[id] { return base }
    guard let index = rows.index(of: id), !rows.order[index].isLocal else { return nil }
    return messages[index]
  }

  // MARK: Events

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
  package mutating func update(with answer: Message) -> [TimelineChange] {
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

  private mutating func create(_ message: Message) -> [TimelineChange] {
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
    if let known = versions[message.id] {
      // A key that arrives makes a message readable, and gives it no new version.
      let mayBeReadable = known == version && base(of: message.id)?.isUnreadable == true
      guard known < version || mayBeReadable else { return [] }
    }
    versions[message.id] = version
    if deletions[message.id]?.isHard == true { return [] }
    var message = message
    // The text is gone, but the message stays visible as deleted.
    if let deletion = deletions[message.id] { message = message.deleted(at: deletion.deletedAt) }
    if holds(message), let base = base(of: message.id) {
      loading.recordUpdate(of: message.id)
      return setBase(base.updated(by: message))
    }
    let changes = holds(message) ? arrive(message, shown: true) : []
    // A message that quotes this one may arrive later with the text from before the edit.
    if message.editedAt != nil, base(of: message.id) == nil { earlyUpdates.remember(message) }
    return changes + refreshQuotes(of: message)
  }

  private mutating func delete(_ event: MessageDeletedEvent) -> [TimelineChange] {
    guard event.channelId == channelId else { return [] }
    let id = event.messageId
    if let known = deletions[id], known.isHard || !event.isHard { return [] }
    deletions[id] = event
    loading.release(id)
    loading.recordUpdate(of: id)
    guard let base = base(of: id) else { return blankQuotes(of: id) }
    if event.isHard { return remove(id) + blankQuotes(of: id) }
    return setBase(base.deleted(at: event.deletedAt))
  }

  private mutating func updateThread(_ event: ThreadInfoUpdateEvent) -> [TimelineChange] {
    guard event.channelId == channelId else { return [] }
    guard var base = base(of: event.targetMessageId) else {
      // The event can arrive before its message. Replies have no threads.
      if parentId == nil, deletions[event.targetMessageId]?.isHard != true { earlyUpdates.remember(event) }
      return []
    }
    guard base.apply(event) else { return [] }
    return setBase(base)
  }

  /// Adds a message of the service to the window, in place of its pending version if there was one.
  private mutating func arrive(_ message: Message, shown: Bool) -> [TimelineChange] {
    loading.recordUpdate(of: message.id)
    let pending = message.transactionId.map { MessageID($0.rawValue) }
    if let transaction = message.transactionId { work.recordArrival(of: transaction, as: message.id) }
    var changes: [TimelineChange] = []
    var wasPending = false
    if let pending, pending != message.id {
      wasPending = !remove(pending).isEmpty
      work.move(from: pending, to: message.id)
    }
    let isInside = shown && window.contains(message)
    if isInside { changes += setBase(message) }
    if shown, !isInside, loading.isLoading { loading.hold(message) }
    guard wasPending, let pending else { return changes }
    if !isInside { return [.removed(pending)] }
    return [.arrived(pending, as: message.id)] + changes.filter { $0 != .inserted(message.id) }
  }

  // MARK: Outgoing work

  /// Applies the progress of outgoing work on a message.
  package mutating func apply(_ change: OutboxChange) -> [TimelineChange] {
    guard change.channelId == channelId else { return [] }
    switch change.outcome {
    case .waiting(let entry): return overlay(entry)
    case .done(let message): return finish(change, message)
    case .withdrawn: return withdraw(change)
    }
  }

  /// Overlays the waiting entries on the messages, as after a restart.
  package mutating func overlay(_ entries: [OutboxEntry]) -> [TimelineChange] {
    entries.flatMap { overlay($0) }
  }

  private mutating func overlay(_ entry: OutboxEntry) -> [TimelineChange] {
    guard holds(entry.message), !(entry.isSend && entry.isAccepted) else { return [] }
    var changes: [TimelineChange] = []
    let id = entry.message.id
    // The message may have received its id from the service by now.
    let target = arrivedID(of: id) ?? id
    if let before = work.target(of: entry.transactionId), before != target {
      work.remove(entry.transactionId)
      changes += redraw(before)
    }
    work.insert(entry, on: target)
    bases[target] = base(of: target)
    return changes + redraw(target)
  }

  private mutating func finish(_ change: OutboxChange, _ message: Message?) -> [TimelineChange] {
    let target = work.target(of: change.transactionId) ?? change.messageId
    let wasOverlaid = work.remove(change.transactionId)
    guard let message else {
      deletions[target] = MessageDeletedEvent(
        channelId: channelId, messageId: target, parentId: change.parentId, isHard: true,
        deletedAt: Timestamp(microseconds: 0))
      return remove(target) + blankQuotes(of: target)
    }
    guard holds(message) else { return [] }
    guard let base = base(of: message.id) else {
      // Only a message that was pending enters the list through its answer; others are outside the window.
      return change.transactionId == message.transactionId || wasOverlaid ? create(message) : []
    }
    // The message's event came before this answer, and later events may have come too. A deletion's event has the service's time.
    if deletions[message.id] != nil { return redraw(message.id) }
    let latest = base.updated(by: message)
    return latest == base ? redraw(message.id) : setBase(latest)
  }

  private mutating func withdraw(_ change: OutboxChange) -> [TimelineChange] {
    let target = work.target(of: change.transactionId) ?? change.messageId
    work.remove(change.transactionId)
    return redraw(target)
  }

  /// Redraws a message after its outgoing work has changed.
  private mutating func redraw(_ id: MessageID) -> [TimelineChange] {
    guard let base = base(of: id) else { return redrawPending(id) }
    bases[id] = work.hasEntries(on: id) ? base : nil
    guard let position = rows.position(of: id), rows.upsert(work.overlaid(on: base), at: position) else {
      return []
    }
    return [.updated(id)]
  }

  /// Redraws a message that only this device has.
  mutating func redrawPending(_ id: MessageID) -> [TimelineChange] {
    guard let send = work.entries(on: id).first(where: \.isSend),
      work.arrivedID(of: send.transactionId) == nil, !hasNewer
    else {
      return rows.position(of: id)?.isLocal == true ? remove(id) : []
    }
    var message = send.message
    refreshQuote(in: &message)
    let shown = work.overlaid(onPending: message)
    let isNew = rows.position(of: id) == nil
    guard rows.upsert(shown, at: .pending(send)) else { return [] }
    return [isNew ? .inserted(id) : .updated(id)]
  }

  // MARK: Rows

  /// Inserts a message of the service, or replaces its known state.
  mutating func setBase(_ message: Message) -> [TimelineChange] {
    var message = message
    message.localState = nil
    refreshQuote(in: &message)
    // Messages that were hard-deleted do not reach this point.
    message = earlyUpdates.upToDate(message) ?? message
    pinExpiries[message.id] = message.pin?.expiresAt
    let position = TimelinePosition(token: message.timetoken?.rawValue ?? 0, id: message.id)
    let isNew = rows.position(of: message.id) == nil
    let isChanged = rows.upsert(work.overlaid(on: message), at: position)
    bases[message.id] = work.hasEntries(on: message.id) ? message : nil
    let first: [TimelineChange] =
      isNew ? [.inserted(message.id)] : isChanged ? [.updated(message.id)] : []
    return first + (message.editedAt != nil || message.isDeleted ? refreshQuotes(of: message) : [])
  }

  /// Removes a message from the window.
  package mutating func remove(_ id: MessageID) -> [TimelineChange] {
    guard rows.remove(id) else { return [] }
    bases[id] = nil
    pinExpiries[id] = nil
    return [.removed(id)]
  }

  /// Updates a quote by what is known of the quoted message: it may have been edited or deleted in the meantime.
  private func refreshQuote(in message: inout Message) {
    guard let quoted = message.quoted else { return }
    if let deletion = deletions[quoted.id], deletion.channelId == quoted.channelId {
      message.quoted = quoted.deleted
    } else if let now = base(of: quoted.id), now.editedAt != nil || now.isDeleted {
      message.quoted = quoted.updated(by: QuotedMessage(now))
    } else {
      message.quoted = earlyUpdates.upToDate(quoted)
    }
  }

  private mutating func refreshQuotes(of message: Message) -> [TimelineChange] {
    let quote = QuotedMessage(message)
    return replaceQuotes(of: message.id) { $0.updated(by: quote) }
  }

  private mutating func blankQuotes(of id: MessageID) -> [TimelineChange] {
    replaceQuotes(of: id) { $0.deleted }
  }

  private mutating func replaceQuotes(
    of id: MessageID, by new: (QuotedMessage) -> QuotedMessage
  ) -> [TimelineChange] {
    rows.quotes.quoters(of: id).flatMap { quoter -> [TimelineChange] in
      guard let index = rows.index(of: quoter), let old = messages[index].quoted, old.id == id else {
        return []
      }
      bases[quoter]?.quoted = new(old)
      guard new(old) != old else { return [] }
      rows.replaceQuote(at: index, by: new(old))
      return [.updated(quoter)]
    }
  }
}

nonisolated extension ThreadInfoUpdateEvent {
  func isOlder(than other: ThreadInfoUpdateEvent) -> Bool {
    threadInfo.updatedAt < other.threadInfo.updatedAt
  }
}
