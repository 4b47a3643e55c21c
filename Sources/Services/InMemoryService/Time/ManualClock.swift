public import ChatDomain
import Synchronization

/// A clock that only moves when told to.
public final class ManualClock: ChatClock {
  private let sleepers: Mutex<SleeperList>

  /// Stands still at a time, by default one in November 2023.
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

  /// Sets the clock to any time, like a wrong clock; sleepers only wake up if it is later.
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
