import ChatDomain

/// Draws anew once a second as long as there is something on the screen that says how many seconds are left. What
/// happens at the end does not depend on it.
final class Countdown {
  private let clock: any ChatClock
  private let isWanted: () -> Bool
  private let tick: () -> Void
  private var task: Task<Void, Never>?

  init(clock: any ChatClock, while isWanted: @escaping () -> Bool, tick: @escaping () -> Void) {
    self.clock = clock
    self.isWanted = isWanted
    self.tick = tick
  }

  /// Begins, if it is wanted and does not run yet.
  func begin() {
    guard task == nil, isWanted() else { return }
    task = Task { [weak self, clock] in
      repeat {
        do { try await clock.sleep(for: .seconds(1)) } catch { return }
      } while self?.step() == true
    }
  }

  func end() {
    task?.cancel()
    task = nil
  }

  private func step() -> Bool {
    tick()
    guard isWanted() else {
      task = nil
      return false
    }
    return true
  }

  isolated deinit { task?.cancel() }
}
