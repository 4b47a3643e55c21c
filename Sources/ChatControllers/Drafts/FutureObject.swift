public import ChatDomain

/// A value that is looked up on the first request; until then nothing runs.
public protocol FutureObject<Value>: AnyObject, Sendable {
  /// What is looked up.
  associatedtype Value: Sendable

  /// Requests the value, and calls back on the main actor.
  func async(completion: @escaping (Swift.Result<Value, ChatError>) -> Void)

  /// Requests the value, and waits for it.
  func async() async throws(ChatError) -> Value
}

/// A future that looks its value up once, however often it is requested.
final class LookupFuture<Value: Sendable>: FutureObject {
  private let lookup: () async throws(ChatError) -> Value
  private var answer: Task<Result<Value, ChatError>, Never>?

  init(_ lookup: @escaping () async throws(ChatError) -> Value) { self.lookup = lookup }

  func async(completion: @escaping (Swift.Result<Value, ChatError>) -> Void) {
    complete(completion) { () async throws(ChatError) in try await self.async() }
  }

  func async() async throws(ChatError) -> Value {
    let task =
      answer
      ?? Task {
        do throws(ChatError) { return .success(try await self.lookup()) } catch { return .failure(error) }
      }
    answer = task
    let result = await task.value
    // After a failure, the next request tries again.
    if case .failure = result, answer == task { answer = nil }
    return try result.get()
  }
}
