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

  /// Runs the statement to its end. Rows are ignored.
  func run(_ values: [Value]) -> Int32 {
    var code = bind(values)
    guard code == SQLITE_OK else { return code }
    repeat { code = step() } while code == SQLITE_ROW
    return code == SQLITE_DONE ? SQLITE_OK : code
  }

  func step() -> Int32 {
    // Clears `errno`, so that a later value comes from this step.
    errno = 0
    return sqlite3_step(handle)
  }

  /// Resets the statement and its values. SQLite's result is ignored: it repeats that of the previous step, which was checked.
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

/// A value in a column.
package enum Value {
  case null
  case integer(Int64)
  /// A text stored as bytes: some SQLite functions end a text at a NUL, and bytes are compared exactly.
  case id(String)
  case bytes([UInt8])

  /// Calls the closure with the bytes of a text or a blob, without copying them if possible; other values have none.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .null, .integer: body(UnsafeRawBufferPointer(start: nil, count: 0))
    case .id(let text):
      text.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
        ?? Array(text.utf8).withUnsafeBytes(body)
    case .bytes(let bytes): bytes.withUnsafeBytes(body)
    }
  }
}

/// Compares as SQLite does: strings that are equal in Swift can have different bytes.
extension Value: Hashable {
  package static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let number), .integer(let otherNumber)): number == otherNumber
    case (.id, .id), (.id, .bytes), (.bytes, .id), (.bytes, .bytes):
      one.withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
    case (.null, _), (.integer, _), (.id, _), (.bytes, _): false
    }
  }

  package func hash(into hasher: inout Hasher) {
    if case .integer(let number) = self { hasher.combine(number) }
    withBytes { hasher.combine(bytes: $0) }
  }
}

/// The text of a statement that runs very often. A connection finds the prepared statement by the object's identity and not by
/// the text, which can be as long as a page of ids.
package final class Query: Hashable, Sendable {
  package let sql: String

  package init(_ sql: String) { self.sql = sql }

  package static func == (one: Query, other: Query) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Turns off SQLite's memory statistics, which take a lock for each allocation. Evaluated once, before the first connection; false
/// if SQLite was already in use.
let usesLittleMemory: Bool = sqlite_count_memory(0) == SQLITE_OK
