import CTerminalGuard
import Glibc

/// A secret whose bytes in memory are overwritten when it is released.
///
/// Only this copy is covered: code that receives a `String` made from it makes more copies.
public final class Secret {
  /// The maximum number of bytes.
  public static let limit = 1024

  /// Never reallocated, because the old buffer would keep the bytes.
  private var bytes = [UInt8](repeating: 0, count: limit)
  private var count = 0

  public init() {}

  deinit { wipe() }

  public var isEmpty: Bool { count == 0 }

  /// - Returns: false if it is full.
  func append(_ byte: UInt8) -> Bool {
    guard count < Self.limit else { return false }
    bytes[count] = byte
    count += 1
    return true
  }

  /// Removes the last letter, which may have several bytes.
  func removeLast() {
    while count > 0 {
      count -= 1
      let isWithin = bytes[count] & 0xC0 == 0x80
      bytes[count] = 0
      if !isWithin { return }
    }
  }

  /// The secret as text; nil if it is not valid UTF-8.
  public var text: String? { String(validating: bytes[..<count], as: UTF8.self) }

  /// Overwrites all bytes.
  public func wipe() {
    bytes.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
    }
    count = 0
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  public var description: String { "Secret(…)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Core dumps: files with the memory of a crashed process, at a place that the system chooses.
public enum CoreDumps {
  /// Forbids core dumps of this process, and prevents other processes of the same user from reading its memory. Child programs
  /// are not affected.
  public static func forbid() {
    // It fails only for an invalid argument.
    _ = guard_forbid_core_dumps()
  }
}
