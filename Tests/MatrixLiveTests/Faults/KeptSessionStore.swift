import MatrixService
import Synchronization

/// A session that outlives the programs that have it, as a file does.
final class KeptSessionStore: SessionStore {
  private let kept: Mutex<MatrixSession?>
  private let count = Mutex(0)

  init(_ session: MatrixSession) { kept = Mutex(session) }

  /// How often something was saved.
  var saves: Int { count.withLock { $0 } }

  func load() -> MatrixSession? { kept.withLock { $0 } }
  func save(_ session: MatrixSession) {
    kept.withLock { $0 = session }
    count.withLock { $0 += 1 }
  }
  func remove() { kept.withLock { $0 = nil } }
}
