import Glibc

/// A file that is being written to take the place of another.
///
/// It is locked as long as its program lives: an unlocked one was left behind by a program that ended, tokens and all.
final class AtomicFile {
  private let folder: String
  private let path: String
  private let file: Int32
  private var isTaken = false

  private static let beginning = ".session-"
  private static let ending = ".new"

  init(in folder: String) throws(SessionFault) {
    Self.removeLeftovers(in: folder)
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(Self.beginning)\(number)\(Self.ending)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .system(errno: errno, path: path)
      }
      // Another program may have taken it for a leftover before it was locked. Where nothing can be locked, nothing is
      // removed.
      let isOthers = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isOthers, fstat(file, &status) == 0, status.st_nlink > 0 {
        (self.folder, self.path, self.file) = (folder, path, file)
        return
      }
      close(file)
    }
  }

  deinit { close(file) }

  /// Returns once the bytes are on the disk.
  func write(_ bytes: [UInt8]) throws(SessionFault) {
    // The system's mask can take permissions away, also the owner's.
    guard fchmod(file, 0o600) == 0 else { throw fault() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault() }
      rest = rest.dropFirst(count)
    }
    guard fsync(file) == 0 else { throw fault() }
  }

  /// Takes the name of another file, and returns once this is on the disk, too.
  func take(_ name: String) throws(SessionFault) {
    guard rename(path, name) == 0 else { throw .system(errno: errno, path: name) }
    isTaken = true
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .system(errno: errno, path: folder) }
    defer { close(directory) }
    // Some file systems cannot, and then have nothing to bring anywhere.
    guard fsync(directory) == 0 || errno == EINVAL else { throw .system(errno: errno, path: folder) }
  }

  /// Leaves nothing behind, unless it has taken its place.
  func remove() {
    if !isTaken { unlink(path) }
  }

  private func fault() -> SessionFault { .system(errno: errno, path: path) }

  /// Removes what programs left behind that ended while they wrote.
  static func removeLeftovers(in folder: String) {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(beginning), name.hasSuffix(ending) else { continue }
      let file = open("\(folder)/\(name)", O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink("\(folder)/\(name)") }
      close(file)
    }
  }
}
