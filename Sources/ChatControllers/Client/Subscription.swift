/// Ends when it is let go of or cancelled.
public final class Subscription {
  private let end: @MainActor () -> Void
  private var isActive = true

  init(onEnd end: @escaping @MainActor () -> Void) { self.end = end }

  /// Nothing more is told after this.
  public func cancel() {
    guard isActive else { return }
    isActive = false
    end()
  }

  isolated deinit { cancel() }
}

/// Tells everybody who listens, in the order in which they came.
final class NoticeBoard {
  private var listeners: [(number: Int, tell: (ClientNotice) -> Void)] = []
  private var lastNumber = 0

  func subscribe(_ tell: @escaping (ClientNotice) -> Void) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append((number, tell))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  func post(_ notice: ClientNotice) {
    for listener in listeners { listener.tell(notice) }
  }
}
