/// Ends when it is released or cancelled.
public final class Subscription {
  private let end: @MainActor () -> Void
  private var isActive = true

  init(onEnd end: @escaping @MainActor () -> Void) { self.end = end }

  /// Ends the subscription; nothing is delivered after this.
  public func cancel() {
    guard isActive else { return }
    isActive = false
    end()
  }

  isolated deinit { cancel() }
}

/// Delivers notices to all listeners, in the order in which they subscribed.
final class NoticeBoard {
  private var listeners: [(number: Int, handler: (ClientNotice) -> Void)] = []
  private var lastNumber = 0

  func subscribe(_ handler: @escaping (ClientNotice) -> Void) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append((number, handler))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  func post(_ notice: ClientNotice) {
    for listener in listeners { listener.handler(notice) }
  }
}
