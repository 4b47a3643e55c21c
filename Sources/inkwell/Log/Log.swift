import ChatDomain
import Glibc

/// A log of events, one line each.
@MainActor
final class Log {
  private let clock: any ChatClock
  private let level: LogLevel
  private let append: (String) -> Void

  /// - Parameters:
  ///   - level: events of later levels are left out.
  ///   - write: receives whole lines.
  init(clock: any ChatClock, level: LogLevel = .info, write: @escaping (String) -> Void) {
    self.clock = clock
    self.level = level
    append = write
  }

  func write(_ event: LogEvent) {
    guard let (level, text) = event.entry, level <= self.level else { return }
    // Names and reasons come from outside, and each event must stay on one line.
    append("\(clock.now.utc) \(level.rawValue) \(text.printable)\n")
  }
}

/// How much is logged; each level includes those before it.
enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
  case error, warning, info, debug

  static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .info: 2
    case .debug: 3
    }
  }
}

/// The file of a log, readable only by this user.
final class LogFile: Sendable {
  private let file: Int32

  /// Why it cannot be used, as a sentence.
  struct Fault: Error, Hashable { let sentence: String }

  init(_ path: String) throws(Fault) {
    // If this throws after the file was opened, `deinit` closes it.
    // Without `O_NONBLOCK`, opening a pipe without a reader would block. A link could lead to another file.
    file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW, 0o600)
    guard file >= 0 else {
      throw Fault(
        sentence: errno == ELOOP
          ? "\(path.printable) is a symbolic link: --log-file needs the file itself"
          : "\(path.printable) cannot be written: \(String(cString: strerror(errno)))")
    }
    guard isatty(file) == 0 else {
      throw Fault(sentence: "\(path.printable) is a terminal; a log needs a file")
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    // An existing file may be readable by others.
    guard status.st_mode & 0o777 == 0o600 || fchmod(file, 0o600) == 0 else {
      let reason = String(cString: strerror(errno))
      throw Fault(sentence: "\(path.printable) can be read by others, and that cannot be changed: \(reason)")
    }
  }

  deinit { close(file) }

  /// Writes a line in one piece, so that the lines of several programs do not mix. A full disk loses lines, because there is
  /// nowhere to report it.
  func append(_ line: String) {
    let bytes = Array(line.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }
}
