public import ChatDomain
import Glibc

/// The clock of a program: the system's time, and sleep that takes as long as it says.
///
/// Tests hand in `ManualClock` of `InMemoryService` in its place, whose time they move themselves.
public struct RunningClock: ChatClock {
  public init() {}

  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Sleeps a day at a time: a time that never comes is farther away than a task can sleep.
  public func sleep(until deadline: Timestamp) async throws {
    while deadline > now { try await sleep(for: min(deadline - now, .seconds(24 * 3600))) }
    try Task.checkCancellation()
  }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
