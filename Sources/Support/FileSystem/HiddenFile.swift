import Glibc

/// A new file under a hidden name of its own, until it is whole and gets another.
///
/// It is locked as long as its program lives: an unlocked one was left behind by a program that ended.
public final class HiddenFile: Sendable {
  /// What the name begins and ends with. Those of one kind are told from all other files by it.
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

  /// - Parameter mode: the permissions, as far as the system's mask leaves them.
  public init(in folder: String, _ kind: Kind, mode: UInt32) throws(SystemFault) {
    while true {
      let number = String(UInt64.random(in: .min ... .max), radix: 36)
      let path = "\(folder)/\(kind.beginning)\(number)\(kind.ending)"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else {
        if errno == EEXIST { continue }
        throw .last(at: path)
      }
      // Another program may have taken it for a leftover before it was locked. Where nothing can be locked, nothing is
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
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(at: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// Removes those that programs left behind that ended while they wrote.
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
