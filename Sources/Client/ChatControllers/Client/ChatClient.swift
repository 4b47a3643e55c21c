public import ChatDomain
import ChatSync

/// A signed-in user on this device: creates the controllers and runs the parts they share.
public final class ChatClient {
  /// Keeps drafts, outbox and store in sync.
  let engine: SyncEngine

  /// Creates an idle client: ``start(beforeConnecting:)`` reads the store and connects.
  ///
  /// - Parameters:
  ///   - service: the service, signed in as the user of this device.
  ///   - store: the storage for drafts, the outbox and the cache. No other client may use it at the same time.
  ///   - clock: the source of time: a running one for a program, a manual one for a test.
  ///   - configuration: the settings of the client.
  ///   - files: reads the files to be sent; by default there are none.
  ///   - transactionIds: generates the ids that make requests idempotent.
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
  /// The settings of the client.
  public var configuration: ClientConfiguration { engine.configuration }
  /// The signed-in user.
  public var currentUser: User { engine.currentUser }

  /// The optional features of the service. A request that needs another one is refused with
  /// `ChatError.Refusal.notSupported(_:)` before anything is changed or sent, so a screen need not offer it.
  public var abilities: Set<ServiceAbility> { service.abilities }

  /// Whether the service is reachable.
  public var connection: ConnectionState { engine.connection }

  /// The state of the service's connection: the progress of catching up, since when it is offline, and until when it asks
  /// clients to wait.
  public var condition: ServiceCondition { service.condition }

  /// The state of the session, which the next session restores.
  public var session: SessionState { engine.session }

  // MARK: Running

  /// Loads the state of the last session, then starts to receive and to send.
  ///
  /// - Parameter prepare: called with the state of the last session, before the first request.
  public func start(
    beforeConnecting prepare: @escaping @MainActor (SessionState) async -> Void = { _ in }
  ) async throws(StoreError) { try await engine.start(beforeConnecting: prepare) }

  /// Publishes all drafts to the other devices, saves everything, and stops all work.
  public func stop() async throws(StoreError) { try await engine.stop() }

  /// Sets the state of the session. It is stored with the next changes.
  public func keep(_ state: SessionState) { engine.keep(state) }

  /// Returns once everything typed and queued so far is in the store. Wait for this before showing an edit.
  public func flush() async throws(StoreError) { try await engine.drafts.saver.save() }

  /// Saves everything before the next frame is drawn: `done` is called immediately if the store answers immediately. It also waits
  /// until each message that has left its composer is in the outbox or back in the composer.
  ///
  /// - Parameter done: receives the store's error if any local change is not saved.
  package func save(_ done: @escaping (StoreError?) -> Void) { engine.drafts.saver.saveWithHandovers(done) }

  /// Whether there is text that the store does not have yet.
  package var hasUnsavedText: Bool { engine.drafts.saver.hasUnsavedText }

  /// Whether a message has left its composer and is in no timeline yet, for example because its files are being checked.
  package var isHandingOver: Bool { engine.drafts.saver.isHandingOver }

  /// Returns once every message that has left its composer is in its timeline or back in the composer.
  package func handedOver() async { await engine.drafts.saver.handedOver() }

  /// Called when an edit waits to be saved, for an owner that saves before each frame; if nil, the client saves after a short
  /// delay.
  package var whenUnsaved: (() -> Void)? {
    get { engine.drafts.saver.whenUnsaved }
    set { engine.drafts.saver.whenUnsaved = newValue }
  }

  /// Writes all state in memory to the store again, because the store may have lost some of it.
  package func keepEverything() { engine.keepEverything() }

  /// Delivers notices until the subscription ends.
  public func subscribe(_ handler: @escaping @MainActor (ClientNotice) -> Void) -> Subscription {
    engine.board.subscribe(includingEdits: true, handler)
  }

  /// The same without the notice that comes with every edit of a draft: the draft itself and the lists report edits.
  package func subscribeWithoutEdits(
    _ handler: @escaping @MainActor (ClientNotice) -> Void
  ) -> Subscription { engine.board.subscribe(handler) }

  /// Immediately retries everything that is backing off, including the connection, except for requests that a busy service
  /// asked to delay. Call this after the user has signed in again.
  public func retryNow() { engine.retryNow() }

  /// Retries the work with growing pauses as long as that may help, and not before a busy service allows it. While the user is
  /// signed out it waits for the next connection.
  ///
  /// - Parameters:
  ///   - goesOn: whether to try again; called before and after each pause.
  ///   - work: throws the reason if it fails.
  package func retrying(
    while goesOn: () -> Bool = { true }, _ work: () async throws(ChatError) -> Void
  ) async { await engine.retrying(while: goesOn, work) }

  // MARK: The outbox

  /// Waits for the service's final answer to the message, edit or pin of a transaction; throws if it was refused or withdrawn.
  /// Nil after a hard deletion.
  public func result(of transaction: TransactionID) async throws(OutboxError) -> Message? {
    try await engine.outbox.outcome(of: transaction)
  }

  /// The pending outbox entries of a channel, in order.
  public func pendingWork(in channel: ChannelID) -> [OutboxEntry] { engine.outbox.entries(in: channel) }

  /// The channels with pending work, including channels that are in no list.
  public var channelsWithPendingWork: [ChannelID] { engine.outbox.channels }

  /// The deletions and pins that ``MessageController/takeBack()`` can still take back, the latest last.
  public var delayedWork: [OutboxEntry] { engine.outbox.delayed }
}
