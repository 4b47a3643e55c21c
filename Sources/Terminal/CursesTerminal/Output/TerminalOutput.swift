import CTerminalGuard
import Glibc

/// All output to the terminal, in one queue that does not block when the terminal accepts nothing.
///
/// On a slow line ncurses would block the whole program. So it writes into a memory file, and the bytes are sent from there as
/// fast as the terminal accepts them.
@MainActor
final class TerminalOutput {
  /// The terminal, opened again, so that non-blocking mode does not affect other users of the standard output.
  let descriptor: Int32
  /// The memory file that ncurses writes to.
  let drawing: Int32
  /// The number of bytes read from the memory file, which is truncated only when it has become long.
  private var collected = 0
  private static let longestDrawing = 1 << 14
  /// The buffer for one read from the memory file.
  private var piece = [UInt8](repeating: 0, count: 4_096)
  private var waiting: [UInt8] = []
  /// The number of waiting bytes that were sent. Removing these each time would move a large picture whenever the terminal accepts
  /// a part.
  private var sent = 0
  /// The number of bytes from separate texts since the queue was last empty.
  private var added = 0
  /// The limit for separate texts: beyond it, notices and clipboard copies are dropped.
  private static let limit = 1 << 20

  init?() {
    let anew = open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    // After `su`, opening may fail. A duplicate shares its flags with the shell's descriptor, so it may block.
    descriptor = anew >= 0 ? anew : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    drawing = guard_memory_file()
    guard descriptor >= 0, drawing >= 0 else { return nil }
  }

  var isWaiting: Bool { sent < waiting.count }

  /// Adds what ncurses has written since the last call, up to the end of the file.
  func collectDrawing() {
    var count = 0
    repeat {
      count = piece.withUnsafeMutableBytes { pread(drawing, $0.baseAddress, $0.count, off_t(collected)) }
      guard count > 0 else { break }
      waiting += piece[..<count]
      collected += count
    } while count == piece.count
    if collected >= Self.longestDrawing { dropDrawing() }
  }

  /// Empties the file that ncurses writes to.
  func dropDrawing() {
    lseek(drawing, 0, SEEK_SET)
    ftruncate(drawing, 0)
    collected = 0
  }

  func add(_ text: String) {
    guard added + text.utf8.count <= Self.limit else { return }
    added += text.utf8.count
    waiting += text.utf8
  }

  /// Adds output that is useless in part; the caller must ensure that the queue is short.
  func addWhole(_ text: String) { waiting += text.utf8 }

  /// Writes waiting output as far as the terminal accepts it.
  func flush() {
    while sent < waiting.count {
      let count = waiting.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent)
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        // The line is gone; the input reports it.
        sent = waiting.count
      }
    }
    if !isWaiting { forget() }
  }

  /// Drops output that the terminal has not accepted.
  func forget() {
    // Keeps the few bytes of memory that keys need, but not that of pictures.
    waiting.removeAll(keepingCapacity: waiting.count < 1 << 16)
    (sent, added) = (0, 0)
  }
}
