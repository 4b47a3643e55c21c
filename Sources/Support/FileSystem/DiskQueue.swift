package import Dispatch

/// Runs the jobs of an actor one after the other, on a thread that may block on a disk.
///
/// The concurrency runtime has a limited number of threads. A hanging disk on those would block everything, even the code that
/// reports the hanging disk.
package final class DiskQueue: SerialExecutor {
  private let queue: DispatchQueue

  /// - Parameter label: the name of the thread in debuggers.
  package init(_ label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.labels, value: label)
  }

  private static let labels = DispatchSpecificKey<String>()

  /// The label of the queue that the caller runs on; nil if it runs on none.
  package static var current: String? { DispatchQueue.getSpecific(key: labels) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Runs work between the jobs, for callers that do not wait in a task.
  package func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Runs work between the jobs, after a delay.
  package func run(after delay: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + delay, execute: work)
  }

  /// The result of work that runs between the jobs.
  package func result<Value: Sendable, Failure: Error>(
    of work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { done in
      queue.async { done.resume(returning: Result { () throws(Failure) in try work() }) }
    }
    return try result.get()
  }

  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
