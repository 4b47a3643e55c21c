package import ChatDomain

/// Writes changes in the order in which they were made, and retries if the store fails.
///
/// A change that could not be written stays here, ahead of all later ones, so that a store that recovers gets
/// everything in the right order. Changes that wait at the same time are written as one batch.
package final class StoreWriter {
  private static let tokensBetweenWrites = 64

  private let store: any LocalStore
  private let clock: any ChatClock
  private let board: NoticeBoard
  private var pause: RetryPause
  private var backlog = StoreBacklog()
  private var tokenCount = 0
  private var isWriting = false
  /// The callers waiting for changes added before they called.
  private var waiting: [Waiter] = []
  /// The waiting callers whose changes are being written.
  private var served: [Waiter] = []
  private var retry: Task<Void, Never>?
  /// Supplies the latest state of data that changes with every key. It is called right before a batch is written, so that only
  /// the last of many edits is written. It is not called while the store fails, because the backlog would keep outdated states.
  var latestChanges: () -> [StoreChange] = { [] }
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
  package func write(_ changes: [StoreChange]) async -> StoreError? {
    add(changes)
    return await withCheckedContinuation { done in
      write(for: Waiter(needsLatest: false) { done.resume(returning: $0) })
    }
  }

  /// Adds changes after all earlier ones; they are written with the next batch.
  func add(_ changes: [StoreChange]) { backlog.append(changes) }

  /// Remembers that the store has nothing under this transaction: an entry that is saved and deleted before it is written
  /// need not be written at all.
  func markNew(_ id: TransactionID) { backlog.markNew(id) }

  /// Whether an outbox entry is going to be deleted from the store and still exists there.
  func deletes(_ id: TransactionID) -> Bool { backlog.deletes(id) }

  /// Remembers how far events were handled. The token is written with the next changes, which costs nothing, or by
  /// itself after a number of events: at most that many are repeated after a crash.
  func didHandleEvents(upTo token: EventToken) {
    backlog.append([.saveEventToken(token)])
    tokenCount += 1
    guard tokenCount % Self.tokensBetweenWrites == 1 else { return }
    Task { save { _ in } }
  }

  /// Whether text waits for the store.
  var holdsText: Bool { backlog.holdsText }

  /// Writes everything, and calls back once all data that only this device has is saved, or with the store's error; immediately
  /// if the store answers immediately. Cached copies are written too, but the callback does not wait for them.
  func save(_ done: @escaping (StoreError?) -> Void) {
    guard failure == nil, !isOutOfDate, !backlog.holdsOwn else {
      return write(for: Waiter(needsLatest: true, done: done))
    }
    let latest = latestChanges()
    guard latest.isEmpty else {
      waiting.append(Waiter(needsLatest: true, done: done))
      if isWriting { backlog.append(latest) } else { write(latest) }
      return
    }
    // Changes added during a write are written after it, even if no caller waits.
    if !isWriting {
      write(latest)
    } else if !backlog.isEmpty {
      waiting.append(Waiter(needsLatest: true) { _ in })
    }
    done(nil)
  }

  /// Writes everything, and stops retrying. What could not be written until now is lost with this object.
  func stop() async {
    _ = await withCheckedContinuation { done in
      write(for: Waiter(needsLatest: true) { done.resume(returning: $0) })
    }
    retry?.cancel()
    retry = nil
  }

  private struct Waiter {
    /// Whether it waits for the latest state too, and not only for the backlog.
    let needsLatest: Bool
    let done: (StoreError?) -> Void
  }

  private func write(for waiter: Waiter) {
    waiting.append(waiter)
    if !isWriting { write() }
  }

  private func write() { write(failure == nil ? latestChanges() : []) }

  /// - Parameter latest: the latest state of what changes with every key.
  private func write(_ latest: [StoreChange]) {
    guard backlog.isEmpty, latest.isEmpty else {
      isWriting = true
      return writeBacklog(and: latest)
    }
    if failure != nil {
      // The changes that failed were withdrawn. It is unknown whether the store works again, but no change is waiting for it.
      setFailure(nil)
      // A listener to this notice may have begun to write.
      if !isWriting { write() }
      return
    }
    serve()
    callBack(with: nil)
  }

  /// - Parameter latest: changes that come after the backlog.
  private func writeBacklog(and latest: [StoreChange] = [], isSecondTry: Bool = false) {
    guard isOutOfDate else { return submit(latest, isSecondTry: isSecondTry) }
    backlog.append(latest)
    // A task of its own: cancelling one caller must not stop work that others wait for.
    Task.immediate {
      do throws(StoreError) {
        try await readAgain()
        isOutOfDate = false
        // Callers that came while the store was read wait for this batch.
        submit(failure == nil ? latestChanges() : [], isSecondTry: isSecondTry)
      } catch {
        fail(error, isSecondTry: isSecondTry)
      }
    }
  }

  private func submit(_ latest: [StoreChange], isSecondTry: Bool) {
    serve()
    store.submit(backlog.begin(with: latest)) { [self] error in
      if let error { fail(error, isSecondTry: isSecondTry) } else { succeed() }
    }
  }

  private func succeed() {
    backlog.end()
    pause.reset()
    setFailure(nil)
    end(nil)
  }

  private func fail(_ error: StoreError, isSecondTry: Bool) {
    let isFinal = error != .takenOver || isSecondTry
    backlog.putBack(isFinal: isFinal)
    if error == .takenOver { isOutOfDate = true }
    guard isFinal else { return writeBacklog(isSecondTry: true) }
    served += waiting
    waiting = []
    setFailure(error)
    scheduleRetry(after: error)
    end(error)
  }

  private func end(_ failure: StoreError?) {
    isWriting = false
    callBack(with: failure)
    // Callers that came in the meantime wait for their own changes.
    if !waiting.isEmpty, !isWriting { write() }
  }

  /// Assigns the waiting callers to the batch that is written now. While the store fails, batches lack the latest state, so
  /// callers that need it wait for the first batch after the store has recovered.
  private func serve() {
    guard failure != nil else {
      if served.isEmpty { return swap(&served, &waiting) }
      served += waiting
      return waiting = []
    }
    served += waiting.filter { !$0.needsLatest }
    waiting.removeAll { !$0.needsLatest }
  }

  private func callBack(with failure: StoreError?) {
    let served = served
    self.served = []
    for waiter in served { waiter.done(failure) }
  }

  private func setFailure(_ error: StoreError?) {
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
      self?.save { _ in }
    }
  }

  isolated deinit { retry?.cancel() }
}
