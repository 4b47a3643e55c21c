import CSQLite
import Glibc

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
        case .id, .bytes:
          value.withBytes { sqlite_bind_bytes(handle, place, $0.baseAddress, UInt64($0.count)) }
        }
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  /// Runs the statement to its end without copying the values, which stay in place until then. Rows are ignored.
  /// - Parameter index: the index of the first value that is not bound yet.
  func run(_ values: [Value], from index: Int = 0) -> Int32 {
    var index = index
    while index < values.count {
      let place = Int32(index + 1)
      let code: Int32
      switch values[index] {
      case .null: code = sqlite3_bind_null(handle, place)
      case .integer(let number): code = sqlite3_bind_int64(handle, place, number)
      case .id, .bytes:
        return values[index].withBytes { bytes in
          let code = sqlite_bind_bytes_in_place(handle, place, bytes.baseAddress, UInt64(bytes.count))
          return code == SQLITE_OK ? run(values, from: index + 1) : forgetting(code)
        }
      }
      guard code == SQLITE_OK else { return forgetting(code) }
      index += 1
    }
    return finish()
  }

  private func finish() -> Int32 {
    var code = step()
    while code == SQLITE_ROW { code = step() }
    return forgetting(code == SQLITE_DONE ? SQLITE_OK : code)
  }

  /// Clears the bindings before the bound memory becomes invalid.
  private func forgetting(_ code: Int32) -> Int32 {
    sqlite3_clear_bindings(handle)
    return code
  }

  func step() -> Int32 {
    // Clears `errno`, so that a later value comes from this step.
    errno = 0
    return sqlite3_step(handle)
  }

  /// The result is ignored: it repeats that of the previous step, which was checked.
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

  /// The text stored with `Value.id`.
  package func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_blob(handle, column) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }
}
