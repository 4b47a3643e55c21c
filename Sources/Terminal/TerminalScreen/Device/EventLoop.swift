/// The main thread's loop, which waits for keys, for signals and for the main actor's work.
@MainActor
public protocol EventLoop: AnyObject {
  /// Calls the closure once everything that has happened is handled, right before the loop waits again.
  func beforeWaiting(_ body: @escaping () -> Void)

  /// - Parameter fire: called when the time that was set has passed.
  func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer
}

/// A timer that can be started repeatedly.
@MainActor
public protocol EventLoopTimer: AnyObject {
  /// Sets the delay, and replaces the previous one.
  func start(after delay: Duration)
  func stop()
}
