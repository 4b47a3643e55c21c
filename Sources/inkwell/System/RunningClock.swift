import ChatDomain
import Glibc

/// The real time.
struct RunningClock: ChatClock {
  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// A day at a time: a time that never comes is farther away than a task can sleep.
  func sleep(until deadline: Timestamp) async throws {
    while deadline > now { try await Task.sleep(for: min(deadline - now, .seconds(24 * 3600))) }
    try Task.checkCancellation()
  }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
