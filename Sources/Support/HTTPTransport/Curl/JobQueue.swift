import CCurl
import Glibc
import Synchronization

/// The queue between the callers that wait for an answer and the thread that runs the requests.
final class JobQueue: Sendable {
  private enum Phase {
    /// The thread is not running.
    case idle
    case running
    /// The thread ends, at this time at the latest.
    case closing(by: ContinuousClock.Instant)
    case closed
  }

  private struct State {
    var phase = Phase.idle
    var jobs: [Job] = []
    var count = 0
    var hasCancellation = false
    /// libcurl's handle, while it may be woken up. Stored as a number, because waking is its only use from other threads.
    var sleeper: UInt?
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  /// The new work for the thread.
  struct News {
    var jobs: [Job]
    var hasCancellation: Bool
    var end: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let work: @Sendable (JobQueue) -> Void

  /// - Parameter work: runs on the thread until the queue is closed.
  init(work: @escaping @Sendable (JobQueue) -> Void) { self.work = work }

  var isRunning: Bool {
    state.withLock { state in
      switch state.phase {
      case .running, .closing: true
      case .idle, .closed: false
      }
    }
  }

  /// The number of jobs so far.
  var count: Int { state.withLock { $0.count } }

  // MARK: Anywhere

  func add(_ job: Job) {
    guard !job.cancellation.isAsked else { return job.end(.failure(.cancelled)) }
    let (isTaken, needsThread) = state.withLock { state in
      var needsThread = false
      switch state.phase {
      case .idle:
        state.phase = .running
        needsThread = true
      case .running: break
      case .closing, .closed: return (false, false)
      }
      state.jobs.append(job)
      state.count += 1
      if state.jobs.count == 1 { Self.wake(state) }
      return (true, needsThread)
    }
    guard isTaken else { return job.end(.failure(.closed)) }
    guard needsThread else { return }
    let fault = SystemThread.start { [self] in work(self) }
    if let fault { end(failing: .failed(code: fault)) }
  }

  func wakeForCancellation() {
    state.withLock { state in
      state.hasCancellation = true
      Self.wake(state)
    }
  }

  /// Accepts no more jobs, and makes the thread end.
  func close(by end: ContinuousClock.Instant, then closer: CheckedContinuation<Void, Never>? = nil) {
    let isOver = state.withLock { state in
      switch state.phase {
      case .idle: state.phase = .closed
      case .running: state.phase = .closing(by: end)
      case .closing(let former): state.phase = .closing(by: min(former, end))
      case .closed: break
      }
      if case .closed = state.phase { return true }
      if let closer { state.closers.append(closer) }
      Self.wake(state)
      return false
    }
    if isOver { closer?.resume() }
  }

  private static func wake(_ state: State) {
    guard let sleeper = state.sleeper else { return }
    _ = libcurl_multi_wakeup(OpaquePointer(bitPattern: sleeper))
  }

  // MARK: On the thread

  /// Makes new work wake this handle.
  func open(waking multi: OpaquePointer) {
    let sleeper = UInt(bitPattern: multi)
    state.withLock { $0.sleeper = sleeper }
  }

  func takeNews() -> News {
    state.withLock { state in
      var news = News(jobs: state.jobs, hasCancellation: state.hasCancellation)
      if case .closing(let end) = state.phase { news.end = end }
      state.jobs = []
      state.hasCancellation = false
      return news
    }
  }

  /// Call before the handle is freed.
  func forgetSleeper() { state.withLock { $0.sleeper = nil } }

  /// Notes that the thread has ended. A queue that was not closed starts another thread for its next job.
  ///
  /// - Parameter fault: the error for callers that still wait.
  func end(failing fault: HTTPError) {
    let (jobs, closers) = state.withLock { state in
      let left = (state.jobs, state.closers)
      if case .closing = state.phase { state.phase = .closed } else { state.phase = .idle }
      (state.jobs, state.closers) = ([], [])
      return left
    }
    for job in jobs { job.end(.failure(fault)) }
    for closer in closers { closer.resume() }
  }
}

/// A thread that may block on the network: the concurrency runtime has only one thread per processor.
enum SystemThread {
  private final class Work {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: the system's error, if the thread could not be started.
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

  /// Signals are handled by other threads, and a broken connection must not end the process (SIGPIPE). Signals for crashes are
  /// not blocked. Threads that libcurl starts inherit the mask.
  private static func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&signals, crash) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }
}
