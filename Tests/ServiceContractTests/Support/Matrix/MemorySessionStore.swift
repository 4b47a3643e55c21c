import ChatDomain
import MatrixService
import Synchronization

/// A session that is kept as long as its test.
final class MemorySessionStore: SessionStore {
  private let kept: Mutex<MatrixSession?>

  init(_ session: MatrixSession) { kept = Mutex(session) }

  func load() -> MatrixSession? { kept.withLock { $0 } }
  func save(_ session: MatrixSession) { kept.withLock { $0 = session } }
  func remove() { kept.withLock { $0 = nil } }
}
