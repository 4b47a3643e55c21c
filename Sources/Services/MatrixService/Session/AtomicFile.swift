import FileSystem
import Glibc

/// A file that is written beside another and then takes its place: at every moment one of the two is there, and whole.
enum AtomicFile {
  static let kind = HiddenFile.Kind(beginning: ".session-", ending: ".new")

  /// Returns once the bytes are on the disk under their name. If it fails, nothing of them is left behind.
  static func write(_ bytes: [UInt8], to path: String, in folder: String) throws(SystemFault) {
    removeLeftovers(in: folder)
    let file = try HiddenFile(in: folder, kind, mode: 0o600)
    do throws(SystemFault) {
      // The system's mask can take permissions away, also the owner's.
      try check(fchmod(file.descriptor, 0o600), file.path)
      try file.write(bytes)
      try check(fsync(file.descriptor), file.path)
      try check(rename(file.path, path), path)
    } catch {
      unlink(file.path)
      throw error
    }
    try sync(folder)
  }

  /// Removes what programs left behind that ended while they wrote, tokens and all.
  static func removeLeftovers(in folder: String) { HiddenFile.removeLeftovers(of: kind, in: folder) }

  /// Returns once the names in a folder are on the disk.
  private static func sync(_ folder: String) throws(SystemFault) {
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(directory, folder)
    defer { close(directory) }
    // Some file systems cannot, and then have nothing to bring anywhere.
    guard fsync(directory) == 0 || errno == EINVAL else { throw SystemFault(code: errno, path: folder) }
  }

  private static func check(_ answer: Int32, _ path: String) throws(SystemFault) {
    if answer < 0 { throw SystemFault(code: errno, path: path) }
  }
}
