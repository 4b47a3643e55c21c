import CCurl
import Glibc
import Synchronization

/// What passes between those who wait for an answer and the thread that gets it.
final class JobQueue: Sendable {
  private enum Phase {
    /// There is no thread.
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
    /// libcurl's handle, while it may be woken up: as a number, because only this one use of it is for all threads.
    var sleeper: UInt?
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  /// What is new for the thread.
  struct News {
    var jobs: [Job]
    var hasCancellation: Bool
    var end: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let work: @Sendable (JobQueue) -> Void

  /// - Parameter work: what the thread does until the queue is closed.
  init(work: @escaping @Sendable (JobQueue) -> Void) { self.work = work }

  var isRunning: Bool {
    state.withLock { state in
      switch state.phase {
      case .running, .closing: true
      case .idle, .closed: false
      }
    }
  }

  /// How many jobs there were.
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

  /// Takes no more jobs, and has the thread end.
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

  /// Has everything that is new end this handle's wait.
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

  /// The handle is about to go.
  func forgetSleeper() { state.withLock { $0.sleeper = nil } }

  /// Says that the thread has ended. A queue that was not closed starts another one for its next job.
  ///
  /// - Parameter fault: what to tell those who still wait: why it could not go on, or not even begin.
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
