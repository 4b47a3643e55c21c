import Glibc

/// The file that a log is appended to, readable only by this person.
final class LogFile: Sendable {
  private let file: Int32

  /// Why it cannot be used, as a sentence.
  struct Fault: Error, Hashable { let sentence: String }

  init(_ path: String) throws(Fault) {
    // Opening a pipe without a reader would block. A link could lead to a file that is something else.
    file = open(
      path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw Fault(
        sentence: errno == ELOOP
          ? "\(path.printable) is a symbolic link: --log-file wants the file itself"
          : "\(path.printable) cannot be written: \(String(cString: strerror(errno)))")
    }
    guard isatty(file) == 0 else {
      close(file)
      throw Fault(sentence: "\(path.printable) is a terminal, and a log belongs into a file")
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    // One that was there before may be open to others.
    guard status.st_mode & 0o777 == 0o600 || fchmod(file, 0o600) == 0 else {
      let reason = String(cString: strerror(errno))
      close(file)
      throw Fault(sentence: "\(path.printable) is open to others, and that cannot be changed: \(reason)")
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
