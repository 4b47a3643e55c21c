package import ChatDomain

/// How an entry ended. As small as two references, because thousands are kept for earlier messages, and thousands of callers may
/// wait for one.
package typealias OutboxAnswer = Result<Message?, OutboxError>

/// The results of entries, for callers that wait and for callers that ask a little later.
final class OutboxResults {
  private struct Waiter {
    var id: TransactionID
    let continuation: CheckedContinuation<OutboxAnswer, Never>
  }

  private var waiters: [Int: Waiter] = [:]
  private var numbers: [TransactionID: Set<Int>] = [:]
  private var lastNumber = 0
  var known = RecentValues<TransactionID, OutboxAnswer>(limit: 1024)

  /// The result, if it is not too old.
  func answer(to id: TransactionID) -> OutboxAnswer? { known[id] }

  /// Waits for the result. A cancelled caller stops waiting; the work continues.
  func wait(for id: TransactionID) async -> OutboxAnswer {
    lastNumber += 1
    let number = lastNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: .failure(.failed(.cancelled)))
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
  func end(_ id: TransactionID, _ answer: OutboxAnswer) {
    known.set(answer, for: id)
    report(answer, to: id)
  }

  /// Answers the waiting callers without ending the entry: a failed entry can be retried.
  func report(_ answer: OutboxAnswer, to id: TransactionID) {
    for number in numbers.removeValue(forKey: id) ?? [] {
      waiters.removeValue(forKey: number)?.continuation.resume(returning: answer)
    }
  }

  /// Releases all waiting callers, because their entries are no longer processed.
  func close() {
    numbers = [:]
    let left = waiters.values
    waiters = [:]
    for waiter in left { waiter.continuation.resume(returning: .failure(.failed(.cancelled))) }
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
    waiter.continuation.resume(returning: .failure(.failed(.cancelled)))
  }
}
