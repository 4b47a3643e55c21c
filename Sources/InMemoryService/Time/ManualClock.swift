public import ChatDomain
import Synchronization

/// A clock that stands until somebody moves it.
public final class ManualClock: ChatClock {
  private let sleepers: Mutex<SleeperList>

  public init(now: Timestamp = Timestamp(seconds: 1_700_000_000)) {
    sleepers = Mutex(SleeperList(now: now))
  }

  public var now: Timestamp { sleepers.withLock { $0.now } }

  public func sleep(until deadline: Timestamp) async throws {
    let id = sleepers.withLock { $0.makeID() }
    // A cancellation can come before the sleeper lies down, and is then noted under its id.
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

  /// Moves the clock on and wakes those whose time has come, the earliest first; each of them sees its own time or
  /// a later one.
  public func advance(by duration: Duration) { advance(to: now + duration) }

  /// Moves the clock on to a time; to an earlier one it does not go.
  public func advance(to time: Timestamp) {
    while let wake = sleepers.withLock({ $0.wakeNext(upTo: time) }) { wake.run() }
  }

  /// Sets the clock to any time, as a wrong clock would be; nobody wakes unless it is later.
  public func set(_ time: Timestamp) {
    sleepers.withLock { $0.turnBack(to: time) }
    advance(to: time)
  }

  /// Moves the clock to the earliest sleeper's time and wakes it.
  ///
  /// - Returns: whether anybody slept.
  @discardableResult
  public func advanceToNextSleeper() -> Bool {
    guard let deadline = sleepers.withLock({ $0.nextDeadline }) else { return false }
    advance(to: max(deadline, now))
    return true
  }

  /// How many sleep.
  public var sleeperCount: Int { sleepers.withLock { $0.count } }

  /// When the next one wants to be woken.
  public var nextDeadline: Timestamp? { sleepers.withLock { $0.nextDeadline } }

  /// Returns as soon as at least so many sleep, or when the task is cancelled.
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
