import Dispatch

/// Runs the jobs of a store one after the other, on a thread that may block on a disk.
///
/// The runtime has only as many threads as processors. A hanging disk on one of those would block everything, even the
/// code that reports the hanging disk.
final class DiskQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "inkwell.store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs work between the jobs, for callers that do not wait in a task.
  func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
