import ChatDomain

/// The transactions of the latest messages that were withdrawn, looked for and not found.
nonisolated struct UnconfirmedDeletions {
  private var isHard: [TransactionID: Bool] = [:]
  private var order: [TransactionID] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func insert(_ id: TransactionID, isHard: Bool) {
    if self.isHard.updateValue(isHard, forKey: id) == nil { order.append(id) }
    if order.count > limit { self.isHard[order.removeFirst()] = nil }
  }

  /// - Returns: whether the deletion is a hard one; nil if the message was not withdrawn.
  mutating func remove(_ id: TransactionID) -> Bool? {
    guard let found = isHard.removeValue(forKey: id) else { return nil }
    order.removeAll { $0 == id }
    return found
  }
}
