import CTerminalGuard
import Glibc

/// Tasks that sleep until a time, and the system's timer that wakes the loop for the first of them.
///
/// For `Task.sleep`, threads of libdispatch would wake first. The timer counts on while the computer is suspended, so that an
/// hour's sleep is over an hour later all the same.
@MainActor
final class SleepingTasks {
  private struct Sleeper {
    let id: Int
    /// In nanoseconds since the computer was started.
    let deadline: Int64
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// By deadline, and with equal deadlines in the order in which they came.
  private var sleepers: [Sleeper] = []
  private var lastID = 0
  /// Made at first use: a watch asks for `MainLoop.shared`, which is still being made when this is.
  private lazy var timer = makeTimer()
  /// What the timer is set to.
  private var timerDeadline: Int64?

  /// Returns after the duration, or throws `CancellationError`.
  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    lastID += 1
    let id = lastID
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { add(id, for: duration, $0) }
    } onCancel: {
      // On any thread. The sleeper is there by then: nothing else runs on the main actor before it is added.
      Task { @MainActor in cancel(id) }
    }
  }

  private func add(_ id: Int, for duration: Duration, _ continuation: CheckedContinuation<Void, any Error>) {
    let deadline = Self.deadline(of: duration, from: Self.now)
    let place = sleepers.firstIndex { $0.deadline > deadline } ?? sleepers.endIndex
    sleepers.insert(Sleeper(id: id, deadline: deadline, continuation: continuation), at: place)
    setTimer()
  }

  private func cancel(_ id: Int) {
    guard let place = sleepers.firstIndex(where: { $0.id == id }) else { return }
    sleepers.remove(at: place).continuation.resume(throwing: CancellationError())
    setTimer()
  }

  /// How many there are.
  var count: Int { sleepers.count }

  /// When the first of them goes on; nil: nobody sleeps.
  var nextDeadline: Int64? { sleepers.first?.deadline }

  /// Ends the sleep of those whose time has come, in the order of their times.
  func wakeDue(at now: Int64) {
    while let first = sleepers.first, first.deadline <= now { sleepers.removeFirst().continuation.resume() }
    setTimer()
  }

  /// Has the timer wake the loop for the first sleeper, if there is one.
  private func setTimer() {
    guard nextDeadline != timerDeadline else { return }
    timerDeadline = nextDeadline
    boot_timer_set(timer.descriptor, nextDeadline ?? 0)
  }

  private func makeTimer() -> DescriptorWatch {
    let descriptor = boot_timer_open()
    precondition(descriptor >= 0, "there is no timer for sleeping tasks")
    return DescriptorWatch(descriptor, for: .reading) { [weak self] in self?.wakeDue(at: Self.now) }
  }

  /// In nanoseconds since the computer was started, those included in which it was suspended.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Rounded up, as it must not end too soon; `.max` for one that never ends.
  static func deadline(of duration: Duration, from now: Int64) -> Int64 {
    let (seconds, attoseconds) = min(max(duration, .zero), .nanoseconds(Int64.max - now)).components
    return now + seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}
