import Glibc

/// What the program tells whoever started it; numbers of sysexits.h.
enum ExitStatus {
  static let success: Int32 = 0
  static let usage: Int32 = 64
  static let unavailable: Int32 = 69
  /// Not everything that was typed could be kept.
  static let notSaved: Int32 = 74
  static let misconfigured: Int32 = 78
}

/// Says something on standard error.
func complain(_ sentence: String) {
  let line = Array("\(sentence)\n".utf8)
  // Nothing can be said about an error stream that takes no words, so the result is let go.
  _ = write(STDERR_FILENO, line, line.count)
}

/// Ends the program with an exit status.
func leave(with status: Int32) -> Never {
  exit(status)
}
