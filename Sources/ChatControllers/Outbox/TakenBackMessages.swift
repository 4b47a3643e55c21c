import ChatDomain

/// The transactions of messages that were taken back and are nowhere to be found, the latest of them.
nonisolated struct TakenBackMessages {
  private var isHard: [TransactionID: Bool] = [:]
  private var order: [TransactionID] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ id: TransactionID, isHard: Bool) {
    if self.isHard.updateValue(isHard, forKey: id) == nil { order.append(id) }
    if order.count > limit { self.isHard[order.removeFirst()] = nil }
  }

  /// - Returns: whether nothing was to be left of the message; nil when it was not taken back.
  mutating func remove(_ id: TransactionID) -> Bool? {
    guard let found = isHard.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return found
  }
}
