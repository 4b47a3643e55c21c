import ChatDomain

/// Redraws while the screen shows a countdown, as often as its text changes. It only redraws: the action at the end is timed
/// elsewhere.
final class Countdown {
  private let clock: any ChatClock
  private let pause: () -> Duration?
  private let tick: () -> Void
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - pause: the time until the next redraw; nil if there is nothing to count.
  ///   - tick: redraws.
  init(clock: any ChatClock, every pause: @escaping () -> Duration?, tick: @escaping () -> Void) {
    self.clock = clock
    self.pause = pause
    self.tick = tick
  }

  /// Starts if there is something to count and the countdown is not running.
  func begin() {
    guard task == nil, let first = pause() else { return }
    task = Task { [weak self, clock] in
      var wait: Duration? = first
      while let time = wait {
        do { try await clock.sleep(for: time) } catch { return }
        wait = self?.step()
      }
    }
  }

  /// Starts again with a new deadline.
  func restart() {
    end()
    begin()
  }

  func end() {
    task?.cancel()
    task = nil
  }

  private func step() -> Duration? {
    // A cancelled countdown may have been replaced by a new one.
    guard !Task.isCancelled else { return nil }
    tick()
    let next = pause()
    if next == nil { task = nil }
    return next
  }

  isolated deinit { task?.cancel() }
}
