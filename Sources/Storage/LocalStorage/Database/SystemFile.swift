import FileSystem
import Glibc

/// System calls for files.
enum SystemFile {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether the path is a regular file, not a folder, a device or a link. Throws if the system cannot tell, because a file
  /// with stored data may be there.
  static func isRegular(_ path: String) throws(StorageFault) -> Bool {
    if let kind = kind(path) { return kind == S_IFREG }
    guard errno == ENOENT || errno == ENOTDIR else { throw .system(at: path) }
    return false
  }

  static func isLink(_ path: String) -> Bool { kind(path) == S_IFLNK }

  /// Whether the path exists, including as a dangling link.
  static func isAnything(_ path: String) -> Bool { kind(path) != nil }

  /// Whether a folder, a link or a device has this name.
  static func isReplaced(_ path: String) -> Bool { kind(path).map { $0 != S_IFREG } ?? false }

  /// Nil if the path does not exist, or if its kind is unknown; `errno` says why.
  private static func kind(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Sets the permissions of a file or folder if other users have any. Does nothing for a link, a missing file or a read-only disk.
  static func restrict(_ path: String, to mode: mode_t) throws(StorageFault) {
    var status = stat()
    guard !isLink(path), stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard chmod(path, mode) == 0 || errno == EROFS else { throw .system(at: path) }
  }

  static func move(_ path: String, to name: String) throws(StorageFault) {
    guard rename(path, name) == 0 else { throw .system(at: name) }
  }

  /// Returns once the file's contents are on the disk.
  static func sync(_ path: String) throws(StorageFault) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw .system(at: path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw .system(at: path) }
  }

  /// - Parameter most: the maximum number of bytes to read.
  static func read(_ path: String, atMost most: Int = .max) throws(StorageFault) -> [UInt8] {
    // Without `O_NONBLOCK`, opening a pipe in the place of the file would block until it has a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .system(at: path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(most, 1 << 16))
    while bytes.count < most {
      let count = Glibc.read(file, &buffer, min(buffer.count, most - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(at: path) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws(StorageFault) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .system(at: path) }
    defer { close(file) }
    do throws(SystemFault) { try WholeFile.write(bytes, to: file) } catch {
      throw .system(errno: error.code, path: path)
    }
  }

  /// Whether the path still names an open file.
  static func isOpen(_ file: Int32, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(file, &own) == 0 && stat(path, &named) == 0
      && (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
  }
}
