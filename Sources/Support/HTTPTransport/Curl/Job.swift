import Synchronization

/// A request on its way to the thread, with the continuation of its caller.
struct Job: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPError>

  let checked: CheckedRequest
  let cancellation: Cancellation
  let deadline: ContinuousClock.Instant?
  private let continuation: CheckedContinuation<Answer, Never>

  init(
    _ checked: CheckedRequest, _ cancellation: Cancellation,
    _ continuation: CheckedContinuation<Answer, Never>
  ) {
    self.checked = checked
    self.cancellation = cancellation
    self.continuation = continuation
    deadline = checked.request.patience.total.map { .now + $0 }
  }

  var request: HTTPRequest { checked.request }

  /// Must be called exactly once.
  func end(_ answer: Answer) { continuation.resume(returning: answer) }
}

/// Whether the task that waits for a request was cancelled.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isAsked: Bool { flag.load(ordering: .acquiring) }

  func ask() { flag.store(true, ordering: .releasing) }
}
