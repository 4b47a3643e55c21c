import Glibc

/// The environment that the process was started in.
enum ProcessEnvironment {
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Its value; nil if it is empty, which says as little as none.
  static func value(of name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
}
