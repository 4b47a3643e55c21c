import Glibc

/// What the program tells whoever started it; numbers of sysexits.h.
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  /// There is nothing that could be exported.
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let cannotCreate: Int32 = 73
  /// Not everything that was typed could be kept, or what was asked for could not be read or written.
  static let notSaved: Int32 = 74
  static let misconfigured: Int32 = 78
}

/// Says something on standard error.
func complain(_ sentence: String) {
  let line = Array("\(sentence)\n".utf8)
  // Nothing can be said about an error stream that takes no words, so the result is let go.
  _ = write(STDERR_FILENO, line, line.count)
}

/// Writes to standard output, or says why not all of it could be written.
///
/// - Returns: the exit status.
func put(_ text: String) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      complain("inkwell: not all of it could be written: \(String(cString: strerror(errno)))")
      return ExitStatus.notSaved
    }
    rest.removeFirst(count)
  }
  return ExitStatus.success
}

/// Ends the program with an exit status.
func leave(with status: Int32) -> Never {
  exit(status)
}
