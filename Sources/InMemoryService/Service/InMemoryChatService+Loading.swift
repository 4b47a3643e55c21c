public import ChatDomain

extension InMemoryChatService {
  /// Makes a person known, or changes what is known of them.
  public func add(_ user: User) { withState { $0.add(user) } }
}
