public import ChatDomain
import Synchronization

/// A clock that moves only when a caller advances or sets it.
public final class ManualClock: ChatClock {
  private let sleepers: Mutex<SleeperList>

  /// A clock at a fixed time, by default in November 2023.
  public init(now: Timestamp = Timestamp(seconds: 1_700_000_000)) {
    sleepers = Mutex(SleeperList(now: now))
  }

  public var now: Timestamp { sleepers.withLock { $0.now } }

  public func sleep(until deadline: Timestamp) async throws {
    let id = sleepers.withLock { $0.makeID() }
    // A cancellation can come before the sleeper is registered, and is then recorded under its id.
    defer { sleepers.withLock { $0.forgetCancellation(of: id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = SleeperList.Sleeper(id: id, deadline: deadline, continuation: continuation)
        sleepers.withLock { $0.lieDown(sleeper) }.run()
      }
    } onCancel: {
      sleepers.withLock { $0.cancel(id) }.run()
    }
  }

  /// Advances the clock and wakes sleepers whose deadline is reached, the earliest first; each of them sees its own
  /// deadline or a later time.
  public func advance(by duration: Duration) { advance(to: now + duration) }

  /// Advances the clock to a time; it does not go back to an earlier one.
  public func advance(to time: Timestamp) {
    while let wake = sleepers.withLock({ $0.wakeNext(upTo: time) }) { wake.run() }
  }

  /// Sets the clock to any time, like a wrong clock. Sleepers wake up only if their deadline is reached.
  public func set(_ time: Timestamp) {
    sleepers.withLock { $0.turnBack(to: time) }
    advance(to: time)
  }

  /// Advances the clock to the earliest deadline and wakes the sleeper.
  ///
  /// - Returns: whether there was a sleeper.
  @discardableResult
  public func advanceToNextSleeper() -> Bool {
    guard let deadline = sleepers.withLock({ $0.nextDeadline }) else { return false }
    advance(to: max(deadline, now))
    return true
  }

  /// The number of sleepers.
  public var sleeperCount: Int { sleepers.withLock { $0.count } }

  /// The deadline of the next sleeper.
  public var nextDeadline: Timestamp? { sleepers.withLock { $0.nextDeadline } }

  /// Returns as soon as there are at least `count` sleepers, or when the task is cancelled.
  public func waitForSleepers(_ count: Int = 1) async {
    let id = sleepers.withLock { $0.makeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let watcher = SleeperList.Watcher(id: id, count: count, continuation: continuation)
        sleepers.withLock { $0.watch(watcher, isCancelled: Task.isCancelled) }.run()
      }
    } onCancel: {
      sleepers.withLock { $0.stopWatching(id) }.run()
    }
  }
}

/// The sleepers with their deadlines, and the watchers who wait for sleepers.
///
/// Continuations are never resumed in here, where the lock is held, but returned to be run outside.
struct SleeperList: Sendable {
  struct Sleeper: Sendable {
    let id: Int
    let deadline: Timestamp
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// Waits until there are enough sleepers.
  struct Watcher: Sendable {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  /// The work to do outside the lock.
  struct Wake: Sendable {
    var sleeper: Sleeper?
    var isCancelled = false
    var watchers: [Watcher] = []

    func run() {
      if isCancelled {
        sleeper?.continuation.resume(throwing: CancellationError())
      } else {
        sleeper?.continuation.resume()
      }
      for watcher in watchers { watcher.continuation.resume() }
    }
  }

  private(set) var now: Timestamp
  private var lastID = 0
  /// By deadline, and with equal deadlines in the order of registration.
  private var sleepers: [Sleeper] = []
  private var cancelled: Set<Int> = []
  private var watchers: [Watcher] = []

  init(now: Timestamp) { self.now = now }

  var count: Int { sleepers.count }
  var nextDeadline: Timestamp? { sleepers.first?.deadline }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func forgetCancellation(of id: Int) { cancelled.remove(id) }

  mutating func lieDown(_ sleeper: Sleeper) -> Wake {
    if cancelled.contains(sleeper.id) { return Wake(sleeper: sleeper, isCancelled: true) }
    if sleeper.deadline <= now { return Wake(sleeper: sleeper) }
    let place = sleepers.firstIndex { $0.deadline > sleeper.deadline } ?? sleepers.endIndex
    sleepers.insert(sleeper, at: place)
    return Wake(watchers: removeSatisfiedWatchers())
  }

  mutating func cancel(_ id: Int) -> Wake {
    guard let place = sleepers.firstIndex(where: { $0.id == id }) else {
      cancelled.insert(id)
      return Wake()
    }
    return Wake(sleeper: sleepers.remove(at: place), isCancelled: true)
  }

  /// Advances to the next deadline up to `time`, and returns its sleeper. If there is none, advances to `time` and returns nil.
  mutating func wakeNext(upTo time: Timestamp) -> Wake? {
    guard let first = sleepers.first, first.deadline <= time else {
      now = max(now, time)
      return nil
    }
    now = max(now, first.deadline)
    return Wake(sleeper: sleepers.removeFirst())
  }

  mutating func turnBack(to time: Timestamp) { now = min(now, time) }

  /// - Parameter isCancelled: evaluated while the lock is held: a later cancellation finds the watcher.
  mutating func watch(_ watcher: Watcher, isCancelled: Bool) -> Wake {
    if isCancelled || sleepers.count >= watcher.count { return Wake(watchers: [watcher]) }
    watchers.append(watcher)
    return Wake()
  }

  mutating func stopWatching(_ id: Int) -> Wake {
    guard let place = watchers.firstIndex(where: { $0.id == id }) else { return Wake() }
    return Wake(watchers: [watchers.remove(at: place)])
  }

  private mutating func removeSatisfiedWatchers() -> [Watcher] {
    let satisfied = watchers.filter { $0.count <= sleepers.count }
    watchers.removeAll { $0.count <= sleepers.count }
    return satisfied
  }
}
