import ChatDomain
import DraftEngine

extension Outbox {
  /// Accepts a message and returns as soon as it is saved on this device, together with the changes.
  ///
  /// A message that the service would certainly refuse is refused here, and nothing is changed. A failing store does
  /// not stop a message: it and the changes wait in memory, the client's notices report it, and saving is retried.
  ///
  /// - Parameters:
  ///   - id: its transaction, for callers that have to know it beforehand.
  ///   - changes: called at the moment when the message is saved; the result is saved in the same batch: it deletes the
  ///     message's draft.
  /// - Returns: the entry; `result(of:)` waits until the service has the message, under its `transactionId`.
  @discardableResult
  func enqueueSend(
    _ message: OutgoingMessage, as id: TransactionID? = nil, with changes: () -> [StoreChange] = { [] }
  ) async throws(OutboxError) -> OutboxEntry {
    try await loadFirst()
    // Everything up to the first suspension happens at once: messages get their places in the order of the calls.
    let message = resolved(message)
    let id = id ?? transactionIds.next()
    let echo = message.echo(as: id, by: service.currentUser, at: nextTime(in: message.key.channelId))
    let entry = OutboxEntry(
      sequence: queue.nextSequence(), transactionId: id, work: .send(message.request(as: id)),
      message: echo, inputFiles: message.inputFiles)
    reserve(entry)
    if let refusal = await refusal(of: message) {
      release(entry)
      throw .failed(.refused(refusal))
    }
    let last = await learnLastMessage(in: entry.channelId)
    // During the suspensions, the message it replies to may have arrived, or this one may have been withdrawn.
    guard var current = queue[id] else {
      guard isClosed else { throw .withdrawn }
      writer.add([.deleteOutbox(id)])
      throw .cancelled
    }
    if last > current.message.createdAt {
      current.message.createdAt = nextTime(in: entry.channelId)
      queue.put(current)
    }
    await keep(current, with: changes())
    return queue[id] ?? current
  }

  /// Waits for the service's final answer; throws if the message was refused or withdrawn.
  func result(of id: TransactionID) async throws(OutboxError) -> Message {
    guard let message = try await outcome(of: id) else { throw .withdrawn }
    return message
  }

  /// Waits for the end of any entry; nil after a hard deletion.
  func outcome(of id: TransactionID) async throws(OutboxError) -> Message? {
    try await answer(to: id).outcome.get()
  }

  /// The same for callers that may wait for days: until then they hold a reference and no message.
  func answer(to id: TransactionID) async -> OutboxAnswer {
    if let known = presentAnswer(to: id) { return known }
    return await results.wait(for: id)
  }

  /// How an entry has ended, or failed for now; nil if it is still on its way.
  private func presentAnswer(to id: TransactionID) -> OutboxAnswer? {
    if let known = results.answer(to: id) { return known }
    if isClosed { return OutboxAnswer(.failure(.cancelled)) }
    guard let entry = queue[id] else { return OutboxAnswer(.failure(.unknown)) }
    if let failure = entry.failure { return OutboxAnswer(.failure(.failed(failure))) }
    return entry.isAccepted ? OutboxAnswer(.success(entry.message)) : nil
  }

  /// The reason the service would refuse the message, as far as known here.
  private func refusal(of message: OutgoingMessage) async -> ChatError.Refusal? {
    if let refusal = service.sendingRefusal(in: message.key.channelId) { return refusal }
    let limits = service.limits
    let count = message.files.count + message.inputFiles.count
    if let refusal = limits.refusal(of: message.elements, fileCount: count) { return refusal }
    if let refusal = message.extras.refusal { return refusal }
    if let quoted = message.quoted, quoted.channelId != message.key.channelId {
      return .quoteFromOtherChannel
    }
    for file in message.inputFiles {
      do {
        let size = try await files.size(of: file)
        if size > limits.fileBytes {
          return .fileTooLarge(name: file.name, bytes: size, limit: limits.fileBytes)
        }
      } catch {
        return .fileUnreadable(name: file.name)
      }
    }
    return nil
  }

  /// Saves a new entry and queues it.
  ///
  /// - Parameters:
  ///   - superseded: the entries it makes redundant. They are shown until it is saved.
  ///   - changes: saved in the same batch.
  func admit(
    _ entry: OutboxEntry, inPlaceOf superseded: [OutboxEntry] = [], with changes: [StoreChange] = []
  ) async {
    let changes = remove(superseded) + changes
    reserve(entry)
    await keep(entry, with: changes, inPlaceOf: superseded)
  }

  /// Gives an entry its place before it is saved, so that an entry that is saved faster does not overtake it.
  private func reserve(_ entry: OutboxEntry) {
    if queue[entry.transactionId] == nil { writer.noteNew(entry.transactionId) }
    queue.reserve(entry)
  }

  private func release(_ entry: OutboxEntry) {
    queue.remove(entry.transactionId)
    // The store has nothing to delete, unless the entry was saved while it waited because the message it replies to
    // arrived.
    writer.add([.deleteOutbox(entry.transactionId)])
    work(in: entry.channelId)
  }

  private func keep(
    _ entry: OutboxEntry, with changes: [StoreChange], inPlaceOf superseded: [OutboxEntry] = []
  ) async {
    await writer.write(changes + [.saveOutbox(entry)])
    queue.markKept(entry.transactionId)
    postWithdrawal(of: superseded)
    if let kept = queue[entry.transactionId] { post(kept) }
    work(in: entry.channelId)
    if entry.notBefore != nil { scheduleRelease() }
  }

  func loadFirst() async throws(OutboxError) {
    // Nobody would attempt what is given to it now: the caller keeps it.
    if isClosed { throw .cancelled }
    do { try await load() } catch { throw .store(error) }
    if isClosed { throw .cancelled }
  }

  /// A time later than every known message in the channel: a slow clock must not put a message into the past.
  private func nextTime(in channel: ChannelID) -> Timestamp {
    let time = lastCreated[channel].map { max(clock.now, $0 + .milliseconds(1)) } ?? clock.now
    note(time, in: channel)
    return time
  }

  /// - Returns: the time of the last message the store knows, if the store was not asked before.
  private func learnLastMessage(in channel: ChannelID) async -> Timestamp {
    let never = Timestamp(microseconds: .min)
    guard asked.insert(channel).inserted else { return never }
    // try?: a failing store costs at most a place in the order, and is reported when the message is saved.
    guard let last = try? await store.cachedMessages(in: channel, limit: 1).last else { return never }
    note(last.createdAt, in: channel)
    return last.createdAt
  }
}
