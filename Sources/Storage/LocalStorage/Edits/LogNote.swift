import Glibc

/// The generation of the tables that is on the disk for sure, noted behind the room for edits in the file of the log. The lock
/// says the same: so an older store is noticed that stands beside a lock of its time.
enum LogNote {
  private static let place = off_t(EditFile.size)

  static func write(_ generation: UInt64, to file: Int32) {
    NotedNumber.write(generation, to: file, at: place)
  }

  /// Nil if there is no log, or if it does not say.
  static func generation(inLogAt path: String) -> UInt64? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return NotedNumber.read(in: file, at: place)
  }
}
