import ChatDomain

/// What the service has yet to be told: one queue for each channel, in the order in which it was made here.
///
/// An entry is in the store before it is tried, and leaves it when the service has answered for good. Channels do not
/// wait for each other. What failed for want of a connection is tried again after growing pauses, and at once when the
/// connection is back, always under the same transaction id; what is refused fails and lets the next one pass.
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
  var lanes: [ChannelID: OutboxLane] = [:]
  let results = OutboxResults()
  /// When the last message known here was written, for each channel.
  var lastCreated: [ChannelID: Timestamp] = [:]
  /// The channels of which the store was asked for the last message.
  var asked: Set<ChannelID> = []
  /// Messages taken back that were looked for and not found: one may arrive after all.
  var takenBack = TakenBackMessages(limit: 256)
  /// Told of what is given up; gives what has to be kept so that its words are found again.
  var retire: ([OutboxEntry]) -> [StoreChange] = { _ in [] }
  private(set) var isRunning = false
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
    subscription = board.subscribe { [weak self] in self?.hear($0) }
  }

  /// Takes over what was left at the last stop: whatever was under way then waits for its turn again.
  func load() async throws(StoreError) {
    guard !isLoaded else { return }
    let left = try await store.outbox()
    // Whoever was faster has loaded it.
    guard !isLoaded else { return }
    isLoaded = true
    var changes: [StoreChange] = []
    for entry in left where queue[entry.transactionId] == nil {
      changes += restore(entry)
    }
    if !changes.isEmpty { await writer.write(changes) }
  }

  /// Another session may have put something into the store since it was read.
  func readAgain() async throws(StoreError) {
    guard isLoaded else { return }
    for entry in try await store.outbox()
    where queue[entry.transactionId] == nil && !writer.deletes(entry.transactionId) {
      writer.add(restore(entry))
      post(entry)
    }
    // The file may be another one than that which had them.
    writer.add(everything())
    if isRunning { wakeAll() }
  }

  /// What the store has to do so that it has everything that is held here.
  func everything() -> [StoreChange] {
    queue.channels.flatMap { queue.entries(in: $0) }.filter { queue.isKept($0.transactionId) }
      .map { .saveOutbox($0) }
  }

  /// Begins to work off what waits.
  func start() {
    isRunning = true
    for channel in queue.channels { work(in: channel) }
  }

  /// Ends what is under way; it waits in the store for the next start.
  func stop() async {
    isRunning = false
    let workers = lanes.values.compactMap(\.worker)
    for lane in lanes.values {
      lane.timer?.cancel()
      lane.worker?.cancel()
    }
    for worker in workers { await worker.value }
    lanes = [:]
    await writer.stop()
  }

  /// What is under way in a channel, in order: what lies over the messages of the service.
  func entries(in channel: ChannelID) -> [OutboxEntry] {
    queue.entries(in: channel).filter { !$0.isAccepted && !$0.isLookup && queue.isKept($0.transactionId) }
  }

  /// Remembers when a message of the service was written, so that none of ours is older than what it follows.
  func note(_ time: Timestamp, in channel: ChannelID) {
    lastCreated[channel] = max(time, lastCreated[channel] ?? time)
  }

  /// The same for a page that ends with the newest of its messages.
  func note(_ page: Page<Message>, in channel: ChannelID) {
    if let last = page.elements.last { note(last.createdAt, in: channel) }
    for message in page.elements { accept(message) }
  }

  /// - Returns: what has to be kept of it.
  private func restore(_ entry: OutboxEntry) -> [StoreChange] {
    note(entry.message.createdAt, in: entry.channelId)
    if entry.isAccepted || entry.failure != nil {
      queue.put(entry)
    } else if entry.deletesOnArrival {
      // It was being sent, and was to be deleted on arrival, when the program ended.
      return [.deleteOutbox(entry.transactionId), .saveOutbox(addLookup(for: entry))]
    } else {
      queue.put(entry.waiting())
    }
    return []
  }

  private func hear(_ notice: ClientNotice) {
    switch notice {
    case .connection(.online): wakeAll()
    case .event(.messageCreated(let message)):
      note(message.createdAt, in: message.channelId)
      accept(message)
      deleteIfTakenBack(message)
    default: break
    }
  }
}
