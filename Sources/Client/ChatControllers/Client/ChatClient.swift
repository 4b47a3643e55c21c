public import ChatDomain
import ChatSync

/// A signed-in user on this device: creates the controllers and runs the parts they share.
public final class ChatClient {
  /// What keeps drafts, outbox and store in step.
  let engine: SyncEngine

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
    engine = SyncEngine(
      service: service, store: store, clock: clock, configuration: configuration, files: files,
      transactionIds: transactionIds)
  }

  /// The chat service.
  public var service: any ChatService { engine.service }
  /// The storage for drafts and the outbox.
  public var store: any LocalStore { engine.store }
  /// The source of time.
  public var clock: any ChatClock { engine.clock }
  /// What the client does automatically, and when.
  public var configuration: ClientConfiguration { engine.configuration }
  /// The signed-in user.
  public var currentUser: User { engine.currentUser }

  /// What the service can do. What needs more is refused with `ChatError.Refusal.notSupported(_:)` before anything is
  /// changed or asked, so a screen need not offer it.
  public var abilities: Set<ServiceAbility> { service.abilities }

  /// Whether the service is reachable.
  public var connection: ConnectionState { engine.connection }

  /// The state of the service's connection: what it is catching up with, since when it is offline, and until when it asks
  /// clients to pause.
  public var condition: ServiceCondition { service.condition }

  /// The state of the session; the next session gets it when it starts.
  public var session: SessionState { engine.session }

  // MARK: Running

  /// Loads what the last session left, then begins to receive and to send.
  ///
  /// - Parameter prepare: called with where the last session stood, before the first request.
  public func start(
    beforeConnecting prepare: @escaping @MainActor (SessionState) async -> Void = { _ in }
  ) async throws(StoreError) { try await engine.start(beforeConnecting: prepare) }

  /// Publishes all drafts to the other devices, saves everything, and stops all work.
  public func stop() async throws(StoreError) { try await engine.stop() }

  /// Keeps the current state of the session. It is stored with the next changes.
  public func keep(_ state: SessionState) { engine.keep(state) }

  /// Returns once everything typed and queued so far is in the store. Wait for this before showing an edit.
  public func flush() async throws(StoreError) { try await engine.drafts.saver.save() }

  /// The same for drawing the next frame: `done` is called immediately if the store answers immediately. It also waits
  /// for the outbox to have each message that has left its composer.
  ///
  /// - Parameter done: receives the store's error if not everything is saved that was done here.
  package func save(_ done: @escaping (StoreError?) -> Void) { engine.drafts.saver.saveWithHandovers(done) }

  /// Called when an edit waits to be saved, for an owner that saves before each frame anyway; nil: the client saves by
  /// itself, a moment later.
  package var whenUnsaved: (() -> Void)? {
    get { engine.drafts.saver.whenUnsaved }
    set { engine.drafts.saver.whenUnsaved = newValue }
  }

  /// Writes everything held in memory to the store again: the store may have lost some of it.
  package func keepEverything() { engine.keepEverything() }

  /// Delivers notices until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor (ClientNotice) -> Void) -> Subscription {
    engine.board.subscribe(handler)
  }

  /// Immediately retries everything that waits for the end of a pause, including the connection itself, except for what
  /// a busy service asked to wait with. Call this after the user has signed in again.
  public func retryNow() { engine.retryNow() }

  /// Repeats the work after growing pauses for as long as that may help, not before a busy service allows it. While the
  /// user is signed out it waits for the next connection.
  ///
  /// - Parameters:
  ///   - goesOn: whether to try again; asked before and after each pause.
  ///   - work: throws the reason if it fails.
  package func retrying(
    while goesOn: () -> Bool = { true }, _ work: () async throws(ChatError) -> Void
  ) async { await engine.retrying(while: goesOn, work) }

  /// Refuses what the service cannot do.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

  // MARK: The outbox

  /// Waits for the service's final answer to whatever was sent, edited or pinned under a transaction; throws if it was
  /// refused or withdrawn. Nil after a hard deletion.
  public func result(of transaction: TransactionID) async throws(OutboxError) -> Message? {
    try await engine.outbox.outcome(of: transaction)
  }

  /// The pending outbox entries of a channel, in order.
  public func pendingWork(in channel: ChannelID) -> [OutboxEntry] { engine.outbox.entries(in: channel) }

  /// The channels with pending work, including channels that are in no list.
  public var channelsWithPendingWork: [ChannelID] { engine.outbox.channels }

  /// The deletions and pins that can still be taken back, the latest last: ``MessageController/takeBack()`` does it.
  public var delayedWork: [OutboxEntry] { engine.outbox.delayed }
}
