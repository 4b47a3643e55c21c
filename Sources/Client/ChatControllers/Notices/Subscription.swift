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
  private struct Listener {
    let number: Int
    let skipsDrafts: Bool
    let handler: (ClientNotice) -> Void
  }

  private var listeners: [Listener] = []
  private var lastNumber = 0

  /// - Parameter skipsDrafts: whether the listener ignores changes of drafts, which come with every key.
  func subscribe(
    skippingDrafts skipsDrafts: Bool = false, _ handler: @escaping (ClientNotice) -> Void
  ) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append(Listener(number: number, skipsDrafts: skipsDrafts, handler: handler))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  func post(_ notice: ClientNotice) {
    let isDraft = if case .draft = notice { true } else { false }
    for listener in listeners where !isDraft || !listener.skipsDrafts { listener.handler(notice) }
  }
}
