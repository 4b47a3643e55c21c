package import ChatDomain

/// Keeps the drafts, the outbox and the store of a signed-in user in step with the service.
///
/// It owns the parts that controllers share, and starts and stops them.
// Explicit: in a release build, the compiler (Swift 6.3) ignores the default isolation of a class with an isolated deinit.
@MainActor
package final class SyncEngine {
  private let tools: SyncTools
  package let outbox: Outbox
  package let drafts: DraftKeeper
  /// The users and channels that can be mentioned, shared by all drafts.
  package let suggestions: SuggestionLookup
  /// Moves conversations that were begun without a channel to their channels.
  package let prospectFollower: ProspectFollower
  private let connections: ConnectionCount
  private(set) var receiver: EventReceiver?
  /// Forwards changes of the service's connection.
  private var conditionTask: Task<Void, Never>?
  /// The state of the session; the next session gets it when it starts.
  package private(set) var session = SessionState()
  /// The start or stop in progress. Another caller of the same method waits for it.
  private var starting: Task<Result<Void, StoreError>, Never>?
  private var stopping: Task<Result<Void, StoreError>, Never>?

  package init(
    service: any ChatService, store: any LocalStore, clock: any ChatClock,
    configuration: ClientConfiguration, files: any InputFileReader, transactionIds: TransactionIDSource
  ) {
    let board = NoticeBoard()
    let writer = StoreWriter(store: store, clock: clock, board: board, configuration: configuration)
    tools = SyncTools(
      service: service, store: store, clock: clock, configuration: configuration, board: board,
      writer: writer)
    connections = ConnectionCount(board: board)
    outbox = Outbox(tools, files: files, transactionIds: transactionIds)
    drafts = DraftKeeper(tools, isOnItsWay: { [outbox] in outbox.isOnItsWay($0) })
    outbox.addToHistory = { [weak drafts] in drafts?.saver.addToHistory($0) ?? [] }
    suggestions = SuggestionLookup(
      service: service, cache: SuggestionCache(currentUser: service.currentUser.id, board: board),
      roster: MemberRoster(service: service, board: board))
    prospectFollower = ProspectFollower(tools, outbox: outbox, drafts: drafts)
    writer.readAgain = { [weak drafts, weak outbox] () throws(StoreError) in
      try await drafts?.readAgain()
      try await outbox?.readAgain()
    }
  }

  package var service: any ChatService { tools.service }
  package var store: any LocalStore { tools.store }
  package var clock: any ChatClock { tools.clock }
  package var configuration: ClientConfiguration { tools.configuration }
  package var board: NoticeBoard { tools.board }
  /// Writes changes to the store, in order, and retries if the store fails.
  package var writer: StoreWriter { tools.writer }

  /// The signed-in user.
  package var currentUser: User { service.currentUser }

  /// Whether the service is reachable.
  package var connection: ConnectionState { receiver?.state ?? .stopped }

  /// Loads what the last session left, then begins to receive and to send.
  ///
  /// - Parameter prepare: called with the state of the last session, before the first request.
  package func start(
    beforeConnecting prepare: @escaping @MainActor (SessionState) async -> Void = { _ in }
  ) async throws(StoreError) {
    while let stopping { _ = await stopping.value }
    guard receiver == nil else { return }
    let task = starting ?? Task { await begin(prepare) }
    starting = task
    try await task.value.get()
  }

  /// Publishes all drafts to the other devices, saves everything, and stops all work.
  package func stop() async throws(StoreError) {
    while let starting { _ = await starting.value }
    guard let receiver else { return }
    let task = stopping ?? Task { await end(receiver) }
    stopping = task
    try await task.value.get()
  }

  /// Keeps the current state of the session. It is stored with the next changes.
  package func keep(_ state: SessionState) {
    guard state != session else { return }
    session = state
    writer.add([.saveSession(state)])
  }

  /// Writes everything held in memory to the store again: the store may have lost some of it.
  package func keepEverything() {
    drafts.saver.forgetReading()
    // Before the start, the state of the last session has not been read.
    let place: [StoreChange] = receiver == nil ? [] : [.saveSession(session)]
    writer.add(drafts.saver.everything() + outbox.entries.everything() + place)
    drafts.saver.scheduleSave()
  }

  /// Immediately retries everything that waits for the end of a pause, including the connection itself, except where a
  /// busy service asked to wait. Call this after the user has signed in again.
  package func retryNow() {
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

  /// The summary of a conversation that has no channel yet; nil for a channel of the service.
  package func summary(
    ofProspect id: ChannelID, begunAt: Timestamp = Timestamp(microseconds: 0)
  ) -> ChannelSummary? {
    guard id.isProspect, let partner = outbox.prospects.partner(in: id) else { return nil }
    return ChannelSummary(
      channel: Channel(id: id, type: .direct, createdAt: begunAt), memberCount: 1, partner: partner,
      reading: ReadPosition())
  }

  // MARK: Channels on this device

  /// Saves channels on this device, in the same batch as edited drafts.
  package func cache(_ summaries: [ChannelSummary]) {
    guard !summaries.isEmpty else { return }
    writer.add([.cacheChannels(summaries)])
    drafts.saver.scheduleSave()
  }

  /// Forgets a channel that was saved on this device.
  package func forgetCached(_ id: ChannelID) {
    writer.add([.forgetChannel(id)])
    drafts.saver.scheduleSave()
  }

  // MARK: Starting and ending

  private func begin(
    _ prepare: @MainActor (SessionState) async -> Void
  ) async -> Result<Void, StoreError> {
    defer { starting = nil }
    do throws(StoreError) {
      try await drafts.saver.load()
      try await outbox.load()
      let receiver = EventReceiver(tools, from: try await store.eventToken())
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
      try await drafts.saver.save()
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
