/// A value that is looked up on the first request; until then nothing runs.
public protocol FutureObject<Value>: AnyObject {
  /// What is looked up.
  associatedtype Value: Sendable

  /// Requests the value, and calls back on the main actor.
  func async(completion: @escaping (Swift.Result<Value, any Error>) -> Void)

  /// Requests the value, and waits for it.
  func async() async throws -> Value
}

/// A future that looks its value up once, however often it is requested.
final class LookupFuture<Value: Sendable>: FutureObject {
  private let lookup: () async throws -> Value
  private var answer: Task<Value, any Error>?

  init(_ lookup: @escaping () async throws -> Value) { self.lookup = lookup }

  func async(completion: @escaping (Swift.Result<Value, any Error>) -> Void) {
    Task {
      do { completion(.success(try await self.async())) } catch { completion(.failure(error)) }
    }
  }

  func async() async throws -> Value {
    let task = answer ?? Task { try await self.lookup() }
    answer = task
    do {
      return try await task.value
    } catch {
      // After a failure, the next request tries again.
      if answer == task { answer = nil }
      throw error
    }
  }
}
