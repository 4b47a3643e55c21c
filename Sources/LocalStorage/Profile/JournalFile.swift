import Dispatch
import Glibc
import SQLite
import Synchronization

/// The journal of a store, synced to the disk in the background.
///
/// Stored data is with the system, so it survives everything but a power cut. A key does not wait for the disk; it is
/// synced together with the keys that follow within a moment. Each sync also checks that the data went to the right
/// file.
final class JournalFile: Sendable {
  private let path: String
  private let identity: FileIdentity
  let queue = DispatchQueue(label: "inkwell.journal")
  private let isAsked = Atomic(false)

  /// The delay before a sync: a disk kept busy by every key delays the keys after it.
  static let delay = DispatchTimeInterval.milliseconds(250)

  /// - Parameter lock: the lock file that names the profile's owner, if there is one.
  init(of store: String, lock: String?) {
    path = store + "-wal"
    identity = FileIdentity(of: DatabaseFile.all(of: store) + (lock.map { [$0] } ?? []))
  }

  /// Syncs it soon.
  /// - Parameter whenGone: is called instead if other files have the names by then.
  func syncSoon(whenGone: @escaping @Sendable () -> Void) {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [self] in
      isAsked.store(false, ordering: .releasing)
      guard identity.isStillThere else { return whenGone() }
      // SQLite's locks are on the other files, so closing this one releases none.
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return }
      // If the disk reports an error, the next batch gets it from SQLite.
      fdatasync(file)
      close(file)
    }
  }

  /// Whether the open files are still the ones with their names.
  var isInPlace: Bool { identity.isStillThere }
}
