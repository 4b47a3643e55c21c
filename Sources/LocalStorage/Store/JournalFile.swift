import Dispatch
import Glibc
import Synchronization

/// The journal of a store, for having it written to the disk without waiting for that.
///
/// What was kept is with the system, which survives everything but a power cut. A key does not wait until it is on the
/// disk; it is on its way there when the key is shown. While that goes on, further keys wait together for the next time.
final class JournalFile: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "inkwell.journal")
  private let isAsked = Atomic(false)

  init(of store: String) { path = store + "-wal" }

  func sync() {
    guard !isAsked.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isAsked.store(false, ordering: .releasing)
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return }
      // Whatever the disk answers, the next batch hears it from SQLite.
      fdatasync(file)
      close(file)
    }
  }
}
