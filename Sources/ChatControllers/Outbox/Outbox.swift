import ChatDomain

/// The requests that the service has yet to receive: one queue per channel, in the order in which they were made here.
///
/// An entry is in the store before it is attempted, and leaves it after the service's final answer. Channels do not
/// wait for each other. After a connection failure an entry is retried with growing pauses, and immediately when the
/// connection is back, always under the same transaction id; a refused entry fails and lets the next one pass.
final class Outbox {
  let service: any ChatService
  let store: any LocalStore
  let writer: StoreWriter
  let clock: any ChatClock
  let board: NoticeBoard
  let configuration: ClientConfiguration
  let files: any InputFileReader
  let transactionIds: TransactionIDSource

  var queue = OutboxQueue()
  var lanes: [ChannelID: ChannelSendState] = [:]
  let results = OutboxResults()
  /// The time of the last known message of each channel.
  var lastCreated: [ChannelID: Timestamp] = [:]
  /// The channels whose last message was read from the store.
  var asked: Set<ChannelID> = []
  /// Deletions of messages that were looked for and not found: one of them may still arrive.
  var unconfirmedDeletions = UnconfirmedDeletions(limit: 256)
  /// Receives the entries that are given up; returns the changes that make their text findable in the history.
  var retire: ([OutboxEntry]) -> [StoreChange] = { _ in [] }
  /// Lets the requests go that waited to be taken back.
  let releaseTimer: ExpiryTimer
  private(set) var isRunning = false
  /// Whether the client is gone: nothing is attempted or accepted any more.
  private(set) var isClosed = false
  private var isLoaded = false
  private var subscription: Subscription?

  init(
    service: any ChatService, store: any LocalStore, writer: StoreWriter, clock: any ChatClock,
    board: NoticeBoard, configuration: ClientConfiguration, files: any InputFileReader,
    transactionIds: TransactionIDSource
  ) {
    self.service = service
    self.store = store
    self.writer = writer
    self.clock = clock
    self.board = board
    self.configuration = configuration
    self.files = files
    self.transactionIds = transactionIds
    releaseTimer = ExpiryTimer(clock: clock)
    subscription = board.subscribe { [weak self] in self?.hear($0) }
  }

  /// Loads the entries the last session left: an entry that was being sent waits for its turn again.
  func load() async throws(StoreError) {
    guard !isLoaded, !isClosed else { return }
    let left = try await store.outbox()
    // Another caller has loaded it in the meantime.
    guard !isLoaded, !isClosed else { return }
    isLoaded = true
    var changes: [StoreChange] = []
    for entry in left where queue[entry.transactionId] == nil {
      changes += restore(entry)
    }
    changes += letGoOrphans()
    if !changes.isEmpty { await writer.write(changes) }
  }

  /// Reads the store again: another session may have written to it since.
  func readAgain() async throws(StoreError) {
    guard isLoaded, !isClosed else { return }
    for entry in try await store.outbox()
    where !isClosed && queue[entry.transactionId] == nil && !writer.deletes(entry.transactionId) {
      writer.add(restore(entry))
      post(entry)
    }
    // The file may not be the one that had the entries.
    writer.add(everything())
    if isRunning { wakeAll() }
    scheduleRelease()
  }

  /// The changes that write everything held here to the store.
  func everything() -> [StoreChange] {
    queue.channels.flatMap { queue.entries(in: $0) }.filter { queue.isKept($0.transactionId) }
      .map { .saveOutbox($0) }
  }

  /// Begins to work through the entries.
  func start() {
    isRunning = true
    for channel in queue.channels { work(in: channel) }
    scheduleRelease()
  }

  /// Stops the running work; it waits in the store for the next start.
  func stop() async {
    isRunning = false
    scheduleRelease()
    let workers = lanes.values.compactMap(\.worker)
    for lane in lanes.values {
      lane.timer?.cancel()
      lane.worker?.cancel()
    }
    for worker in workers { await worker.value }
    lanes = [:]
    await writer.stop()
  }

  /// Ends the work at once and for good: the client was released without being stopped. The store has the entries, and
  /// the next client goes on with them; what was under way is asked for again under the same transaction.
  func close() {
    isClosed = true
    isRunning = false
    for lane in lanes.values {
      lane.timer?.cancel()
      lane.worker?.cancel()
    }
    lanes = [:]
    // What comes back from a request finds no entry, and so writes nothing into a store that may have another owner.
    queue.removeAll()
    results.close()
  }

  /// The outstanding work of a channel, in order: it is overlaid on the service's messages.
  func entries(in channel: ChannelID) -> [OutboxEntry] {
    queue.entries(in: channel).filter { !$0.isAccepted && !$0.isLookup && queue.isKept($0.transactionId) }
  }

  /// Remembers the time of a message, so that none of the user's later messages appears older.
  func note(_ time: Timestamp, in channel: ChannelID) {
    lastCreated[channel] = max(time, lastCreated[channel] ?? time)
  }

  /// Remembers the times of a page that ends with the newest message.
  func note(_ page: Page<Message>, in channel: ChannelID) {
    if let last = page.elements.last { note(last.createdAt, in: channel) }
    for message in page.elements { accept(message) }
  }

  /// - Returns: the changes to save.
  private func restore(_ entry: OutboxEntry) -> [StoreChange] {
    note(entry.message.createdAt, in: entry.channelId)
    if let end = entry.notBefore {
      var held = entry
      // Not longer than the whole period: the clock may have been set back since.
      held.notBefore = min(end, clock.now + configuration.takeBackPeriod)
      queue.put(held)
    } else if entry.isAccepted || entry.failure != nil {
      queue.put(entry)
    } else if entry.deletesOnArrival {
      // It was being sent, and marked for deletion on arrival, when the program ended.
      return [.deleteOutbox(entry.transactionId), .saveOutbox(addLookup(for: entry))]
    } else {
      queue.put(entry.waiting())
    }
    return []
  }

  private func hear(_ notice: ClientNotice) {
    if case .event(let event) = notice { hearOfQuoted(event) }
    switch notice {
    case .connection(.online): wakeAll()
    case .event(.messageCreated(let message)):
      note(message.createdAt, in: message.channelId)
      accept(message)
      deleteIfWithdrawn(message)
    default: break
    }
  }
}
