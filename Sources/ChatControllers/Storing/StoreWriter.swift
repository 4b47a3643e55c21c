import ChatDomain

/// Writes changes in the order in which they were made, and retries if the store fails.
///
/// A change that could not be written stays here, ahead of all later ones, so that a store that recovers gets
/// everything in the right order. Changes that wait at the same time are written as one batch.
final class StoreWriter {
  private static let tokensBetweenWrites = 64

  private let store: any LocalStore
  private let clock: any ChatClock
  private let board: NoticeBoard
  private var pause: RetryPause
  private var backlog = StoreBacklog()
  private var tokensNoted = 0
  private var isWriting = false
  /// The callers waiting for changes added before they called.
  private var waiting: [(StoreError?) -> Void] = []
  /// The waiting callers whose changes are being written.
  private var served: [(StoreError?) -> Void] = []
  private var retry: Task<Void, Never>?
  /// Reads the stored data again, and adds the changes that result from it.
  var readAgain: () async throws(StoreError) -> Void = {}
  /// Whether another session may have written to the store since it was read.
  private var isOutOfDate = false
  /// The reason the backlog could not be written the last time; nil if the store works.
  private(set) var failure: StoreError?

  init(
    store: any LocalStore, clock: any ChatClock, board: NoticeBoard, configuration: ClientConfiguration
  ) {
    self.store = store
    self.clock = clock
    self.board = board
    pause = RetryPause(configuration)
  }

  /// Returns once the changes are written, or with the store's error; the changes then stay in the backlog. Requests to
  /// forget history do not stay: the caller is told that they failed and would not expect them later.
  @discardableResult
  func write(_ changes: [StoreChange]) async -> StoreError? {
    add(changes)
    return await withCheckedContinuation { done in flush { done.resume(returning: $0) } }
  }

  /// Adds changes after all earlier ones; they are written with the next batch.
  func add(_ changes: [StoreChange]) { backlog.append(changes) }

  /// Notes that the store has nothing under this transaction: an entry that is saved and deleted before it is written
  /// need not be written at all.
  func noteNew(_ id: TransactionID) { backlog.noteNew(id) }

  /// Whether an outbox entry is going to be deleted from the store and still exists there.
  func deletes(_ id: TransactionID) -> Bool { backlog.deletes(id) }

  /// Remembers how far events were handled. The token is written with the next changes, which costs nothing, or by
  /// itself after a number of events that changed nothing: at most that many are repeated after a crash.
  func noteHandled(_ token: EventToken) {
    backlog.append([.saveEventToken(token)])
    tokensNoted += 1
    guard tokensNoted % Self.tokensBetweenWrites == 1 else { return }
    Task { await flush() }
  }

  /// Tries to write the backlog.
  func flush() async {
    await withCheckedContinuation { done in flush { _ in done.resume() } }
  }

  /// The variant for callers that cannot wait for another thread: `done` is called immediately if the store answers
  /// immediately, with the store's error if it did not take the backlog.
  func flush(_ done: @escaping (StoreError?) -> Void) {
    waiting.append(done)
    write()
  }

  /// Stops retrying. Whatever the store could not take is lost with this object.
  func stop() async {
    await flush()
    retry?.cancel()
    retry = nil
  }

  private func write() {
    guard !isWriting else { return }
    guard !backlog.isEmpty else {
      // The changes the store could not take were withdrawn: nothing is left to write, and waiting callers may
      // continue.
      note(nil)
      serve()
      return tell(nil)
    }
    isWriting = true
    // A task of its own: cancelling one caller must not stop work that others wait for.
    Task.immediate {
      let failure = await writeBacklog()
      isWriting = false
      tell(failure)
      // Callers that came in the meantime wait for their own changes.
      if !waiting.isEmpty { write() }
    }
  }

  /// Every caller so far waits for the batch that is written now.
  private func serve() {
    served += waiting
    waiting = []
  }

  private func tell(_ failure: StoreError?) {
    let served = served
    self.served = []
    for done in served { done(failure) }
  }

  /// - Returns: the error if it could not be written.
  private func writeBacklog(isAgain: Bool = false) async -> StoreError? {
    do throws(StoreError) {
      if isOutOfDate { try await readAgain() }
      isOutOfDate = false
      serve()
      try await store.perform(backlog.begin())
      backlog.end()
      pause.reset()
      note(nil)
      return nil
    } catch {
      let isOver = error != .takenOver || isAgain
      backlog.takeBack(isOver: isOver)
      if error == .takenOver { isOutOfDate = true }
      guard isOver else { return await writeBacklog(isAgain: true) }
      serve()
      note(error)
      scheduleRetry(after: error)
      return error
    }
  }

  private func note(_ error: StoreError?) {
    guard error != failure else { return }
    failure = error
    board.post(.store(error))
  }

  private func scheduleRetry(after error: StoreError) {
    guard error.isWorthRetrying, retry == nil else { return }
    let deadline = clock.now + pause.next()
    retry = Task { [weak self, clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      self?.retry = nil
      await self?.flush()
    }
  }

  isolated deinit { retry?.cancel() }
}
