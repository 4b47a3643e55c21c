import ChatDomain
import TerminalScreen

/// An event loop that runs its work in tasks of the main actor, for programs that do not own the main thread.
final class TaskLoop: EventLoop {
  private let clock: any ChatClock

  init(clock: any ChatClock) { self.clock = clock }

  /// The task runs after everything that is already queued.
  func beforeWaiting(_ body: @escaping () -> Void) { Task { body() } }

  func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer { TaskTimer(clock: clock, fire) }
}

private final class TaskTimer: EventLoopTimer {
  private let clock: any ChatClock
  private let fire: () -> Void
  private var task: Task<Void, Never>?

  init(clock: any ChatClock, _ fire: @escaping () -> Void) {
    self.clock = clock
    self.fire = fire
  }

  func start(after delay: Duration) {
    task?.cancel()
    task = Task { [weak self, clock] in
      do { try await clock.sleep(for: delay) } catch { return }
      guard !Task.isCancelled else { return }
      self?.fire()
    }
  }

  func stop() {
    task?.cancel()
    task = nil
  }
}
