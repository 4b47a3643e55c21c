import Glibc

/// Bytes in memory, wherever they are.
package protocol RawBytes {
  /// Calls `body` with the bytes, which stay valid until it returns.
  func withBytes<Result, Failure>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Result) throws(Failure)
    -> Result
}

extension Array: RawBytes where Element == UInt8 {
  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension ArraySlice: RawBytes where Element == UInt8 {
  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Overwrites the bytes with zeros.
  func wipe() {
    // Not memset, which the compiler leaves out for memory that is freed next.
    if let baseAddress { explicit_bzero(baseAddress, count) }
  }

  /// Overwrites the bytes with zeros and gives the memory back.
  func wipeAndFree() {
    wipe()
    deallocate()
  }
}

/// A key, or other bytes that must not outlive their use: memory that never changes and is wiped with its last reference.
///
/// Not an array, which leaves copies behind when it grows or is passed on. Not Equatable, because `==` stops at the first
/// difference (`CipherSuite.isEqual` does not). Its description shows nothing, so a log cannot leak it. Not Sendable: it stays with
/// the actor that owns the account, and the compiler checks that.
package final class Secret: RawBytes {
  private let memory: UnsafeMutableRawBufferPointer

  /// Makes a secret of `count` bytes, which are 0 until `fill` writes them.
  package init<Failure>(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void)
    throws(Failure)
  {
    memory = .allocate(byteCount: count, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    try fill(memory)
  }

  /// Copies bytes, such as the UTF-8 of a text.
  package convenience init(copying bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// Joins the parts to one secret.
  package convenience init(joining parts: [any RawBytes]) {
    let count = parts.reduce(0) { $0 + $1.withBytes(\.count) }
    self.init(count: count) { memory in
      var rest = memory[...]
      for part in parts {
        part.withBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: bytes)
          rest = rest.dropFirst(bytes.count)
        }
      }
    }
  }

  deinit { memory.wipeAndFree() }

  /// The number of bytes.
  package var count: Int { memory.count }

  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(UnsafeRawBufferPointer(memory)) }

  /// A part of the secret, without a copy.
  package subscript(range: Range<Int>) -> SecretSlice { SecretSlice(self, range) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "Secret" }
  package var debugDescription: String { "Secret" }
  /// Empty, for `dump`.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A part of a secret.
package struct SecretSlice: RawBytes {
  private let secret: Secret
  private let range: Range<Int>

  fileprivate init(_ secret: Secret, _ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= secret.count, "a part of a secret is outside of it")
    self.secret = secret
    self.range = range
  }

  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes { bytes throws(Failure) in try body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
  }

  /// A copy that is a secret itself.
  package func copy() -> Secret { Secret(joining: [self]) }
}
