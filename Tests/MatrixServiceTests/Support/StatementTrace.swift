import CSQLite
import SQLite

@testable import MatrixService

/// What SQLite is asked for, and how many rows it gives: what something costs, whoever else is busy.
final class StatementTrace {
  private(set) var statements: [String] = []
  /// The statements that gave a row, once for each.
  private(set) var rows: [String] = []

  /// Notes what is asked for while something is done.
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
