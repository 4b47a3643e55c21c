import ChatDomain
import Glibc
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

/// The real time: a server on the same computer has no other.
struct SystemTime: ChatClock {
  var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  func sleep(until deadline: Timestamp) async throws { try await Task.sleep(for: max(.zero, deadline - now)) }
}
