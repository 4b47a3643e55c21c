package import ChatDomain

/// How an entry ended. It is as small as a reference, because there are thousands of them: of what was sent before, and
/// for callers whose messages wait for the connection. An error is larger, and rare.
package nonisolated enum OutboxAnswer: Sendable {
  case done(Message?)
  indirect case failed(OutboxError)

  init(_ outcome: Result<Message?, OutboxError>) {
    switch outcome {
    case .success(let message): self = .done(message)
    case .failure(let error): self = .failed(error)
    }
  }

  package var outcome: Result<Message?, OutboxError> {
    switch self {
    case .done(let message): .success(message)
    case .failed(let error): .failure(error)
    }
  }
}

/// The results of entries, for callers that wait and for callers that ask a little later.
final class OutboxResults {
  private struct Waiter {
    var id: TransactionID
    let continuation: CheckedContinuation<OutboxAnswer, Never>
  }

  private var waiters: [Int: Waiter] = [:]
  private var numbers: [TransactionID: Set<Int>] = [:]
  private var lastNumber = 0
  private var known: [TransactionID: OutboxAnswer] = [:]
  private var order: [TransactionID] = []
  /// Between this number of results and twice as many are kept.
  var limit = 1024

  /// The result, if it is not too old.
  func answer(to id: TransactionID) -> OutboxAnswer? { known[id] }

  /// Waits for the result. A cancelled caller stops waiting; the work continues.
  func wait(for id: TransactionID) async -> OutboxAnswer {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: OutboxAnswer(.failure(.failed(.cancelled))))
        } else {
          waiters[number] = Waiter(id: id, continuation: continuation)
          numbers[id, default: []].insert(number)
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.cancelWait(number) }
    }
  }

  /// Records the final result of an entry.
  func end(_ id: TransactionID, _ outcome: Result<Message?, OutboxError>) {
    let answer = OutboxAnswer(outcome)
    if known.updateValue(answer, forKey: id) == nil { order.append(id) }
    // Half at a time, so that the cost of forgetting is negligible.
    if order.count > 2 * limit {
      for old in order.prefix(limit) { known[old] = nil }
      order.removeFirst(limit)
    }
    resume(id, with: answer)
  }

  /// Answers the waiting callers without ending the entry: a failed entry can be retried.
  func report(_ outcome: Result<Message?, OutboxError>, to id: TransactionID) {
    resume(id, with: OutboxAnswer(outcome))
  }

  /// Releases all waiting callers, because their entries are no longer processed.
  func close() {
    numbers = [:]
    let left = waiters.values
    waiters = [:]
    for waiter in left { waiter.continuation.resume(returning: OutboxAnswer(.failure(.failed(.cancelled)))) }
  }

  private func resume(_ id: TransactionID, with answer: OutboxAnswer) {
    for number in numbers.removeValue(forKey: id) ?? [] {
      waiters.removeValue(forKey: number)?.continuation.resume(returning: answer)
    }
  }

  /// Makes the callers that wait for one entry wait for another.
  func move(from old: TransactionID, to new: TransactionID) {
    guard old != new, let moved = numbers.removeValue(forKey: old) else { return }
    for number in moved { waiters[number]?.id = new }
    numbers[new, default: []].formUnion(moved)
  }

  private func cancelWait(_ number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    numbers[waiter.id]?.remove(number)
    if numbers[waiter.id]?.isEmpty == true { numbers[waiter.id] = nil }
    waiter.continuation.resume(returning: OutboxAnswer(.failure(.failed(.cancelled))))
  }
}
