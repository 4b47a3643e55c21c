package import ChatDomain

/// A one-shot timer whose deadline can be moved.
package final class ExpiryTimer {
  private let clock: any ChatClock
  private var deadline: Timestamp?
  private var task: Task<Void, Never>?

  package init(clock: any ChatClock) { self.clock = clock }

  /// Fires at this time from now on; never, if the deadline is nil.
  package func set(_ deadline: Timestamp?, fire: @escaping @MainActor () -> Void) {
    guard deadline != self.deadline else { return }
    task?.cancel()
    task = nil
    self.deadline = deadline
    guard let deadline else { return }
    task = Task { [weak self, clock] in
      do { try await clock.sleep(until: deadline) } catch { return }
      guard !Task.isCancelled else { return }
      self?.deadline = nil
      self?.task = nil
      fire()
    }
  }

  isolated deinit { task?.cancel() }
}
