import ChatDomain

/// Works through the entries of each channel in order, and applies the answers of the service.
///
/// Channels do not wait for each other. After a connection failure an entry is retried with growing pauses, and
/// immediately when the connection is back, always under the same transaction id; a refused entry fails and lets the
/// next one pass.
final class OutboxWorker {
  private(set) var states: [ChannelID: ChannelSendState] = [:]
  private(set) var isRunning = false
  private let tools: SyncTools
  private let entries: OutboxEntries
  private let times: MessageTimes
  private let requests: OutboxRequests
  private let uploads: OutboxUploads
  private let takeBackTimer: TakeBackTimer
  /// Called when the service has created the channel of a conversation; moves the content of the conversation into it.
  var whenMade: (_ prospect: ChannelID, _ channel: ChannelID) -> Void = { _, _ in }

  init(_ tools: SyncTools, entries: OutboxEntries, times: MessageTimes, uploads: OutboxUploads) {
    self.tools = tools
    self.entries = entries
    self.times = times
    self.uploads = uploads
    requests = OutboxRequests(tools, entries: entries)
    takeBackTimer = TakeBackTimer(entries: entries, clock: tools.clock)
    takeBackTimer.worker = self
  }

  // MARK: Starting and stopping

  /// Begins to work through the entries.
  func start() {
    isRunning = true
    for channel in entries.queue.channels { startWork(in: channel) }
    takeBackTimer.schedule()
  }

  /// Stops the running work; it waits in the store for the next start.
  func stop() async {
    isRunning = false
    takeBackTimer.schedule()
    let tasks = states.values.compactMap(\.task)
    cancelAll()
    for task in tasks { await task.value }
    states = [:]
  }

  /// Stops at once, without waiting for the work to end.
  func close() {
    isRunning = false
    cancelAll()
    states = [:]
  }

  private func cancelAll() {
    for state in states.values {
      state.timer?.cancel()
      state.task?.cancel()
    }
  }

  // MARK: Working through a channel

  /// Works through a channel's entries, unless that is already running or there is a pause.
  func startWork(in channel: ChannelID) {
    guard isRunning, nextEntry(in: channel) != nil else { return }
    var state = states[channel] ?? ChannelSendState(pause: RetryPause(tools.configuration))
    guard state.task == nil, state.timer == nil, !state.isSignedOut else { return }
    state.task = Task { await drain(channel) }
    states[channel] = state
  }

  /// Stops uploading the files of a message that will be deleted as soon as it arrives.
  func giveUpUpload(for id: TransactionID) { uploads.giveUp(id) }

  /// Ends the pause of a channel: the connection is back, or the user wants to retry now.
  func retryNow(in channel: ChannelID) {
    states[channel]?.pause.reset()
    // Running work checks this before its next pause.
    states[channel]?.skipsNextPause = true
    guard !mustWait(channel) else { return }
    states[channel]?.timer?.cancel()
    states[channel]?.timer = nil
    states[channel]?.isSignedOut = false
    startWork(in: channel)
  }

  func retryAllNow() {
    for channel in entries.queue.channels { retryNow(in: channel) }
  }

  /// Whether an attempt of an entry is running.
  func isUnderWay(_ entry: OutboxEntry) -> Bool {
    states[entry.channelId]?.current == entry.transactionId
  }

  /// Whether the service asked to wait, and the wait is not over.
  private func mustWait(_ channel: ChannelID) -> Bool {
    states[channel]?.notBefore.map { $0 > tools.clock.now } ?? false
  }

  private func nextEntry(in channel: ChannelID) -> OutboxEntry? {
    guard let next = entries.queue.next(in: channel), entries.queue.isSaved(next.transactionId) else {
      return nil
    }
    return next
  }

  /// What to do after an attempt.
  private enum Next {
    case nextEntry
    /// Pause before the next attempt, which may succeed.
    case pause
  }

  private func drain(_ channel: ChannelID) async {
    var next = Next.nextEntry
    while next == .nextEntry || states[channel]?.skipsNextPause == true && !mustWait(channel),
      !Task.isCancelled,
      let entry = nextEntry(in: channel)
    {
      states[channel]?.current = entry.transactionId
      states[channel]?.requestWasSent = false
      states[channel]?.skipsNextPause = false
      states[channel]?.obstacle = nil
      next = await attempt(entry)
      states[channel]?.current = nil
      if let state = states[channel], let obstacle = state.obstacle {
        states[channel]?.notBefore = state.pause.wait(after: obstacle).map { tools.clock.now + $0 }
      }
      if next == .nextEntry { states[channel]?.pause.reset() }
    }
    states[channel]?.task = nil
    if next == .nextEntry, !Task.isCancelled {
      states[channel] = nil
    } else {
      pause(channel)
    }
  }

  private func pause(_ channel: ChannelID) {
    guard isRunning, var state = states[channel] else { return }
    // Signing in again brings the connection back, and that ends the pause.
    state.isSignedOut = state.obstacle == .signedOut
    guard !state.isSignedOut else {
      states[channel] = state
      return
    }
    let now = tools.clock.now
    let deadline = max(now + state.pause.next(), state.notBefore ?? now)
    state.timer = Task { [weak self, clock = tools.clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      self?.states[channel]?.timer = nil
      self?.states[channel]?.notBefore = nil
      self?.startWork(in: channel)
    }
    states[channel] = state
  }

  // MARK: Attempting an entry

  /// Saves a new entry and begins to work on it.
  ///
  /// - Parameters:
  ///   - superseded: the entries it makes redundant. They are shown until it is saved.
  ///   - changes: saved in the same batch.
  func admit(
    _ entry: OutboxEntry, inPlaceOf superseded: [OutboxEntry] = [], with changes: [StoreChange] = []
  ) async {
    let changes = entries.remove(superseded) + changes
    entries.reserve(entry)
    await admitReserved(entry, inPlaceOf: superseded, with: changes)
  }

  /// The same for an entry that has its position already.
  func admitReserved(
    _ entry: OutboxEntry, inPlaceOf superseded: [OutboxEntry] = [], with changes: [StoreChange]
  ) async {
    await entries.saveReserved(entry, with: changes, inPlaceOf: superseded)
    startWork(in: entries[entry.transactionId]?.channelId ?? entry.channelId)
    if entry.notBefore != nil { takeBackTimer.schedule() }
  }

  /// Ends the pause of a prospect whose entries have moved to its channel.
  func forget(_ prospect: ChannelID) {
    guard states[prospect]?.task == nil else { return }
    states[prospect]?.timer?.cancel()
    states[prospect] = nil
  }

  /// Requests the channel of a conversation before anything is sent to it. Idempotent: there is never a second channel.
  private func make(_ prospect: ChannelID, with partner: UserID, for waiting: OutboxEntry) async -> Next {
    var entry = waiting
    entry.message.localState = entry.activeState
    // Only updates the display: the message itself has not left the device.
    entries.upsert(entry)
    entries.post(entry)
    do {
      let made = try await tools.service.directChannel(with: partner)
      guard !entries.isClosed else { return .pause }
      whenMade(prospect, made.id)
      return .nextEntry
    } catch {
      // The channel was created in another way meanwhile, and the entry continues there.
      guard entries[waiting.transactionId]?.channelId == prospect else { return .nextEntry }
      states[prospect]?.obstacle = error
      return await fail(waiting.transactionId, error)
    }
  }

  private func attempt(_ waiting: OutboxEntry) async -> Next {
    if waiting.isAccepted { return await notifyMentioned(waiting) }
    if let partner = waiting.channelId.prospectivePartner {
      return await make(waiting.channelId, with: partner, for: waiting)
    }
    var entry = waiting
    entry.attempts += 1
    entry.message.localState = entry.activeState
    await entries.change(entry)
    do {
      let answer = try await answer(to: entry.transactionId)
      return await finish(entry.transactionId, answer)
    } catch {
      states[entry.channelId]?.obstacle = error
      return await fail(entry.transactionId, error)
    }
  }

  private func answer(to id: TransactionID) async throws(ChatError) -> Message? {
    try await uploads.run(for: id)
    guard let entry = entries[id], !entry.isAccepted else { throw .cancelled }
    if entry.isSend, entry.deletesOnArrival { throw .cancelled }
    states[entry.channelId]?.requestWasSent = true
    return try await requests.answer(to: entry)
  }

  /// Applies the answer to a successful request.
  private func finish(_ id: TransactionID, _ answer: Message?) async -> Next {
    guard let entry = entries[id] else { return .nextEntry }
    // The message's event came before the answer.
    if entry.isAccepted { return await notifyMentioned(entry) }
    var answer = answer
    answer?.localState = nil
    if let answer { times.record(answer.createdAt, in: entry.channelId) }
    if entry.isSend, let answer { return await finishSend(entry, answer) }
    entries.removeFromQueue(id)
    // Changes that were refused, and waited for the user, are gone with the message.
    let gone =
      entry.isDelete ? entries.drop(entries.queue.entries(about: entry.message.id, in: entry.channelId)) : []
    if !entry.isLookup { entries.post(.done(answer), of: entry) }
    entries.results.end(id, .success(answer))
    await entries.writer.write(requests.keepsInStore(id) ? gone : gone + [.deleteOutbox(id)])
    return .nextEntry
  }

  private func finishSend(_ entry: OutboxEntry, _ answer: Message) async -> Next {
    await entries.writer.write(accept(entry, answer))
    guard let accepted = entries[entry.transactionId] else { return .nextEntry }
    return await notifyMentioned(accepted)
  }

  /// Handles a failed attempt.
  private func fail(_ id: TransactionID, _ error: ChatError) async -> Next {
    guard let entry = entries[id] else { return .nextEntry }
    // The message's event has shown that it arrived.
    if entry.isAccepted { return error != .cancelled && error.canSucceedLater ? .pause : .nextEntry }
    let requestWasSent = states[entry.channelId]?.requestWasSent == true
    // Listeners may act on the failure at once, while it is still being saved.
    states[entry.channelId]?.current = nil
    let isFinal = !error.canSucceedLater && error != .cancelled
    if entry.isSend, entry.deletesOnArrival {
      let mayHaveArrived = !isFinal && (entry.attempts > 1 || requestWasSent)
      if entry.notBefore != nil {
        await holdBack(entry, mayHaveArrived: mayHaveArrived, refusedWith: isFinal ? error : nil)
        return mayHaveArrived ? .pause : .nextEntry
      }
      await entries.withdraw(entry, mayHaveArrived: mayHaveArrived)
      return mayHaveArrived ? .pause : .nextEntry
    }
    guard isFinal else {
      await entries.change(entry.waiting())
      return .pause
    }
    var failed = entry
    failed.failure = error
    failed.message.localState = entry.failedState
    await entries.giveUp(failed, error)
    return .nextEntry
  }

  /// Holds a message that failed to send and is marked for deletion, until the deletion is final or taken back.
  private func holdBack(
    _ entry: OutboxEntry, mayHaveArrived: Bool, refusedWith refusal: ChatError?
  ) async {
    var held = entry
    held.failure = refusal
    // An attempt that did not get as far as the request leaves nothing to look for.
    if !mayHaveArrived { held.attempts = 0 }
    if let refusal { entries.results.report(.failure(.failed(refusal)), to: entry.transactionId) }
    await entries.change(held)
    takeBackTimer.schedule()
  }

  // MARK: Messages that the service has

  /// Completes the sending of a message that is at the service, wherever it was seen: the answer may have been lost,
  /// and a retry refused.
  func accept(_ message: Message) {
    guard message.author.id == tools.service.currentUser.id, let id = message.transactionId,
      let entry = entries[id], entry.isSend, !entry.isAccepted, entry.attempts > 0
    else { return }
    var message = message
    message.localState = nil
    times.record(message.createdAt, in: entry.channelId)
    entries.writer.add(accept(entry, message))
    Task {
      await entries.writer.write([])
      startWork(in: message.channelId)
    }
  }

  /// Sets the timer for the next entry that can no longer be taken back.
  func scheduleTakeBackTimer() { takeBackTimer.schedule() }

  /// Deletes a message that was withdrawn but arrived after all.
  func deleteIfWithdrawn(_ message: Message) {
    requests.deleteIfWithdrawn(message) { deletion in await self.admit(deletion) }
  }

  /// - Returns: the changes to save.
  private func accept(_ entry: OutboxEntry, _ answer: Message) -> [StoreChange] {
    let changes = entries.accept(entry, answer, isUnderWay: isUnderWay(entry))
    takeBackTimer.schedule()
    return changes
  }

  /// Notifies all mentioned users, each once and not the author. The message itself does not depend on it.
  private func notifyMentioned(_ accepted: OutboxEntry) async -> Next {
    if accepted.isHeldBack { return .nextEntry }
    let message = accepted.message
    for user in entries.peopleMentioned(in: message) {
      if entries.isClosed { return .pause }
      do {
        try await tools.service.sendMention(
          MentionEvent(
            channelId: message.channelId, parentId: message.parentId, messageId: message.id,
            mentioned: user, by: tools.service.currentUser.id))
      } catch {
        states[accepted.channelId]?.obstacle = error
        if error.canSucceedLater || error == .cancelled { return .pause }
        // Refused: the user no longer exists or is not in the channel. The others are still notified.
      }
    }
    entries.removeFromQueue(accepted.transactionId)
    await entries.writer.write([.deleteOutbox(accepted.transactionId)])
    return .nextEntry
  }
}
