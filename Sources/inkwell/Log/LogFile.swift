import Glibc

/// The file that a log is appended to, readable only by this person.
final class LogFile: Sendable {
  private let file: Int32

  /// Why it cannot be used, as a sentence.
  struct Fault: Error, Hashable { let sentence: String }

  init(_ path: String) throws(Fault) {
    // Opening a pipe without a reader would block.
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

  /// Written in one piece, so that the lines of several programs stay whole. A full disk loses lines: there is nowhere
  /// to report it.
  func append(_ line: String) {
    let bytes = Array(line.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }
}
