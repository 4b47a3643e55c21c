import Glibc

/// The program's exit statuses, with the numbers of sysexits.h.
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  /// What is to be sent is no text, or nothing.
  static let badData: Int32 = 65
  /// There is nothing to export, or no such channel.
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let cannotCreate: Int32 = 73
  /// Not all typed text could be saved, or the requested data could not be read or written.
  static let notSaved: Int32 = 74
  /// It is not done yet, and will be done without being asked again.
  static let waiting: Int32 = 75
  /// A server refuses to sign the person in, or what was sent.
  static let notAllowed: Int32 = 77
  static let misconfigured: Int32 = 78
  /// A signal asked the program to end before there was a screen; its number is added.
  static let signal: Int32 = 128
}

/// Writes a sentence to standard error, after the program's name.
func complain(_ sentence: String) {
  let line = Array("inkwell: \(sentence)\n".utf8)
  // A failure to write to the error stream cannot be reported, so the result is ignored.
  _ = write(STDERR_FILENO, line, line.count)
}

/// Writes a sentence to standard error, after the program's name, over the one that was written so before.
func complainInPlace(_ sentence: String) {
  let line = Array("\r\u{1B}[Kinkwell: \(sentence)".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Ends the line that was written in place.
func endLineInPlace() { _ = write(STDERR_FILENO, "\n", 1) }

/// Writes to standard output, or reports why not all of it could be written.
///
/// - Returns: the exit status.
func printOut(_ text: String) -> Int32 {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else {
      complain("not all of it could be written: \(String(cString: strerror(errno)))")
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
