package import ChatDomain

/// The requests that the service has yet to receive: one queue per channel, in the order in which they were made here.
///
/// An entry is in the store before it is attempted, and leaves it after the service's final answer. `OutboxEntries` has
/// the entries, and `OutboxWorker` works through them.
package final class Outbox {
  let tools: SyncTools
  package let entries: OutboxEntries
  let worker: OutboxWorker
  /// Reads the files to be sent.
  package let files: any InputFileReader
  let rules: SendingRules
  /// Receives the entries that are given up; returns the changes that add their text to the history.
  var addToHistory: ([OutboxEntry]) -> [StoreChange] = { _ in [] }
  /// The conversations that were begun before their channels existed, and their channels.
  package let prospects: Prospects
  let times: MessageTimes
  private var isLoaded = false
  private var subscription: Subscription?

  init(_ tools: SyncTools, files: any InputFileReader, transactionIds: TransactionIDSource) {
    self.tools = tools
    self.files = files
    rules = SendingRules(service: tools.service, files: files)
    prospects = Prospects(board: tools.board)
    times = MessageTimes(tools)
    entries = OutboxEntries(tools, transactionIds: transactionIds)
    worker = OutboxWorker(
      tools, entries: entries, times: times,
      uploads: OutboxUploads(tools, entries: entries, reader: files))
    subscription = tools.board.subscribe { [weak self] in self?.handle($0) }
  }

  package var queue: OutboxQueue { entries.queue }

  /// The outstanding work of a channel, in order: it is overlaid on the service's messages.
  package func entries(in channel: ChannelID) -> [OutboxEntry] {
    queue.entries(in: channel).filter { !$0.isAccepted && !$0.isLookup && queue.isSaved($0.transactionId) }
  }

  /// The channels with entries that wait, whether or not any list shows them.
  package var channels: [ChannelID] { queue.channels.filter { !entries(in: $0).isEmpty } }

  /// The entries that can still be taken back, the latest last.
  package var delayed: [OutboxEntry] { queue.delayed }

  /// Until when a deletion or a pin that is made now can be taken back; nil if it is requested at once.
  var takeBackDeadline: Timestamp? {
    tools.configuration.takeBackPeriod > .zero ? tools.clock.now + tools.configuration.takeBackPeriod : nil
  }

  // MARK: Loading and stopping

  /// Loads the entries the last session left: an entry that was being sent waits for its turn again.
  func load() async throws(StoreError) {
    guard !isLoaded, !entries.isClosed else { return }
    let left = try await tools.store.outbox()
    // Another caller has loaded it in the meantime.
    guard !isLoaded, !entries.isClosed else { return }
    isLoaded = true
    var changes: [StoreChange] = []
    for entry in left where queue[entry.transactionId] == nil {
      changes += restore(entry)
    }
    changes += entries.continueOrphans()
    if !changes.isEmpty { await entries.writer.write(changes) }
  }

  /// Loads what is not loaded yet, before something is accepted.
  func loadFirst() async throws(OutboxError) {
    // Nothing is attempted after closing, so the caller keeps the message.
    if entries.isClosed { throw .failed(.cancelled) }
    do { try await load() } catch { throw .store(error) }
    if entries.isClosed { throw .failed(.cancelled) }
  }

  /// Reads the store again: another session may have written to it since.
  func readAgain() async throws(StoreError) {
    guard isLoaded, !entries.isClosed else { return }
    for entry in try await tools.store.outbox()
    where !entries.isClosed && queue[entry.transactionId] == nil
      && !entries.writer.deletes(entry.transactionId)
    {
      entries.writer.add(restore(entry))
      entries.post(entry)
    }
    // The store's file may have been replaced by one without the entries.
    entries.writer.add(entries.everything())
    if worker.isRunning { worker.retryAllNow() }
    worker.scheduleTakeBackTimer()
  }

  /// Begins to work through the entries.
  func start() { worker.start() }

  /// Stops the running work; it waits in the store for the next start.
  func stop() async {
    await worker.stop()
    await entries.writer.stop()
  }

  /// Stops the work immediately and permanently: the client was released without being stopped. The store has the entries, and
  /// the next client continues with them; it repeats requests in flight under the same transaction.
  func close() {
    worker.close()
    entries.close()
  }

  /// - Returns: the changes to save.
  private func restore(_ entry: OutboxEntry) -> [StoreChange] {
    times.record(entry.message.createdAt, in: entry.channelId)
    if let end = entry.notBefore {
      var held = entry
      // Not longer than the whole period: the clock may have been set back since.
      held.notBefore = min(end, tools.clock.now + tools.configuration.takeBackPeriod)
      entries.upsert(held)
    } else if entry.isAccepted || entry.failure != nil {
      entries.upsert(entry)
    } else if entry.deletesOnArrival {
      // It was being sent, and marked for deletion on arrival, when the program ended.
      return [.deleteOutbox(entry.transactionId), .saveOutbox(entries.addLookup(for: entry))]
    } else {
      entries.upsert(entry.waiting())
    }
    return []
  }

  // MARK: Sending

  /// Accepts a message and returns as soon as it is saved on this device, together with the changes.
  ///
  /// A message that the service would certainly refuse is refused here, and nothing is changed. A failing store does
  /// not stop a message: it and the changes wait in memory, the client's notices report it, and saving is retried.
  ///
  /// - Parameters:
  ///   - id: its transaction, for callers that have to know it beforehand.
  ///   - changes: called at the moment when the message is saved; the result, which deletes the message's draft, is saved in the
  ///     same batch.
  /// - Returns: the entry; `result(of:)` waits until the service has the message, under its `transactionId`.
  @discardableResult
  package func enqueueSend(
    _ message: OutgoingMessage, as id: TransactionID? = nil, with changes: () -> [StoreChange] = { [] }
  ) async throws(OutboxError) -> OutboxEntry {
    try await loadFirst()
    // Everything up to the first suspension happens at once: messages get their positions in the order of the calls.
    let message = resolved(message)
    let id = id ?? entries.nextTransactionId()
    let echo = message.echo(as: id, by: tools.service.currentUser, at: times.next(in: message.key.channelId))
    let entry = entries.makeEntry(
      .send(message.request(as: id)), of: echo, as: id, inputFiles: message.inputFiles)
    entries.reserve(entry)
    if let refusal = await rules.refusal(of: message) {
      entries.cancelReservation(of: entry)
      worker.startWork(in: entry.channelId)
      throw .failed(.refused(refusal))
    }
    let last = await times.readLast(in: entry.channelId)
    // During the suspensions, the message it replies to may have arrived, or this one may have been withdrawn.
    guard var current = queue[id] else {
      guard entries.isClosed else { throw .withdrawn }
      entries.writer.add([.deleteOutbox(id)])
      throw .failed(.cancelled)
    }
    if last > current.message.createdAt {
      current.message.createdAt = times.next(in: entry.channelId)
      entries.upsert(current)
    }
    await worker.admitReserved(current, with: changes())
    return queue[id] ?? current
  }

  // MARK: Results

  /// Waits for the service's final answer; throws if the message was refused or withdrawn.
  package func result(of id: TransactionID) async throws(OutboxError) -> Message {
    guard let message = try await outcome(of: id) else { throw .withdrawn }
    return message
  }

  /// Waits for the end of any entry; nil after a hard deletion.
  package func outcome(of id: TransactionID) async throws(OutboxError) -> Message? {
    try await answer(to: id).get()
  }

  /// The same without unwrapping: a caller may wait for days, and an `OutboxAnswer` is small.
  package func answer(to id: TransactionID) async -> OutboxAnswer {
    if let known = entries.presentAnswer(to: id) { return known }
    return await entries.results.wait(for: id)
  }

  // MARK: Messages that had the ids of their transactions

  /// The arrived version of a message that had the id of its transaction.
  package func arrival(of local: MessageID) -> Message? { entries.arrival(of: local) }

  /// A message that is on its way, or that the service refused.
  package func pending(_ id: MessageID) -> Message? {
    guard let entry = queue[TransactionID(id.rawValue)], entry.isSend else { return nil }
    return entry.message
  }

  /// Whether a message is in the outbox and, as far as known, not at the service.
  package func isOnItsWay(_ id: MessageID) -> Bool {
    guard let entry = queue[TransactionID(id.rawValue)] else { return false }
    return entry.isSend && !entry.isAccepted
  }

  /// The message under the id the service gave it, if it has arrived since the caller last looked.
  package func resolved(_ message: Message) -> Message {
    guard message.timetoken == nil else { return message }
    if let arrived = arrival(of: message.id) { return arrived }
    var message = message
    message.channelId = prospects.resolved(message.channelId)
    return message
  }

  /// The outgoing message with the resolved ids of the messages it replies to and quotes.
  package func resolved(_ message: OutgoingMessage) -> OutgoingMessage {
    var message = message
    let former = message.key.channelId
    message.key = resolved(message.key)
    message.quoted = message.quoted?.moved(from: former, to: message.key.channelId)
    if let quoted = message.quoted, let arrived = arrival(of: quoted.id) {
      message.quoted = QuotedMessage(arrived)
    }
    return message
  }

  /// The resolved place of a draft.
  package func resolved(_ key: DraftKey) -> DraftKey {
    let key = prospects.resolved(key)
    guard let parent = key.parentId, let arrived = arrival(of: parent) else { return key }
    return DraftKey(channelId: key.channelId, parentId: arrived.id)
  }

  // MARK: Messages of the service

  /// Updates the outbox from a page that ends with the newest message: its time, and the messages sent from here that arrived.
  func update(from page: Page<Message>, in channel: ChannelID) {
    if let last = page.elements.last { times.record(last.createdAt, in: channel) }
    for message in page.elements { worker.accept(message) }
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .connection(.online): worker.retryAllNow()
    case .event(.messageCreated(let message)):
      times.record(message.createdAt, in: message.channelId)
      worker.accept(message)
      worker.deleteIfWithdrawn(message)
    case .event(.messageUpdated(let message)) where message.editedAt != nil:
      let quote = QuotedMessage(message)
      entries.updateQuotes(of: message.id, in: message.channelId) { $0.updated(by: quote) }
      // The cache must not keep the text from before an edit or a deletion, also in channels that are not open.
      tools.writer.add([.updateMessage(message)])
    case .event(.messageDeleted(let event)):
      tools.writer.add([.deleteMessage(event)])
      entries.updateQuotes(of: event.messageId, in: event.channelId) { $0.deleted }
    default: break
    }
  }
}

extension Outbox {
  /// Gives up all work in a channel except the entry that is being attempted. The text goes into the history.
  package func giveUp(everythingIn channel: ChannelID) async {
    do throws(OutboxError) { try await loadFirst() } catch {
      // Entries that cannot be read stay in the store.
      return
    }
    let known = queue.entries(in: channel).filter { !worker.isUnderWay($0) }
    guard !known.isEmpty else { return }
    // Before the entries are dropped, because the history is made from them.
    let history = addToHistory(known)
    await entries.writer.write(entries.drop(known) + history)
    worker.scheduleTakeBackTimer()
  }
}
