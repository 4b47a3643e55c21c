import TerminalScreen

/// A timer of the main thread's loop, which waits no longer than until it is due.
final class PollTimer: EventLoopTimer {
  /// In milliseconds of the monotonic clock.
  private(set) var deadline = 0
  private let loop: MainLoop
  private let fire: () -> Void
  private var isRunning = false

  init(of loop: MainLoop, _ fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
  }

  func start(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    deadline = Monotonic.milliseconds + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    if !isRunning { loop.add(self) }
    isRunning = true
  }

  func stop() {
    if isRunning { loop.remove(self) }
    isRunning = false
  }

  /// The time has passed.
  func end() {
    guard isRunning else { return }
    stop()
    fire()
  }
}
