import CTerminalGuard
import Glibc

/// All that goes to the terminal, in one line, and without ever waiting for a terminal that takes nothing.
///
/// ncurses writes blindly: into a slow line it would hold up the whole program. So it writes into memory, and from
/// there the bytes go out as there is room for them.
@MainActor
final class TerminalOutput {
  /// The terminal, opened anew: that it does not wait is then no concern of those who share our standard output.
  let descriptor: Int32
  /// Where ncurses writes.
  let drawing: Int32
  private var waiting: [UInt8] = []
  /// A terminal that takes nothing for so long does not get all notices and copies.
  private static let limit = 1 << 20

  init?() {
    let anew = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    // Whoever became another user may not open it; then it is shared, and may hold us up.
    descriptor = anew >= 0 ? anew : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    drawing = guard_memory_file()
    guard descriptor >= 0, drawing >= 0 else { return nil }
  }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Takes what ncurses has written since the last time.
  func takeDrawing() {
    let count = lseek(drawing, 0, SEEK_CUR)
    guard count > 0 else { return }
    let start = waiting.count
    waiting += repeatElement(0, count: count)
    let got = waiting.withUnsafeMutableBytes { pread(drawing, $0.baseAddress?.advanced(by: start), count, 0) }
    waiting.removeLast(count - max(0, got))
    lseek(drawing, 0, SEEK_SET)
  }

  func add(_ text: String) {
    guard waiting.count + text.utf8.count <= Self.limit else { return }
    waiting += text.utf8
  }

  /// Writes what waits, as far as there is room.
  func flush() {
    var sent = 0
    while sent < waiting.count {
      let count = waiting.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        // The line is gone; the input tells of it.
        sent = waiting.count
      }
    }
    waiting.removeFirst(sent)
  }

  /// Lets go of what the terminal did not take.
  func forget() { waiting.removeAll() }
}
