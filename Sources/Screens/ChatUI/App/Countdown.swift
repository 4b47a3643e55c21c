import ChatDomain

/// Draws anew as long as there is something on the screen that says how long something takes, as often as that changes.
/// What happens at the end does not depend on it.
final class Countdown {
  private let clock: any ChatClock
  private let pause: () -> Duration?
  private let tick: () -> Void
  private var task: Task<Void, Never>?

  /// - Parameters:
  ///   - pause: after what time something else is to be drawn; nil if there is nothing to count.
  ///   - tick: draws it.
  init(clock: any ChatClock, every pause: @escaping () -> Duration?, tick: @escaping () -> Void) {
    self.clock = clock
    self.pause = pause
    self.tick = tick
  }

  /// Begins, if there is something to count and it does not run yet.
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

  /// Begins anew: something else is counted now.
  func restart() {
    end()
    begin()
  }

  func end() {
    task?.cancel()
    task = nil
  }

  private func step() -> Duration? {
    // Whoever ended it may have begun another one.
    guard !Task.isCancelled else { return nil }
    tick()
    let next = pause()
    if next == nil { task = nil }
    return next
  }

  isolated deinit { task?.cancel() }
}
