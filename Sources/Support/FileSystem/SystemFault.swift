import Glibc

/// A failed system call on a file.
public struct SystemFault: Error, Hashable, Sendable {
  /// The errno.
  public let code: Int32
  public let path: String

  public init(code: Int32, path: String) {
    self.code = code
    self.path = path
  }

  /// The system's last error.
  static func last(at path: String) -> SystemFault { SystemFault(code: errno, path: path) }
}

extension SystemFault: CustomStringConvertible {
  public var description: String { "\(path): \(String(cString: strerror(code)))" }
}
