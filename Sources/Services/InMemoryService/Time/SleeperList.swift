import ChatDomain

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

  /// Sets the time and returns the next sleeper to wake; nil if all are awake and the time is `time`.
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
