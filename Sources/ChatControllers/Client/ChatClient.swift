public import ChatDomain

/// A signed-in person on this device: makes the controllers and keeps running what they share.
// Written out: in a release build the compiler forgets the default for a class with an isolated deinit (Swift 6.3).
@MainActor
public final class ChatClient {
  /// What the client talks to.
  public let service: any ChatService
  /// What it keeps its drafts and its outbox in.
  public let store: any LocalStore
  /// What tells it the time.
  public let clock: any ChatClock
  public let configuration: ClientConfiguration

  let board = NoticeBoard()
  /// Keeps what has to be kept, in order, and goes on trying when the store fails.
  let writer: StoreWriter
  let outbox: Outbox
  let drafts: DraftKeeper
  /// Who and what could be suggested without asking the service.
  let acquaintances: Acquaintances
  private(set) var receiver: EventReceiver?
  private var tasks: [Task<Void, Never>] = []
  /// The start or the stop that is going on. Whoever asks for the same waits with the others.
  private var starting: Task<Result<Void, StoreError>, Never>?
  private var stopping: Task<Result<Void, StoreError>, Never>?

  public init(
    service: any ChatService, store: any LocalStore, clock: any ChatClock,
    configuration: ClientConfiguration = ClientConfiguration(), files: any InputFileReader = NoInputFiles(),
    transactionIds: TransactionIDSource = .random
  ) {
    self.service = service
    self.store = store
    self.clock = clock
    self.configuration = configuration
    writer = StoreWriter(store: store, clock: clock, board: board, configuration: configuration)
    outbox = Outbox(
      service: service, store: store, writer: writer, clock: clock, board: board,
      configuration: configuration, files: files, transactionIds: transactionIds)
    drafts = DraftKeeper(
      service: service, store: store, writer: writer, clock: clock, board: board,
      configuration: configuration, isOnItsWay: { [outbox] in outbox.isOnItsWay($0) })
    outbox.retire = { [weak drafts] in drafts?.retire($0) ?? [] }
    acquaintances = Acquaintances(currentUser: service.currentUser.id, board: board)
    writer.readAgain = { [weak drafts, weak outbox] () throws(StoreError) in
      try await drafts?.readAgain()
      try await outbox?.readAgain()
    }
  }

  /// Who is signed in.
  public var currentUser: User { service.currentUser }

  /// Whether the service can be reached.
  public var connection: ConnectionState { receiver?.state ?? .stopped }

  /// Loads what was left over at the last stop and begins to receive and to send.
  public func start() async throws(StoreError) {
    while let stopping { _ = await stopping.value }
    guard receiver == nil else { return }
    let task = starting ?? Task { await begin() }
    starting = task
    try await task.value.get()
  }

  /// Tells the other devices of all drafts, keeps everything, and ends what runs.
  public func stop() async throws(StoreError) {
    while let starting { _ = await starting.value }
    guard let receiver else { return }
    let task = stopping ?? Task { await end(receiver) }
    stopping = task
    try await task.value.get()
  }

  /// Returns once everything edited so far is in the store. Whoever shows an edit waits for this first.
  public func flush() async throws(StoreError) {
    try await drafts.flush()
  }

  /// The same, told to whoever draws the next frame: at once when the store answers at once.
  /// - Parameter done: is given what the store said if it did not take everything.
  package func flush(_ done: @escaping (StoreError?) -> Void) { drafts.flush(done) }

  /// Gives the store everything that is held here once more: it may have lost some of it.
  package func keepEverything() {
    writer.add(drafts.everything() + outbox.everything())
    drafts.scheduleFlush()
  }

  /// Tells what happens until the subscription ends.
  public func subscribe(_ tell: @escaping @MainActor (ClientNotice) -> Void) -> Subscription {
    board.subscribe(tell)
  }

  /// Tries again after growing pauses for as long as that may help.
  ///
  /// - Parameters:
  ///   - goesOn: whether another try is wanted; asked before each pause and after it.
  ///   - work: says by throwing why it did not come about.
  package func retrying(
    while goesOn: () -> Bool = { true }, _ work: () async throws(ChatError) -> Void
  ) async {
    var pause = RetryPause(configuration)
    repeat {
      do throws(ChatError) { return try await work() } catch {
        guard error.isWorthRetrying, goesOn() else { return }
        do { try await clock.sleep(for: pause.next()) } catch { return }
      }
    } while goesOn() && !Task.isCancelled
  }

  private func begin() async -> Result<Void, StoreError> {
    defer { starting = nil }
    do throws(StoreError) {
      try await drafts.load()
      try await outbox.load()
      let receiver = EventReceiver(
        service: service, clock: clock, board: board, writer: writer, configuration: configuration,
        from: try await store.eventToken())
      self.receiver = receiver
      tasks.append(Task { await receiver.run() })
      outbox.start()
      drafts.start()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func end(_ receiver: EventReceiver) async -> Result<Void, StoreError> {
    // Stopped is stopped, also when the store fails: the next start begins anew.
    defer {
      self.receiver = nil
      stopping = nil
    }
    await drafts.publishAll()
    for task in tasks { task.cancel() }
    tasks = []
    drafts.stop()
    var result = Result<Void, StoreError>.success(())
    do throws(StoreError) {
      // Before the outbox stops, and with it the trying again of what the store did not take.
      try await drafts.flush()
    } catch {
      result = .failure(error)
    }
    await outbox.stop()
    if case .success = result, let failure = writer.failure { result = .failure(failure) }
    return result
  }

  // Who forgets to stop leaves nobody behind who receives for nobody.
  isolated deinit { for task in tasks { task.cancel() } }
}
