import FileSystem
import Glibc

/// A file next to the database, by which an older or copied database is detected. It is locked while the account is in use.
///
/// It contains the database's id and generation. A commit raises the generation in the database, then here, and only then does the
/// call return: so the generation in this file is at least that of everything the database has sent.
///
/// If both files are put back together, their generations agree. But the system sets the time at which a file was last changed,
/// and no program can choose it: for a restored guard it is later than the guard itself says. Each transaction notes it in the guard
/// before its commit, so a transaction that fails then, or a kill, is not taken for a restored file. Only the one that drops the
/// sessions of a restored database notes it after its commit: if it fails, the next start must notice the restored file again.
final class RollbackGuard {
  /// The database's id and generation.
  struct Content: Hashable {
    let id: [UInt8]
    let generation: Int64
    /// When the file was last written, in milliseconds since 1970; 0 if an earlier version of this program wrote it.
    var writtenAt: Int64 = 0
  }

  /// What the file contained when it was opened; nil if it was new or incomplete.
  let found: Content?
  /// When the file was last changed, in milliseconds since 1970.
  let changedAt: Int64
  private let descriptor: Int32
  private let path: String
  private var writtenAt: Int64 = 0

  private static let size = 32
  /// The size in earlier versions, without the time.
  private static let formerSize = 24
  /// How much later than its commit the file may be written: a slow disk can hold it up.
  static let longestDelay: Int64 = 60_000

  /// Opens and locks the file.
  init(_ path: String) throws(MachineError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw .disk(errno: errno, path: path) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(file)
      throw code == EWOULDBLOCK ? .inUse : .disk(errno: code, path: path)
    }
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = pread(file, &bytes, Self.size, 0)
    (self.path, descriptor) = (path, file)
    var status = stat()
    changedAt = fstat(file, &status) == 0 ? Self.milliseconds(status.st_ctim) : 0
    guard count >= Self.formerSize else {
      found = nil
      return
    }
    func number(_ place: Range<Int>) -> Int64 { bytes[place].reduce(0) { $0 << 8 | Int64($1) } }
    found = Content(
      id: Array(bytes[..<16]), generation: number(16..<24),
      writtenAt: count == Self.size ? number(24..<32) : 0)
  }

  deinit {
    // Closing does not release the lock: a child process that is being started shares the open file until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes a generation and the noted time. Not synchronised: after a power cut the file may be older than the database, which is
  /// harmless.
  func write(_ generation: Int64, of id: [UInt8]) throws(MachineError) {
    let bytes =
      id + [generation, writtenAt].flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw .disk(errno: errno, path: path)
    }
  }

  /// Takes the present time for the next ``write(_:of:)``, by the clock that sets the times of files: on a network disk that is not
  /// this machine's.
  ///
  /// - Returns: the time; 0 if it is unknown.
  func noteTime() -> Int64 {
    var status = stat()
    let isKnown = futimens(descriptor, nil) == 0 && fstat(descriptor, &status) == 0
    writtenAt = isKnown ? Self.milliseconds(status.st_ctim) : 0
    return writtenAt
  }

  private static func milliseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The machine and the inode of a database. A copy has another inode.
  static func place(of path: String) -> [UInt8] {
    var status = stat()
    let number = stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    return machine + Array("/\(number)".utf8)
  }

  /// Identifies the machine; empty if the system has no `/etc/machine-id`.
  private static let machine: [UInt8] = {
    let file = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    do { return Array(try WholeFile.bytes(of: file, limit: 64).prefix { $0 > 0x20 }) } catch { return [] }
  }()
}
