public import ChatDomain
import Glibc

/// Who has a profile open.
public struct ProfileOwner: Hashable, Sendable {
  /// Its number; 0 when it did not say.
  public let process: Int32
  /// When it opened the profile.
  public let since: Timestamp

  public init(process: Int32, since: Timestamp) {
    self.process = process
    self.since = since
  }
}

/// That this session owns a profile, as long as it lives.
///
/// The lock is the system's, on an open file: however its owner ends, it ends with it, and no process that happens to
/// have the same number later is taken for the owner. What stands in the file only says who that is.
final class ProfileLock: Sendable {
  private let file: Int32

  private init(file: Int32) { self.file = file }

  deinit { close(file) }

  /// Whether the file of this name is still the one that is held.
  func isAt(_ path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(file, &own) == 0 && stat(path, &named) == 0
      && (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
  }

  /// - Throws: `owned` when somebody else has it.
  static func take(_ path: String, at time: Timestamp) throws(StorageFault) -> ProfileLock {
    // Closed in programs that are started from here: they would go on owning the profile.
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .system(at: path) }
    for _ in 0..<1_000 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        write(ProfileOwner(process: getpid(), since: time), to: file)
        return ProfileLock(file: file)
      }
      guard errno == EWOULDBLOCK else {
        let fault = StorageFault.system(at: path)
        close(file)
        throw fault
      }
      if let owner = owner(in: file), kill(owner.process, 0) == 0 || errno == EPERM {
        close(file)
        throw .owned(by: owner)
      }
      // The one that stands there has ended: its follower has not yet written down who it is.
      sched_yield()
    }
    // In another container its number means nothing here.
    let owner = owner(in: file) ?? ProfileOwner(process: 0, since: time)
    close(file)
    throw .owned(by: owner)
  }

  /// As long as any other, so that no byte of it is left and a full disk needs no more room for it. When it cannot be
  /// written the profile is owned all the same.
  private static func write(_ owner: ProfileOwner, to file: Int32) {
    var line = Array("\(owner.process) \(owner.since.microseconds) ".utf8)
    line +=
      [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - 1 - line.count)) + [UInt8(ascii: "\n")]
    _ = pwrite(file, line, line.count, 0)
  }

  private static let length = 48

  private static func owner(in file: Int32) -> ProfileOwner? {
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(file, &bytes, length, 0) == length, bytes.last == UInt8(ascii: "\n") else { return nil }
    let parts = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let process = Int32(parts[0]), let since = Int64(parts[1]) else { return nil }
    return ProfileOwner(process: process, since: Timestamp(microseconds: since))
  }
}
