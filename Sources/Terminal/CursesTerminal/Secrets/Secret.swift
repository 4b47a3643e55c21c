import Glibc

/// Something that nobody should read in memory later: its bytes are overwritten when it goes.
///
/// As far as that can be promised: a `String` made of it is copied by whatever it is given to.
public final class Secret {
  /// The most bytes that there can be.
  public static let limit = 1024

  /// Never grows, because what it grew out of would be left behind.
  private var bytes = [UInt8](repeating: 0, count: limit)
  private var count = 0

  public init() {}

  deinit { wipe() }

  public var isEmpty: Bool { count == 0 }

  /// - Returns: false if there is no room for it.
  func append(_ byte: UInt8) -> Bool {
    guard count < Self.limit else { return false }
    bytes[count] = byte
    count += 1
    return true
  }

  /// Takes the last letter away, of however many bytes it is.
  func removeLast() {
    while count > 0 {
      count -= 1
      let isWithin = bytes[count] & 0xC0 == 0x80
      bytes[count] = 0
      if !isWithin { return }
    }
  }

  /// What it says; nil if that is no text.
  public var text: String? { String(validating: bytes[..<count], as: UTF8.self) }

  /// Overwrites everything.
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
