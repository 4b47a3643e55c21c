/// The main thread's loop, which waits for keys, for signals and for the main actor's work.
@MainActor
public protocol EventLoop: AnyObject {
  /// Calls once everything that has happened is handled, right before the loop waits again.
  func beforeWaiting(_ body: @escaping () -> Void)

  /// - Parameter fire: called when the time that was set has passed.
  func makeTimer(_ fire: @escaping () -> Void) -> any EventLoopTimer
}

/// Something to be done after a time, again and again.
@MainActor
public protocol EventLoopTimer: AnyObject {
  /// Sets the time, in place of the one before.
  func start(after delay: Duration)
  func stop()
}
