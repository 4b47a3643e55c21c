public import ChatDomain
import Glibc

/// The system clock, with real sleep.
///
/// Tests use the `ManualClock` of `InMemoryService` instead, and set its time.
public struct RunningClock: ChatClock {
  /// Creates the clock; all instances are the same.
  public init() {}

  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Sleeps at most a day at a time, because a distant deadline exceeds the longest sleep of a task.
  public func sleep(until deadline: Timestamp) async throws {
    while deadline > now { try await sleep(for: min(deadline - now, .seconds(24 * 3600))) }
    try Task.checkCancellation()
  }

  /// A change of the system time neither shortens nor lengthens this sleep.
  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
