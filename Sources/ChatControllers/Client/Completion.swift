/// The form with a completion of what can be waited for: begins it, and tells how it ended.
func complete<Success, Failure: Error>(
  _ tell: @escaping (Result<Success, Failure>) -> Void,
  after work: @escaping () async throws(Failure) -> Success
) {
  Task {
    do throws(Failure) {
      tell(.success(try await work()))
    } catch {
      tell(.failure(error))
    }
  }
}

nonisolated extension Result {
  /// What came of it; nil when it failed.
  var value: Success? { if case .success(let value) = self { value } else { nil } }
  /// Why it failed; nil when it did not.
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
