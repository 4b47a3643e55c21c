import Glibc

/// The file that a log is appended to, which only this person can read.
final class LogFile: Sendable {
  private let file: Int32

  /// Why it cannot be one, as a sentence.
  struct Fault: Error, Hashable { let sentence: String }

  init(_ path: String) throws(Fault) {
    // A pipe that nobody reads would have the program wait for somebody.
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o600)
    guard file >= 0 else {
      throw Fault(sentence: "\(path.printable) cannot be written: \(String(cString: strerror(errno)))")
    }
    guard isatty(file) == 0 else {
      close(file)
      throw Fault(sentence: "\(path.printable) is a terminal, and a log belongs into a file")
    }
  }

  deinit { close(file) }

  /// In one piece, so that the lines of several programs stay whole. What a full disk does not take is left out: there is
  /// nowhere to say so.
  func append(_ line: String) {
    let bytes = Array(line.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }
}
