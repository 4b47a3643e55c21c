/// Runs an async operation for a variant with a completion handler and passes on its result.
func complete<Success, Failure: Error>(
  _ handler: @escaping (Result<Success, Failure>) -> Void,
  after work: @escaping () async throws(Failure) -> Success
) {
  Task {
    do throws(Failure) {
      handler(.success(try await work()))
    } catch {
      handler(.failure(error))
    }
  }
}

nonisolated extension Result {
  /// The value; nil if the operation failed.
  var value: Success? { if case .success(let value) = self { value } else { nil } }
  /// The error; nil if the operation succeeded.
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
