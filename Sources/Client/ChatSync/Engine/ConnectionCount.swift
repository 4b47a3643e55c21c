import ChatDomain

/// Counts how often the connection was established, and lets work wait for the next time.
final class ConnectionCount {
  private(set) var count = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastNumber = 0
  private var subscription: Subscription?

  init(board: NoticeBoard) {
    subscription = board.subscribe(skippingDrafts: true) { [weak self] notice in
      if case .connection(.online) = notice { self?.increase() }
    }
  }

  /// Returns when there was a connection that is not counted in `known`, or when the task is cancelled.
  func next(after known: Int) async {
    lastNumber += 1
    let number = lastNumber
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled || count > known {
          continuation.resume()
        } else {
          waiters[number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.waiters.removeValue(forKey: number)?.resume() }
    }
  }

  private func increase() {
    count += 1
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting { waiter.resume() }
  }

  isolated deinit {
    for waiter in waiters.values { waiter.resume() }
  }
}
