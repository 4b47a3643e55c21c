import ChatDomain

/// Who waits for an event to come back from the server.
final class EchoWaiters {
  private var waiters: [MessageID: [CheckedContinuation<Void, Never>]] = [:]

  var isEmpty: Bool { waiters.isEmpty }

  /// Returns when the event is back, or nobody is to wait for it any more.
  func wait(for id: MessageID) async {
    await withCheckedContinuation { waiters[id, default: []].append($0) }
  }

  func resume(_ id: MessageID) {
    for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume() }
  }

  func resumeAll() {
    for waiter in waiters.values.joined() { waiter.resume() }
    waiters = [:]
  }
}
