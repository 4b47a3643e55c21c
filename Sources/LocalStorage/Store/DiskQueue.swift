import Dispatch

/// Runs the jobs of a store one after the other, on a thread that may wait for a disk.
///
/// The threads of the runtime are as many as there are processors: on one of those, a disk that hangs would keep
/// everybody waiting, also the one who wants to say that the disk hangs.
final class DiskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "inkwell.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
