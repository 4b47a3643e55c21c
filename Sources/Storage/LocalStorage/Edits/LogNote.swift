import Glibc

/// The generation of the tables that is certainly on the disk, stored after the room for edits in the file of the log. The lock
/// stores the same number. An older store is therefore detected even if it was restored together with its lock.
enum LogNote {
  private static let place = off_t(EditFile.size)

  static func write(_ generation: UInt64, to file: Int32) {
    NotedNumber.write(generation, to: file, at: place)
  }

  /// Nil if the log is missing or has no valid number.
  static func generation(inLogAt path: String) -> UInt64? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return NotedNumber.read(in: file, at: place)
  }
}
