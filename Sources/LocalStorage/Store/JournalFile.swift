import Dispatch
import Glibc
import Synchronization

/// The journal of a store, for having it written to the disk without waiting for that.
///
/// What was kept is with the system, which survives everything but a power cut. A key does not wait until it is on the
/// disk, and goes there with those that follow it within a moment.
final class JournalFile: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "inkwell.journal")
  private let isAsked = Atomic(false)

  /// A disk that is kept busy by every key holds up the keys behind it.
  private static let delay = DispatchTimeInterval.milliseconds(250)

  init(of store: String) { path = store + "-wal" }

  func sync() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + Self.delay) { [self] in
      isAsked.store(false, ordering: .releasing)
      // SQLite has its locks on the other files: closing this one takes none away.
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return }
      // Whatever the disk answers, the next batch hears it from SQLite.
      fdatasync(file)
      close(file)
    }
  }
}
