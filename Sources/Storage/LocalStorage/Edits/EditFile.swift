import Glibc
import Synchronization

/// The open file of a log, which is this session's.
///
/// Its room is reserved when it is opened, so that a full disk is noticed before anything is typed. It is written to and
/// not mapped: a call of the system costs a key little, and reports what goes wrong, where memory that cannot be stored ends
/// the process.
final class EditFile: Sendable {
  static let size = 1 << 19

  private let path: String
  private let descriptor: Int32
  private let syncData: @Sendable (Int32) -> Int32
  private let syncFaults = Mutex(0)

  /// - Parameter syncData: the call of the system, which a test has fail.
  init(_ path: String, syncData: @escaping @Sendable (Int32) -> Int32 = fdatasync) throws(StorageFault) {
    self.syncData = syncData
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .system(at: path) }
    (self.path, descriptor) = (path, file)
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(at: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .system(errno: EINVAL, path: path) }
    try SystemFile.restrict(path, to: 0o600)
    try lock()
    try reserve(status)
  }

  deinit {
    // Closing is not enough: a child process that is being started has the open file too, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Whoever removes the lock of a profile may begin a second session in it, which must not write here too.
  private func lock() throws(StorageFault) {
    for _ in 0..<1_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // A store of this process may just be closing.
      sched_yield()
    }
    throw .system(at: path)
  }

  private func reserve(_ status: stat) throws(StorageFault) {
    guard status.st_size < Self.size || Int(status.st_blocks) * 512 < Self.size else { return }
    let code = posix_fallocate(descriptor, 0, off_t(Self.size))
    guard code != 0 else { return }
    // What could be had of it would be missing where the words go now.
    if status.st_size == 0 { ftruncate(descriptor, 0) }
    throw .system(errno: code, path: path)
  }

  /// Has the system bring the file into memory, so that nobody who writes into a page of it waits for its other bytes.
  func readAhead() { posix_fadvise(descriptor, 0, off_t(Self.size), POSIX_FADV_WILLNEED) }

  /// Returns once the system has all of the bytes.
  func write(_ bytes: [UInt8], at offset: Int) throws(StorageFault) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(at: path) }
      written += count
    }
  }

  /// Overwrites it up to a length.
  func erase(_ count: Int, from start: Int = 0) throws(StorageFault) {
    // In pieces, because all of the file is erased at each start and end, and need not be in memory for that.
    let zeros = [UInt8](repeating: 0, count: min(count, 16_384))
    var offset = start
    while offset < count {
      try write(count - offset < zeros.count ? Array(zeros.prefix(count - offset)) : zeros, at: offset)
      offset += zeros.count
    }
  }

  /// Overwrites it up to a length, and returns once that is on the disk.
  ///
  /// - Parameter head: what it begins with then. It is written first, so that a process that ends in between leaves a file
  ///   that says that it began anew.
  func eraseFromDisk(_ count: Int, beginningWith head: [UInt8] = []) throws(StorageFault) {
    let before = syncFaultCount
    try write(head, at: 0)
    try erase(count, from: head.count)
    try sync(unlessFailedSince: before)
  }

  /// The tables have this generation on the disk.
  func note(generation: UInt64) { LogNote.write(generation, to: descriptor) }

  /// How often the disk has failed to take what was written.
  var syncFaultCount: Int { syncFaults.withLock { $0 } }

  /// Returns once everything written is on the disk.
  ///
  /// - Parameter before: the count of faults before what has to be on the disk was written. The system reports a fault only
  ///   once, and whoever synced in between has heard of it instead.
  func sync(unlessFailedSince before: Int? = nil) throws(StorageFault) {
    let code = syncFaults.withLock { faults -> Int32 in
      guard syncData(descriptor) == 0 else {
        faults += 1
        return errno
      }
      if let before, faults != before { return EIO }
      return 0
    }
    guard code == 0 else { throw .system(errno: code, path: path) }
  }

  /// Whether it still is the file with its name.
  var isInPlace: Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0
      && (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
  }
}
