/// A value in a column.
package enum Value {
  case null
  case integer(Int64)
  /// A text stored as bytes: some SQLite functions end a text at a NUL, and bytes are compared exactly.
  case id(String)
  case bytes([UInt8])

  /// Calls the closure with the bytes of a text or of bytes, in place; other values have none.
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
