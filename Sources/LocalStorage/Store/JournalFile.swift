import Dispatch
import Glibc
import Synchronization

/// The journal of a store, for having it written to the disk without waiting for that.
///
/// What was kept is with the system, which survives everything but a power cut. A key does not wait until it is on the
/// disk, and goes there with those that follow it within a moment. Whether it went to the right file is looked at then,
/// too.
final class JournalFile: Sendable {
  private let path: String
  private let identity: FileIdentity
  private let queue = DispatchQueue(label: "inkwell.journal")
  private let isAsked = Atomic(false)

  /// A disk that is kept busy by every key holds up the keys behind it.
  private static let delay = DispatchTimeInterval.milliseconds(250)

  /// - Parameter lock: what says who owns the profile, if anything does.
  init(of store: String, lock: String?) {
    path = store + "-wal"
    identity = FileIdentity(of: SystemFile.files(ofStore: store) + (lock.map { [$0] } ?? []))
  }

  func sync(for store: SQLiteStore) {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [self, weak store] in
      isAsked.store(false, ordering: .releasing)
      guard identity.isStillThere else {
        Task { await store?.comeBack() }
        return
      }
      // SQLite has its locks on the other files: closing this one takes none away.
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return }
      // Whatever the disk answers, the next batch hears it from SQLite.
      fdatasync(file)
      close(file)
    }
  }

  /// Whether what is written goes to the files that have their names.
  var isInPlace: Bool { identity.isStillThere }
}
