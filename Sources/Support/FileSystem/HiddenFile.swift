import Glibc

/// A new file under a unique hidden name, until it is complete and gets its final name.
///
/// The file is locked while its process runs: an unlocked one was left behind by a process that ended.
public final class HiddenFile: Sendable {
  /// The prefix and suffix of the name, by which the files of one kind are recognised.
  public struct Kind: Hashable, Sendable {
    let beginning: String
    let ending: String

    public init(beginning: String, ending: String) {
      self.beginning = beginning
      self.ending = ending
    }
  }

  public let path: String
  public let descriptor: Int32

  /// - Parameter mode: the permissions, before the umask is applied.
  public init(in folder: String, _ kind: Kind, mode: UInt32) throws(SystemFault) {
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(kind.beginning)\(number)\(kind.ending)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .last(at: path)
      }
      // Another process may have taken the file for a leftover before it was locked. If locking is not supported, nothing is
      // removed.
      let isOthers = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      var status = stat()
      if !isOthers, fstat(file, &status) == 0, status.st_nlink > 0 {
        (self.path, descriptor) = (path, file)
        return
      }
      close(file)
    }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(SystemFault) {
    try WholeFile.write(bytes, to: descriptor, path: path)
  }

  /// Removes files that were left behind by processes that ended while writing them.
  public static func removeLeftovers(of kind: Kind, in folder: String) {
    for entry in Folder(folder).entries
    where entry.name.hasPrefix(kind.beginning) && entry.name.hasSuffix(kind.ending) {
      let file = open(entry.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(entry.path) }
      close(file)
    }
  }
}
