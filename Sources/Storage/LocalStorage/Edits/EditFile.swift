import FileSystem
import Glibc

/// The open file of this session's log.
///
/// Opening the file reserves its space, so that a full disk is noticed before anything is typed. The file is written with system
/// calls and not mapped: a call costs little and reports errors, whereas a mapped page that cannot be stored ends the process.
final class EditFile: Sendable {
  static let size = 1 << 19

  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(StorageFault) {
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
    // Closing does not release the lock: a child process that is being started shares the open file until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Prevents a second session from writing to this log: if the lock file of the profile is removed, another session can open
  /// the profile.
  private func lock() throws(StorageFault) {
    for _ in 0..<1_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // Another store of this process may still be closing.
      sched_yield()
    }
    throw .system(at: path)
  }

  private func reserve(_ status: stat) throws(StorageFault) {
    guard status.st_size < Self.size || Int(status.st_blocks) * 512 < Self.size else { return }
    let code = posix_fallocate(descriptor, 0, off_t(Self.size))
    guard code != 0 else { return }
    // Frees the space that was reserved so far: the edits that now go to the tables may need it.
    if status.st_size == 0 { ftruncate(descriptor, 0) }
    throw .system(errno: code, path: path)
  }

  /// Returns once the system has accepted all of the bytes.
  func write(_ bytes: [UInt8], at offset: Int) throws(StorageFault) {
    do throws(SystemFault) { try WholeFile.write(bytes, to: descriptor, at: offset) } catch {
      throw .system(errno: error.code, path: path)
    }
  }

  /// Overwrites the file with zeros from `start` up to the offset `count`.
  func erase(_ count: Int, from start: Int = 0) throws(StorageFault) {
    // In pieces: the whole file is erased at the end of a session, and a buffer of its size is not needed.
    let zeros = [UInt8](repeating: 0, count: min(count, 16_384))
    var offset = start
    while offset < count {
      try write(count - offset < zeros.count ? Array(zeros.prefix(count - offset)) : zeros, at: offset)
      offset += zeros.count
    }
  }

  /// Overwrites the file with zeros up to a length, and returns once that is on the disk.
  ///
  /// - Parameter head: the new first bytes. They are written first, so that a process that ends halfway leaves a log that has begun
  ///   anew.
  func eraseFromDisk(_ count: Int, beginningWith head: [UInt8] = []) throws(StorageFault) {
    try write(head, at: 0)
    try erase(count, from: head.count)
    try sync()
  }

  /// Returns once everything written is on the disk. The system reports lost data only once.
  func sync() throws(StorageFault) {
    guard fdatasync(descriptor) == 0 else { throw .system(at: path) }
  }

  /// Whether the open file still has its name.
  var isInPlace: Bool { SystemFile.isOpen(descriptor, at: path) }

  // MARK: The generation of the tables

  /// After the room for edits, the file has the generation of the tables that is certainly on the disk. The lock stores the same
  /// number. An older store is therefore detected even if it was restored together with its lock.
  private static let generationPlace = off_t(size)

  /// Notes that this generation of the tables is on the disk.
  func note(generation: UInt64) {
    NotedNumber.write(generation, to: descriptor, at: Self.generationPlace)
  }

  /// Nil if the log is missing or has no valid number.
  static func generation(notedAt path: String) -> UInt64? {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return NotedNumber.read(in: file, at: generationPlace)
  }
}
