import Glibc

/// The environment that the process was started in.
enum ProcessEnvironment {
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
