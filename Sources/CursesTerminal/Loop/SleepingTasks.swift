import CTerminalGuard

/// Tasks that wait for a time, and the system's timer that wakes the loop for the first of them.
///
/// For `Task.sleep` libdispatch would wake a thread of its own, and that one another, before the task goes on. This timer's clock
/// goes on while the computer sleeps, so that nobody waits for what is long over.
@MainActor
final class SleepingTasks {
  private struct Sleeper {
    let number: Int
    /// In nanoseconds of the timer's clock.
    let deadline: Int64
    let end: CheckedContinuation<Void, any Error>
  }

  private var sleepers: [Sleeper] = []
  /// The number of the last one.
  private var lastNumber = 0
  private var timer: DescriptorWatch?
  /// What it was set to the last time.
  private var due: Int64 = 0

  /// The number of the next task.
  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Resumes the task after the duration, unless its sleep is cancelled before.
  func add(_ number: Int, for duration: Duration, _ end: CheckedContinuation<Void, any Error>) {
    sleepers.append(Sleeper(number: number, deadline: Self.deadline(of: duration, from: now), end: end))
    setTimer()
  }

  func cancel(_ number: Int) {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    sleepers.remove(at: index).end.resume(throwing: CancellationError())
    setTimer()
  }

  /// What time it is by the timer's clock, in nanoseconds.
  var now: Int64 { wake_timer_now() }

  /// When the first of them goes on; nil: nobody sleeps.
  var nextDeadline: Int64? { first.map { sleepers[$0].deadline } }

  /// Ends the sleep of those whose time has come, in the order of their times.
  func wakeDue(at now: Int64) {
    while let first = first, sleepers[first].deadline <= now { sleepers.remove(at: first).end.resume() }
    setTimer()
  }

  /// The place of the one that is due first, and of those the one that came first.
  private var first: Int? {
    guard var first = sleepers.indices.first else { return nil }
    for index in sleepers.indices where sleepers[index].deadline < sleepers[first].deadline { first = index }
    return first
  }

  /// Has the timer wake the loop for the first sleeper.
  private func setTimer() {
    let timer = timer ?? makeTimer()
    timer.isActive = !sleepers.isEmpty
    // Zero would stop it.
    guard let next = nextDeadline.map({ max($0, 1) }), next != due else { return }
    due = next
    wake_timer_set(timer.descriptor, due)
  }

  private func makeTimer() -> DescriptorWatch {
    let descriptor = wake_timer_open()
    precondition(descriptor >= 0, "there is no timer for tasks that wait")
    let timer = DescriptorWatch(descriptor, for: .reading) { [weak self] in
      guard let self else { return }
      wakeDue(at: now)
    }
    self.timer = timer
    return timer
  }

  /// When a duration that begins now is over, rounded up: it must not end too soon. Of one that never ends, the last time
  /// that there is.
  static func deadline(of duration: Duration, from now: Int64) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let delay = whole.addingReportingOverflow((attoseconds + 999_999_999) / 1_000_000_000)
    let deadline = now.addingReportingOverflow(max(delay.partialValue, 0))
    guard !isTooLong, !delay.overflow, !deadline.overflow else { return duration < .zero ? now : .max }
    return deadline.partialValue
  }
}
