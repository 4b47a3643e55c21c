import FileSystem
import Synchronization

@testable import MatrixService

/// Stores a session in memory, or fails to.
final class MemorySessionStore: SessionStore {
  private struct State {
    var session: MatrixSession?
    var saved: [MatrixSession] = []
    var fault: SessionFault?
    var queues: Set<String?> = []
  }

  private let state: Mutex<State>

  init(_ session: MatrixSession? = nil) { state = Mutex(State(session: session)) }

  /// The stored session; a test sets it to act as another program.
  var session: MatrixSession? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }

  /// All sessions saved so far.
  var saved: [MatrixSession] { state.withLock { $0.saved } }

  /// The queues on which it was called.
  var queues: Set<String?> { state.withLock { $0.queues } }

  /// Sets the error of all later saves.
  func fail(_ fault: SessionFault?) { state.withLock { $0.fault = fault } }

  func load() throws(SessionFault) -> MatrixSession? {
    state.withLock { _ = $0.queues.insert(DiskQueue.current) }
    return session
  }

  func save(_ session: MatrixSession) throws(SessionFault) {
    let fault = state.withLock { state in
      state.queues.insert(DiskQueue.current)
      if state.fault == nil {
        state.session = session
        state.saved.append(session)
      }
      return state.fault
    }
    if let fault { throw fault }
  }

  func remove() throws(SessionFault) { session = nil }
}
