import Dispatch

/// Holds up a thread of the server until the test lets it go on.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// For good.
  func open() { semaphore.signal() }

  func pass() {
    semaphore.wait()
    semaphore.signal()
  }
}
