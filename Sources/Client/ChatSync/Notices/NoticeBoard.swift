package import ChatDomain

/// Delivers notices to all listeners, in the order in which they subscribed.
package final class NoticeBoard {
  private struct Listener {
    let number: Int
    let includesEdits: Bool
    let handler: (ClientNotice) -> Void
  }

  private var listeners: [Listener] = []
  private var lastNumber = 0

  /// - Parameter includesEdits: whether the listener receives the notice that comes with every edit of a draft.
  package func subscribe(
    includingEdits includesEdits: Bool = false, _ handler: @escaping (ClientNotice) -> Void
  ) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append(Listener(number: number, includesEdits: includesEdits, handler: handler))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  package func post(_ notice: ClientNotice) {
    let isEdit = if case .draft(let change) = notice { change.cause == .edited } else { false }
    for listener in listeners where !isEdit || listener.includesEdits { listener.handler(notice) }
  }
}
