import ChatDomain
import DraftEngine

extension Outbox {
  /// Takes a message in and returns as soon as it is kept on this device, together with the changes.
  ///
  /// What the service would refuse at once is refused here, and then nothing has changed. A store that fails does not
  /// stop a message: it and the changes wait in memory, the client's notices say so, and saving is tried again.
  ///
  /// - Parameters:
  ///   - id: its transaction, for callers that have to know it beforehand.
  ///   - changes: asked for at the moment when the message is kept, and kept in the same batch: the draft that it was
  ///     is deleted.
  /// - Returns: the entry; `result(of:)` waits until the service has the message, under its `transactionId`.
  @discardableResult
  func enqueueSend(
    _ message: OutgoingMessage, as id: TransactionID? = nil, with changes: () -> [StoreChange] = { [] }
  ) async throws(OutboxError) -> OutboxEntry {
    try await loadFirst()
    // Everything up to the first pause happens at once: messages get their places in the order of the calls.
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
    // The message it replies to may have arrived during the pauses, or it may have been taken back itself.
    guard var current = queue[id] else { throw .withdrawn }
    if last > current.message.createdAt {
      current.message.createdAt = nextTime(in: entry.channelId)
      queue.put(current)
    }
    await keep(current, with: changes())
    return queue[id] ?? current
  }

  /// Waits until the service has answered for good; throws when the message was refused or taken back.
  func result(of id: TransactionID) async throws(OutboxError) -> Message {
    guard let message = try await outcome(of: id) else { throw .withdrawn }
    return message
  }

  /// Waits for the end of any work: nil when nothing is left of the message.
  func outcome(of id: TransactionID) async throws(OutboxError) -> Message? {
    if let known = results.outcome(of: id) { return try known.get() }
    guard let entry = queue[id] else { throw .unknown }
    if let failure = entry.failure { throw .failed(failure) }
    if entry.isAccepted { return entry.message }
    return try await results.wait(for: id).get()
  }

  /// Why the service would refuse the message, as far as that is known here.
  private func refusal(of message: OutgoingMessage) async -> ChatError.Refusal? {
    let limits = service.limits
    let count = message.files.count + message.inputFiles.count
    if let refusal = limits.refusal(of: message.elements, fileCount: count) { return refusal }
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

  /// Saves a new entry and lets it have its turn.
  ///
  /// - Parameters:
  ///   - superseded: the entries that it makes needless. They are shown until it is.
  ///   - changes: what is kept in the same batch.
  func admit(
    _ entry: OutboxEntry, inPlaceOf superseded: [OutboxEntry] = [], with changes: [StoreChange] = []
  ) async {
    let changes = remove(superseded) + changes
    reserve(entry)
    await keep(entry, with: changes, inPlaceOf: superseded)
  }

  /// Gives an entry its place before it is saved, so that one which is saved faster does not get in front of it.
  private func reserve(_ entry: OutboxEntry) {
    if queue[entry.transactionId] == nil { writer.noteNew(entry.transactionId) }
    queue.reserve(entry)
  }

  private func release(_ entry: OutboxEntry) {
    queue.remove(entry.transactionId)
    // Nothing is to be done for the store, unless the entry was saved while it waited: what it replies to had arrived.
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
  }

  func loadFirst() async throws(OutboxError) {
    do { try await load() } catch { throw .store(error) }
  }

  /// Later than every message known in the channel: a clock that is slow does not put a message into the past.
  private func nextTime(in channel: ChannelID) -> Timestamp {
    let time = lastCreated[channel].map { max(clock.now, $0 + .milliseconds(1)) } ?? clock.now
    note(time, in: channel)
    return time
  }

  /// - Returns: when the last message was written that the store knows of, if it was not asked before.
  private func learnLastMessage(in channel: ChannelID) async -> Timestamp {
    let never = Timestamp(microseconds: .min)
    guard asked.insert(channel).inserted else { return never }
    // try?: a store that fails costs a place in the order at most, and says so when the message is saved.
    guard let last = try? await store.cachedMessages(in: channel, limit: 1).last else { return never }
    note(last.createdAt, in: channel)
    return last.createdAt
  }
}
