import ChatDomain

/// Keeps changes in the order in which they were made, and goes on trying when the store fails.
///
/// A change that could not be kept yet stays here, in front of all later ones, so that a store which works again has
/// everything in the right order. What waits at the same time is written as one batch.
final class StoreWriter {
  private static let tokensBetweenWrites = 64

  private let store: any LocalStore
  private let clock: any ChatClock
  private let board: NoticeBoard
  private var pause: RetryPause
  private var backlog = StoreBacklog()
  private var tokensNoted = 0
  private var isWriting = false
  /// Who waits for what was added before they came.
  private var waiting: [(StoreError?) -> Void] = []
  /// Those of them whose changes are being written.
  private var served: [(StoreError?) -> Void] = []
  private var retry: Task<Void, Never>?
  /// Reads again what was read from the store, and adds what has to be kept because of it.
  var readAgain: () async throws(StoreError) -> Void = {}
  /// Whether somebody else may have written to the store since it was read.
  private var isOutOfDate = false
  /// Why the backlog could not be kept the last time; nil when the store works.
  private(set) var failure: StoreError?

  init(
    store: any LocalStore, clock: any ChatClock, board: NoticeBoard, configuration: ClientConfiguration
  ) {
    self.store = store
    self.clock = clock
    self.board = board
    pause = RetryPause(configuration)
  }

  /// Returns once the changes are kept, or the store has said why not; then they wait here. What was to be forgotten does
  /// not: whoever wanted it is told that it was not done, and would not expect it any more.
  @discardableResult
  func write(_ changes: [StoreChange]) async -> StoreError? {
    add(changes)
    return await withCheckedContinuation { done in flush { done.resume(returning: $0) } }
  }

  /// Takes changes in behind all that were made before; they are kept with what is written next.
  func add(_ changes: [StoreChange]) { backlog.append(changes) }

  /// The store has nothing under this transaction: what is saved and forgotten before it was written need not be.
  func noteNew(_ id: TransactionID) { backlog.noteNew(id) }

  /// Whether an entry of the outbox is to leave the store, and is still in it.
  func deletes(_ id: TransactionID) -> Bool { backlog.deletes(id) }

  /// Remembers how far the events were handled. It is kept with the next changes, which costs nothing, or by itself
  /// after so many events that changed nothing: those are all that a program which breaks down hears again.
  func noteHandled(_ token: EventToken) {
    backlog.append([.saveEventToken(token)])
    tokensNoted += 1
    guard tokensNoted % Self.tokensBetweenWrites == 1 else { return }
    Task { await flush() }
  }

  /// Tries to keep what waits.
  func flush() async {
    await withCheckedContinuation { done in flush { _ in done.resume() } }
  }

  /// The same for whoever cannot wait for another thread: told at once when the store answers at once, and what it said
  /// when it did not take what waited.
  func flush(_ done: @escaping (StoreError?) -> Void) {
    waiting.append(done)
    write()
  }

  /// Ends the waiting for a store that fails. What it could not take is lost with this object.
  func stop() async {
    await flush()
    retry?.cancel()
    retry = nil
  }

  private func write() {
    guard !isWriting else { return }
    guard !backlog.isEmpty else {
      // What the store could not take was taken back: nothing waits for it, and whoever waits for the writer may go on.
      note(nil)
      serve()
      return tell(nil)
    }
    isWriting = true
    // A task of its own: a caller who is cancelled does not break off what others wait for too.
    Task.immediate {
      let failure = await writeBacklog()
      isWriting = false
      tell(failure)
      // Those who came in the meantime wait for what they added.
      if !waiting.isEmpty { write() }
    }
  }

  /// Whoever has come by now waits for what is written now.
  private func serve() {
    served += waiting
    waiting = []
  }

  private func tell(_ failure: StoreError?) {
    let served = served
    self.served = []
    for done in served { done(failure) }
  }

  /// - Returns: why it could not be kept.
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
}
