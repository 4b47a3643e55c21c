import CSQLite
import ChatDomain
import HTTPTransport
import InMemoryService
import SQLite
import Synchronization

@testable import MatrixService

/// Blocks callers until the test opens it.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Waiting for a caller to be blocked.
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Opens the latch permanently.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        defer { state.watchers = [] }
        return (state.isOpen, state.watchers)
      }
      if isOpen { continuation.resume() }
      for watcher in watchers { watcher.resume() }
    }
  }

  /// Waits until a caller is blocked.
  func untilHeld() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.waiting.isEmpty { state.watchers.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isHeld { continuation.resume() }
    }
  }
}

/// The SQLite statements run and the rows returned: a measure of cost that does not depend on the load of the
/// machine.
final class StatementTrace {
  private(set) var statements: [String] = []
  /// The statement of each returned row.
  private(set) var rows: [String] = []

  /// Records the statements that run during a call.
  static func of(_ cache: MatrixCache, _ body: () throws -> Void) rethrows -> StatementTrace {
    let trace = StatementTrace()
    let context = Unmanaged.passUnretained(trace).toOpaque()
    cache.connection.withHandle { handle in
      _ = sqlite3_trace_v2(
        handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW),
        { kind, context, statement, _ in
          guard let context, let statement, let text = sqlite3_sql(OpaquePointer(statement)) else { return 0 }
          let trace = Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
          let sql = String(cString: text)
          if kind == UInt32(SQLITE_TRACE_STMT) {
            trace.statements.append(sql)
          } else {
            trace.rows.append(sql)
          }
          return 0
        }, context)
    }
    defer { cache.connection.withHandle { handle in _ = sqlite3_trace_v2(handle, 0, nil, nil) } }
    try body()
    return trace
  }

  func count(_ part: String) -> Int { statements.count { $0.contains(part) } }

  func rowCount(_ part: String) -> Int { rows.count { $0.contains(part) } }
}

/// Sample requests.
enum Sample {
  static let tokens = SessionTokens(access: "access-0", refresh: "refresh-0")

  static func session(
    _ tokens: SessionTokens = tokens, at server: String = "https://example.org"
  ) throws -> MatrixSession {
    MatrixSession(
      server: try HomeserverAddress(server), user: "@ann:example.org", device: "LAPTOP", tokens: tokens)
  }

  static let room: ChannelID = "!room:example.org"
  /// Requests with different rate limit classes; `profile` has none.
  static func send(_ number: Int = 0) -> MatrixRequest {
    .setState("m.room.topic", key: "\(number)", Array("{}".utf8), in: room)
  }
  static let join = MatrixRequest.join(room)
  static let invite = MatrixRequest.invite("@bob:example.org", to: room)
  static let profile = MatrixRequest.profile(of: "@bob:example.org")
}

/// A connection with its dependencies.
struct Desk {
  let sessionStore: MemorySessionStore
  let clock = ManualClock()
  let transport: ScriptedTransport
  let connection: MatrixConnection

  init(_ transport: ScriptedTransport, session: MatrixSession? = nil, kept: MatrixSession? = nil) throws {
    let session = try session ?? Sample.session()
    sessionStore = MemorySessionStore(kept ?? session)
    self.transport = transport
    connection = MatrixConnection(
      session: session, sessionStore: sessionStore, transport: transport, clock: clock)
  }

  /// The error of a request; nil on success.
  func failure(_ request: MatrixRequest, _ context: FailureContext = FailureContext()) async -> ChatError? {
    do throws(ChatError) {
      _ = try await connection.answer(to: request, context)
      return nil
    } catch {
      return error
    }
  }
}
