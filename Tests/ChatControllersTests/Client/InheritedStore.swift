import ChatDomain
import ChatTestSupport
import InMemoryService

/// A store that another session owns at first.
actor InheritedStore: WrappedStore {
  /// What its owner writes to.
  let inner = InMemoryStore()
  nonisolated var wrapped: any LocalStore { inner }
  private var refusal: StoreError? = .lockedBy(process: 7)

  /// The owner ends.
  func release() { refusal = .takenOver }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    if let refusal {
      if refusal == .takenOver { self.refusal = nil }
      throw refusal
    }
    try await inner.perform(changes)
  }

  func outbox() async throws(StoreError) -> [OutboxEntry] {
    if case .lockedBy = refusal { return [] }
    return try await inner.outbox()
  }
}
