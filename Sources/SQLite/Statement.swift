import CSQLite
import Glibc

/// A value in a column.
package enum Value: Hashable {
  case null
  case integer(Int64)
  case bytes([UInt8])

  /// As bytes, not text: in places SQLite ends a text at a NUL, and bytes are compared exactly.
  package static func id(_ text: String) -> Value { .bytes(Array(text.utf8)) }
}

/// A prepared statement, which can be run repeatedly.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  var row: Row { Row(handle) }

  func bind(_ values: [Value]) -> Int32 {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .bytes(let bytes):
          bytes.withUnsafeBytes { sqlite_bind_bytes(handle, place, $0.baseAddress, UInt64($0.count)) }
        }
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  func step() -> Int32 {
    // Clears `errno`, so that a later value comes from this step.
    errno = 0
    return sqlite3_step(handle)
  }

  /// Its result repeats that of the step before, which was checked.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// The current row of a statement; valid only until its next step.
package struct Row {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  package func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// What was stored with `Value.id`.
  package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_blob(handle, column) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
