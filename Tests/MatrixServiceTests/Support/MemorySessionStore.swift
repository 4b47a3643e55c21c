import MatrixService
import Synchronization

/// Keeps a session in memory, or does not.
final class MemorySessionStore: SessionStore {
  private struct State {
    var session: MatrixSession?
    var saved: [MatrixSession] = []
    var fault: SessionFault?
  }

  private let state: Mutex<State>

  init(_ session: MatrixSession? = nil) { state = Mutex(State(session: session)) }

  /// What is there; set by a test in the name of another program.
  var session: MatrixSession? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }

  /// All that was ever saved.
  var saved: [MatrixSession] { state.withLock { $0.saved } }

  /// Why nothing can be saved from now on.
  func fail(_ fault: SessionFault?) { state.withLock { $0.fault = fault } }

  func load() throws(SessionFault) -> MatrixSession? { session }

  func save(_ session: MatrixSession) throws(SessionFault) {
    let fault = state.withLock { state in
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
