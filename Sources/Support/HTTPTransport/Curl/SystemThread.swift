import Glibc

/// A thread that may wait for a network: those of the runtime are as few as the processors.
enum SystemThread {
  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: the system's error, if there is no thread.
  static func start(_ run: @escaping @Sendable () -> Void) -> Int32? {
    let work = Unmanaged.passRetained(Work(run))
    var thread = pthread_t()
    let fault = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        SystemThread.blockSignals()
        Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard fault == 0 else {
      work.release()
      return fault
    }
    pthread_detach(thread)
    return nil
  }

  /// Signals are for the threads that know them, and a connection that breaks is no reason to end the process (SIGPIPE).
  /// A crash has to arrive all the same. Threads that libcurl starts inherit this.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&signals, crash) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
