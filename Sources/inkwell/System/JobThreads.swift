import CJobThreads
@_spi(ExperimentalCustomExecutors) import _Concurrency

/// Runs what belongs to no actor with a thread of its own, on threads that wake only when there is something to do.
final class JobThreads: TaskExecutor {
  /// Runs all of the program's tasks so, but the main actor's. To be called before the first of them is made.
  ///
  /// `Task.sleep` would need libdispatch's threads again. Tasks sleep by `RunningClock.onMainLoop` instead.
  static func install() { _createExecutors(factory: Executors.self) }

  func enqueue(_ job: consuming ExecutorJob) {
    job_threads_run(unsafeBitCast(UnownedJob(job), to: UnsafeMutableRawPointer.self))
  }
}

private enum Executors: ExecutorFactory {
  static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
  static let defaultExecutor: any TaskExecutor = JobThreads()
}
