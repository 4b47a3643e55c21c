import Glibc

/// Reads configuration and theme files.
struct ConfigurationFiles: Sendable {
  enum Contents: Equatable, Sendable {
    case bytes([UInt8])
    case missing
    /// Why the file cannot be read, as a sentence.
    case unreadable(String)
  }

  /// The contents of the file at a path.
  let contents: @Sendable (String) -> Contents

  /// The maximum size, more than any person writes.
  static let most = 1 << 20

  static let disk = ConfigurationFiles { path in
    // Opening a pipe without a writer must not block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // The home of a service account may be /dev/null, which contains nothing.
    guard file >= 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason(errno))
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return .unreadable(reason(errno)) }
      guard count > 0 else { return .bytes(bytes) }
      bytes += buffer[..<count]
      guard bytes.count <= most else { return .unreadable("it is larger than \(most / 1024) kilobytes") }
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// The default file; nil if there is no home.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  static func standardPath(_ variable: (String) -> String?) -> String? {
    PersonalFolder.configuration.path(variable).map { "\($0)/config.json5" }
  }
}
