import ChatDomain
import ChatTestSupport
import InMemoryService
import Synchronization

/// A device's store that counts what is asked of it, so that the run can see whether something moves.
nonisolated final class DeviceStore: WrappedStore {
  let inner = InMemoryStore()
  var wrapped: any LocalStore { inner }
  private let count = Mutex(0)

  var writes: Int { count.withLock { $0 } }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    count.withLock { $0 += 1 }
    try await inner.perform(changes)
    count.withLock { $0 += 1 }
  }
}
