package import ChatDomain

/// Delivers notices to all listeners, in the order in which they subscribed.
package final class NoticeBoard {
  private struct Listener {
    let number: Int
    let skipsDrafts: Bool
    let handler: (ClientNotice) -> Void
  }

  private var listeners: [Listener] = []
  private var lastNumber = 0

  /// - Parameter skipsDrafts: whether the listener ignores changes of drafts, which come with every key.
  package func subscribe(
    skippingDrafts skipsDrafts: Bool = false, _ handler: @escaping (ClientNotice) -> Void
  ) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append(Listener(number: number, skipsDrafts: skipsDrafts, handler: handler))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  package func post(_ notice: ClientNotice) {
    let isDraft = if case .draft = notice { true } else { false }
    for listener in listeners where !isDraft || !listener.skipsDrafts { listener.handler(notice) }
  }
}
