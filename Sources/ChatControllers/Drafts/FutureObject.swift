/// A value that is looked up when somebody asks for it; until then nothing runs.
public protocol FutureObject<Value>: AnyObject {
  associatedtype Value: Sendable

  /// Asks, and calls back on the main actor.
  func async(completion: @escaping (Swift.Result<Value, any Error>) -> Void)

  /// Asks, and waits.
  func async() async throws -> Value
}

/// The future of a draft's suggestions; asked several times, it looks them up once.
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
      // What failed may succeed for who asks once more.
      if answer == task { answer = nil }
      throw error
    }
  }
}
