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
