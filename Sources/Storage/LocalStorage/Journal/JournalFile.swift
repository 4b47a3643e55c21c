import Dispatch
import Glibc
import SQLite
import Synchronization

/// The journal of a store, synced to the disk in the background.
///
/// Stored data is in the system's cache, so it survives everything but a power cut. A key does not wait for the disk; it is synced
/// together with the keys that follow within a moment. Each sync also checks that the data went to the right file.
final class JournalFile: Sendable {
  private let path: String
  private let identity: FileIdentity
  let queue = DispatchQueue(label: "inkwell.journal")
  private let isAsked = Atomic(false)
  /// The generation of the tables that was written last.
  private let generation = Atomic<UInt64>(0)
  private let whenOnDisk: @Sendable (UInt64) -> Void

  /// The delay before a sync. With a sync for every key, the busy disk would delay the keys that follow.
  static let delay = DispatchTimeInterval.milliseconds(250)

  /// - Parameters:
  ///   - lock: the lock file that names the profile's owner, if there is one.
  ///   - whenOnDisk: called with the generation of the tables that is on the disk.
  init(of store: String, lock: String?, whenOnDisk: @escaping @Sendable (UInt64) -> Void) {
    path = store + "-wal"
    identity = FileIdentity(of: DatabaseFile.all(of: store) + (lock.map { [$0] } ?? []))
    self.whenOnDisk = whenOnDisk
  }

  /// Notes that the journal has this generation.
  ///
  /// - Parameter isOnDisk: whether the generation is on the disk already, instead of only after the next sync.
  func didWrite(_ generation: UInt64, isOnDisk: Bool) {
    self.generation.store(generation, ordering: .releasing)
    if isOnDisk { whenOnDisk(generation) }
  }

  /// Schedules a sync.
  /// - Parameter whenGone: called instead if the files have lost their names by then.
  func syncSoon(whenGone: @escaping @Sendable () -> Void) {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [self] in
      isAsked.store(false, ordering: .releasing)
      guard identity.isStillThere else { return whenGone() }
      let generation = generation.load(ordering: .acquiring)
      // SQLite's locks are on the other files, so closing this one releases none.
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return }
      // If the disk reports an error, the next batch gets it from SQLite.
      if fdatasync(file) == 0 { whenOnDisk(generation) }
      close(file)
    }
  }

  /// Whether the open files still have their names.
  var isInPlace: Bool { identity.isStillThere }
}

/// The identities of files, to notice when one is replaced: data written to a removed or moved file would be lost.
struct FileIdentity: Sendable {
  private struct File: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil if there is none.
    init?(_ path: [CChar]) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (status.st_dev, status.st_ino)
    }
  }

  /// The paths are null-terminated bytes, because they are looked up several times a second during typing.
  private let files: [(path: [CChar], file: File)]

  /// The identity of the current files.
  init(of paths: [String]) {
    files = paths.compactMap { path in
      let path = Array(path.utf8CString)
      return File(path).map { (path, $0) }
    }
  }

  var isStillThere: Bool { files.allSatisfy { File($0.path) == $0.file } }
}
