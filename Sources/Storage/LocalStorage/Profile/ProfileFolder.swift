import ChatDomain
import FileSystem
import Glibc
import SQLite

/// The folder of a profile, private to this user.
struct ProfileFolder {
  let path: String

  var store: String { path + "/store.db" }
  var lock: String { path + "/lock" }
  var edits: String { path + "/edits" }

  /// The last component of a path.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Makes the folder and its parents if they are missing.
  func make() throws(StorageFault) {
    do throws(SystemFault) { try Folder(path).make() } catch {
      throw .system(errno: error.code, path: error.path)
    }
    // The user may have replaced the folder by a link; the permissions then apply to the link's target, which holds the text.
    try SystemFile.restrict(path + "/.", to: 0o700)
  }

  /// Creates an empty store if there is none. The file gets its name only once it is complete, so an empty file of that name
  /// was truncated later.
  func makeStore() throws(StorageFault) {
    if !SystemFile.exists(store) {
      let new = store + "-new"
      try Connection.makeFile(new) { _ in }
      try SystemFile.move(new, to: store)
    }
    for file in DatabaseFile.all(of: store) { try SystemFile.restrict(file, to: 0o600) }
  }
}

/// Proves that this session owns a profile, for as long as the object lives.
///
/// The lock is the system's, on an open file: it ends with the owner's process, however that ends, and a later process with the
/// same id is not mistaken for the owner. The contents of the file only name the owner, and note how far the log and the tables
/// were written, so that an incomplete file is detected.
final class ProfileLock: Sendable {
  private let file: Int32
  /// How far the log and the tables had been written when the lock was acquired.
  let noted: Noted

  private init(file: Int32) {
    self.file = file
    noted = Noted(in: file)
  }

  deinit { Self.release(file) }

  /// Closing does not release the lock: a child process that is being started shares the open file until it runs its program.
  private static func release(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  /// Whether the file with this name is still the locked one.
  func isAt(_ path: String) -> Bool { SystemFile.isOpen(file, at: path) }

  /// Whether a session holds the lock at the path. Does not acquire it.
  static func isTaken(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { release(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0
  }

  /// - Throws: `owned` if another session has it.
  static func acquire(_ path: String, at time: Timestamp) throws(StorageFault) -> ProfileLock {
    // Closed in child processes, which would otherwise keep the lock.
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
      // The process named in the file has ended, and its successor has not yet written its own name.
      sched_yield()
    }
    // The lock is held although no process has the recorded id: the owner may run in another container.
    let owner = owner(in: file) ?? ProfileOwner(process: 0, since: time)
    close(file)
    throw .owned(by: owner)
  }

  /// Writes the owner, padded to a fixed length so that it overwrites the previous owner completely and needs no more room on a
  /// full disk. If writing fails, the lock is held all the same.
  private static func write(_ owner: ProfileOwner, to file: Int32) {
    var line = Array("\(owner.process) \(owner.since.microseconds) ".utf8)
    line +=
      [UInt8](repeating: UInt8(ascii: " "), count: max(0, length - 1 - line.count)) + [UInt8(ascii: "\n")]
    _ = pwrite(file, line, line.count, 0)
  }

  private static let length = 48

  // MARK: How far the files were written

  /// How far the log and the tables were written, as a lock file notes it.
  struct Noted {
    /// The number of the last edit in the log; nil if the file does not say.
    let lastEdit: UInt64?
    /// The generation of the tables that is certainly on the disk; nil if the file does not say.
    let generation: UInt64?

    fileprivate init(in file: Int32) {
      lastEdit = NotedNumber.read(in: file, at: Place.edit.rawValue)
      generation = NotedNumber.read(in: file, at: Place.generation.rawValue)
    }

    /// Reads the notes of a lock file without taking the lock.
    init(at path: String) {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      self.init(in: file)
      if file >= 0 { close(file) }
    }
  }

  /// Where a number is stored after the owner.
  private enum Place: off_t {
    case edit = 48
    case generation = 64
  }

  /// Notes that the log has an edit of this number.
  func note(edit number: UInt64) { NotedNumber.write(number, to: file, at: Place.edit.rawValue) }

  /// Notes that this generation of the tables is on the disk. Not called earlier: if a power cut took the generation away, the
  /// remaining tables would be reported as an older copy.
  func note(generation: UInt64) { NotedNumber.write(generation, to: file, at: Place.generation.rawValue) }

  // MARK: The owner

  private static func owner(in file: Int32) -> ProfileOwner? {
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(file, &bytes, length, 0) == length, bytes.last == UInt8(ascii: "\n") else { return nil }
    let parts = String(decoding: bytes.dropLast(), as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let process = Int32(parts[0]), let since = Int64(parts[1]) else { return nil }
    return ProfileOwner(process: process, since: Timestamp(microseconds: since))
  }
}

/// A number in a file, stored with its complement to detect damage.
enum NotedNumber {
  /// A failed write is ignored: at worst, a damaged or older file goes undetected.
  static func write(_ number: UInt64, to file: Int32, at place: off_t) {
    withUnsafeBytes(of: (number.littleEndian, ~number.littleEndian)) {
      _ = pwrite(file, $0.baseAddress, $0.count, place)
    }
  }

  static func read(in file: Int32, at place: off_t) -> UInt64? {
    var numbers: (UInt64, UInt64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, $0.count, place) }
    guard count == 16, numbers.0 == ~numbers.1 else { return nil }
    return UInt64(littleEndian: numbers.0)
  }
}
