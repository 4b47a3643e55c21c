public import ChatDomain

/// A signed-in user on this device: creates the controllers and runs the parts they share.
// Written out: in a release build the compiler forgets the default for a class with an isolated deinit (Swift 6.3).
@MainActor
public final class ChatClient {
  /// The chat service.
  public let service: any ChatService
  /// The storage for drafts and the outbox.
  public let store: any LocalStore
  /// The source of time.
  public let clock: any ChatClock
  /// What the client does automatically, and when.
  public let configuration: ClientConfiguration

  let board = NoticeBoard()
  /// Writes changes to the store, in order, and retries if the store fails.
  let writer: StoreWriter
  let outbox: Outbox
  let drafts: DraftKeeper
  let identities: MessageIdentities
  private let cacheUpdater: CacheUpdater
  private let connections: ConnectionCount
  /// The users and channels that can be mentioned, shared by all drafts.
  let suggestions: SuggestionLookup
  private(set) var receiver: EventReceiver?
  /// Forwards changes of the service's connection.
  private var conditionTask: Task<Void, Never>?
  /// Leads conversations without a channel to the channel.
  let prospectFollower: ProspectFollower
  /// The state of the session; the next session gets it when it starts.
  public private(set) var session = SessionState()
  /// The start or stop in progress. Another caller of the same method waits for it.
  private var starting: Task<Result<Void, StoreError>, Never>?
  private var stopping: Task<Result<Void, StoreError>, Never>?

  /// A client that does nothing yet: it reads the store and connects in ``start(beforeConnecting:)``.
  ///
  /// - Parameters:
  ///   - service: the service, signed in as the user of this device.
  ///   - store: where drafts, the outbox and what was loaded are kept. No other client may use it at the same time.
  ///   - clock: the source of time; a program needs one that runs, a test one that it can set.
  ///   - configuration: what the client does automatically, and when.
  ///   - files: reads the files to be sent; by default there are none.
  ///   - transactionIds: makes the ids under which requests are repeated safely.
  public init(
    service: any ChatService, store: any LocalStore, clock: any ChatClock,
    configuration: ClientConfiguration = ClientConfiguration(), files: any InputFileReader = NoInputFiles(),
    transactionIds: TransactionIDSource = .random
  ) {
    self.service = service
    self.store = store
    self.clock = clock
    self.configuration = configuration
    connections = ConnectionCount(board: board)
    writer = StoreWriter(
      store: store, clock: clock, board: board, configuration: configuration)
    outbox = Outbox(
      service: service, store: store, writer: writer, clock: clock, board: board,
      configuration: configuration, files: files, transactionIds: transactionIds)
    identities = MessageIdentities(service: service, store: store, outbox: outbox)
    cacheUpdater = CacheUpdater(board: board, writer: writer)
    drafts = DraftKeeper(
      service: service, store: store, writer: writer, clock: clock, board: board,
      configuration: configuration, isOnItsWay: { [outbox] in outbox.isOnItsWay($0) })
    outbox.addToHistory = { [weak drafts] in drafts?.saver.addToHistory($0) ?? [] }
    suggestions = SuggestionLookup(
      service: service, cache: SuggestionCache(currentUser: service.currentUser.id, board: board),
      roster: MemberRoster(service: service, board: board))
    prospectFollower = ProspectFollower(
      service: service, outbox: outbox, drafts: drafts, writer: writer, board: board,
      configuration: configuration)
    writer.readAgain = { [weak drafts, weak outbox] () throws(StoreError) in
      try await drafts?.readAgain()
      try await outbox?.readAgain()
    }
  }

  /// The signed-in user.
  public var currentUser: User { service.currentUser }

  /// What the service can do. What needs more is refused with `ChatError.Refusal.notSupported(_:)` before anything is
  /// changed or asked, so a screen need not offer it.
  public var abilities: Set<ServiceAbility> { service.abilities }

  /// Whether the service is reachable.
  public var connection: ConnectionState { receiver?.state ?? .stopped }

  /// The state of the service's connection: what it is catching up with, since when it is offline, and until when it asks
  /// clients to pause.
  public var condition: ServiceCondition { service.condition }

  /// Loads what the last session left, then begins to receive and to send.
  ///
  /// - Parameter prepare: called with where the last session stood, before the first request.
  public func start(
    beforeConnecting prepare: @escaping @MainActor (SessionState) async -> Void = { _ in }
  ) async throws(StoreError) {
    while let stopping { _ = await stopping.value }
    guard receiver == nil else { return }
    let task = starting ?? Task { await begin(prepare) }
    starting = task
    try await task.value.get()
  }

  /// Publishes all drafts to the other devices, saves everything, and stops all work.
  public func stop() async throws(StoreError) {
    while let starting { _ = await starting.value }
    guard let receiver else { return }
    let task = stopping ?? Task { await end(receiver) }
    stopping = task
    try await task.value.get()
  }

  /// Keeps the current state of the session. It is stored with the next changes.
  public func keep(_ state: SessionState) {
    guard state != session else { return }
    session = state
    writer.add([.saveSession(state)])
  }

  /// Returns once every edit so far is in the store. Wait for this before showing an edit.
  public func flush() async throws(StoreError) {
    try await drafts.saver.flush()
  }

  /// For drawing the next frame: `done` is called immediately if the store answers immediately, and does not
  /// wait for copies of what the service has. It waits for the outbox to have each message that has left its composer.
  ///
  /// - Parameter done: receives the store's error if not everything is saved that was done here.
  package func flushOwn(_ done: @escaping (StoreError?) -> Void) {
    drafts.saver.flushOwnWithHandovers(done)
  }

  /// Called when an edit waits to be saved, by an owner who flushes before each frame anyway; nil: the client saves by
  /// itself, a moment later.
  package var whenUnsaved: (() -> Void)? {
    get { drafts.saver.whenUnsaved }
    set { drafts.saver.whenUnsaved = newValue }
  }

  /// Writes everything held in memory to the store again: the store may have lost some of it.
  package func keepEverything() {
    drafts.saver.forgetReading()
    // Before the start it is not known here.
    let place: [StoreChange] = receiver == nil ? [] : [.saveSession(session)]
    writer.add(drafts.saver.everything() + outbox.entries.everything() + place)
    drafts.saver.scheduleFlush()
  }

  /// Delivers notices until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor (ClientNotice) -> Void) -> Subscription {
    board.subscribe(handler)
  }

  // MARK: The outbox

  /// Waits for the service's final answer to whatever was sent, edited or pinned under a transaction; throws if it was
  /// refused or withdrawn. Nil after a hard deletion.
  public func result(of transaction: TransactionID) async throws(OutboxError) -> Message? {
    try await outbox.outcome(of: transaction)
  }

  /// The pending outbox entries of a channel, in order.
  public func pendingWork(in channel: ChannelID) -> [OutboxEntry] { outbox.entries(in: channel) }

  /// The channels with pending work, including channels that are in no list.
  public var channelsWithPendingWork: [ChannelID] { outbox.channels }

  /// The deletions and pins that can still be taken back, the latest last: ``MessageController/takeBack()`` does it.
  public var delayedWork: [OutboxEntry] { outbox.delayed }

  /// Immediately retries everything that waits for the end of a pause, including the connection itself, except for what
  /// a busy service asked to wait with. Call this after the user has signed in again.
  public func retryNow() {
    outbox.worker.retryAllNow()
    receiver?.retryNow()
  }

  /// Repeats the work after growing pauses for as long as that may help, not before a busy service allows it. While the
  /// user is signed out it waits for the next connection.
  ///
  /// - Parameters:
  ///   - goesOn: whether to try again; asked before and after each pause.
  ///   - work: throws the reason if it fails.
  package func retrying(
    while goesOn: () -> Bool = { true }, _ work: () async throws(ChatError) -> Void
  ) async {
    var pause = RetryPause(configuration)
    repeat {
      let known = connections.count
      do throws(ChatError) { return try await work() } catch {
        guard error.canSucceedLater, goesOn() else { return }
        if error == .signedOut {
          await connections.next(after: known)
        } else {
          do { try await clock.sleep(for: pause.next(after: error)) } catch { return }
        }
      }
    } while goesOn() && !Task.isCancelled
  }

  /// Refuses what the service cannot do.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

  private func begin(
    _ prepare: @MainActor (SessionState) async -> Void
  ) async -> Result<Void, StoreError> {
    defer { starting = nil }
    do throws(StoreError) {
      try await drafts.saver.load()
      try await outbox.load()
      let receiver = EventReceiver(
        service: service, clock: clock, board: board, writer: writer, configuration: configuration,
        from: try await store.eventToken())
      if let last = try await store.session() { session = last }
      await prepare(session)
      self.receiver = receiver
      conditionTask = Task { [service, board] in
        for await condition in service.conditions() { board.post(.condition(condition)) }
      }
      receiver.start()
      outbox.start()
      drafts.start()
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func end(_ receiver: EventReceiver) async -> Result<Void, StoreError> {
    // Stopping always completes, even if the store fails: the next start begins from scratch.
    defer {
      self.receiver = nil
      stopping = nil
    }
    await drafts.publisher.publishAll()
    receiver.stop()
    conditionTask?.cancel()
    drafts.stop()
    var result = Result<Void, StoreError>.success(())
    do throws(StoreError) {
      // Before the outbox stops, because that also ends retrying what could not be saved.
      try await drafts.saver.flush()
    } catch {
      result = .failure(error)
    }
    await outbox.stop()
    if case .success = result, let failure = writer.failure { result = .failure(failure) }
    return result
  }

  // If the owner forgets to stop the client, its work ends all the same. Everything but copies is in the store by
  // then or on its way there, and the next client goes on with it.
  isolated deinit {
    receiver?.stop()
    conditionTask?.cancel()
    drafts.stop()
    outbox.close()
  }
}
