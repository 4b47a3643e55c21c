import ChatDomain
import Glibc

/// The real time.
struct RunningClock: ChatClock {
  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  func sleep(until deadline: Timestamp) async throws {
    let pause = deadline - now
    if pause > .zero { try await Task.sleep(for: pause) }
    try Task.checkCancellation()
  }
}
