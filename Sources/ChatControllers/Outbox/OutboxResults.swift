import ChatDomain

/// How entries ended, for those who wait for it and for those who ask a little later.
final class OutboxResults {
  typealias Outcome = Result<Message?, OutboxError>

  private var waiting: [TransactionID: [Int: CheckedContinuation<Outcome, Never>]] = [:]
  private var lastNumber = 0
  private var known: [TransactionID: Outcome] = [:]
  private var order: [TransactionID] = []
  private let limit = 1024

  /// How it ended, if that was not too long ago.
  func outcome(of id: TransactionID) -> Outcome? { known[id] }

  /// Waits for the end. A caller who is cancelled stops waiting; the work goes on.
  func wait(for id: TransactionID) async -> Outcome {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: .failure(.cancelled))
        } else {
          waiting[id, default: [:]][number] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor in self.giveUp(number, on: id) }
    }
  }

  /// It is over: nothing more comes of this entry.
  func end(_ id: TransactionID, _ outcome: Outcome) {
    if known.updateValue(outcome, forKey: id) == nil { order.append(id) }
    // Half at a time, so that forgetting costs nothing worth speaking of.
    if order.count > 2 * limit {
      for old in order.prefix(limit) { known[old] = nil }
      order.removeFirst(limit)
    }
    tell(id, outcome)
  }

  /// Tells those who wait, without an end: a failed entry can be tried again.
  func tell(_ id: TransactionID, _ outcome: Outcome) {
    for continuation in waiting.removeValue(forKey: id, default: [:]).values {
      continuation.resume(returning: outcome)
    }
  }

  /// Those who wait for one entry wait for another from now on.
  func move(from old: TransactionID, to new: TransactionID) {
    guard old != new, let moved = waiting.removeValue(forKey: old) else { return }
    waiting[new, default: [:]].merge(moved) { _, later in later }
  }

  private func giveUp(_ number: Int, on id: TransactionID) {
    waiting[id]?.removeValue(forKey: number)?.resume(returning: .failure(.cancelled))
  }
}

extension [TransactionID: [Int: CheckedContinuation<OutboxResults.Outcome, Never>]] {
  fileprivate mutating func removeValue(
    forKey id: TransactionID, default none: Value
  ) -> Value { removeValue(forKey: id) ?? none }
}
