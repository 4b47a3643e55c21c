package import ChatDomain

/// Delivers notices to all listeners, in the order in which they subscribed.
package final class Board<Notice> {
  private struct Listener {
    let number: Int
    let handler: (Notice) -> Void
  }

  private var listeners: [Listener] = []
  private var lastNumber = 0

  package init() {}

  package var isEmpty: Bool { listeners.isEmpty }

  package func subscribe(_ handler: @escaping (Notice) -> Void) -> Subscription {
    lastNumber += 1
    let number = lastNumber
    listeners.append(Listener(number: number, handler: handler))
    return Subscription { [weak self] in self?.listeners.removeAll { $0.number == number } }
  }

  package func post(_ notice: Notice) {
    for listener in listeners { listener.handler(notice) }
  }
}

/// Delivers the notices of a client.
package final class NoticeBoard {
  private let board = Board<ClientNotice>()

  /// - Parameter includesEdits: whether the listener receives the notice that comes with every edit of a draft.
  package func subscribe(
    includingEdits includesEdits: Bool = false, _ handler: @escaping (ClientNotice) -> Void
  ) -> Subscription {
    board.subscribe { notice in
      let isEdit = if case .draft(let change) = notice { change.cause == .edited } else { false }
      if includesEdits || !isEdit { handler(notice) }
    }
  }

  package func post(_ notice: ClientNotice) { board.post(notice) }
}
