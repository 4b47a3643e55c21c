import ChatDomain

/// The latest messages that were withdrawn, looked for and not found: each may still arrive.
nonisolated struct UnconfirmedDeletions {
  struct Deletion: Equatable {
    /// The entry that looked for the message and stays in the store, so that after a restart it looks again.
    let stored: TransactionID?
    let isHard: Bool
  }

  private var deletions: [TransactionID: Deletion] = [:]
  private var order: [TransactionID] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// - Parameter sent: the transaction of the message.
  /// - Returns: a deletion that is not waited for any longer, to make room.
  mutating func insert(_ deletion: Deletion, of sent: TransactionID) -> Deletion? {
    let former = deletions.updateValue(deletion, forKey: sent)
    if former == nil { order.append(sent) }
    guard order.count > limit else { return former == deletion ? nil : former }
    return deletions.removeValue(forKey: order.removeFirst())
  }

  /// Whether an entry is to stay in the store although it is finished.
  func keeps(_ lookup: TransactionID) -> Bool { deletions.values.contains { $0.stored == lookup } }

  /// - Returns: nil if the message was not withdrawn.
  mutating func remove(_ sent: TransactionID) -> Deletion? {
    guard let found = deletions.removeValue(forKey: sent) else { return nil }
    order.removeAll { $0 == sent }
    return found
  }
}
