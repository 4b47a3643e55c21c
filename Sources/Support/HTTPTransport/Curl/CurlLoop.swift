import CCurl

/// The loop of the transport's thread: runs the requests in libcurl, and waits for new ones.
final class CurlLoop {
  private let queue: JobQueue
  private let multi: OpaquePointer
  private let certificates: String?
  private let abreast: Int
  private let connections = KeptConnections()
  private var waiting: [Job] = []
  private var running: [OpaquePointer: Transfer] = [:]
  private var end: ContinuousClock.Instant?

  /// Runs requests until the queue is closed.
  static func run(_ queue: JobQueue, library: String, certificates: String?, abreast: Int) {
    switch libcurl_load(library) {
    case LIBCURL_LOADED: break
    case LIBCURL_MISSING: return queue.end(failing: .libraryMissing(.notInstalled))
    default: return queue.end(failing: .libraryMissing(.tooOld))
    }
    // By default libcurl keeps four connections for each active request, so in a quiet moment it keeps fewer than are needed
    // next.
    guard let multi = libcurl_multi_make(abreast) else { return queue.end(failing: .failed(code: 0)) }
    let loop = CurlLoop(queue, multi, certificates, abreast)
    queue.open(waking: multi)
    loop.work()
    queue.forgetSleeper()
    libcurl_multi_free(multi)
    // No request is waiting any more, unless libcurl broke down.
    queue.end(failing: .failed(code: 0))
  }

  private init(_ queue: JobQueue, _ multi: OpaquePointer, _ certificates: String?, _ abreast: Int) {
    self.queue = queue
    self.multi = multi
    self.certificates = certificates
    self.abreast = abreast
  }

  private func work() {
    while true {
      let news = queue.takeNews()
      waiting += news.jobs
      if news.hasCancellation { giveUpCancelled() }
      if let end = news.end { finish(by: end) }
      dismissLate()
      start()
      if end != nil, running.isEmpty { return }
      guard libcurl_multi_perform(multi) == 0 else { return breakDown() }
      // Finished requests make room for waiting ones, which are started before the loop waits.
      if finishEnded(), !waiting.isEmpty || end != nil { continue }
      guard libcurl_multi_poll(multi, pause) == 0 else { return breakDown() }
    }
  }

  /// The maximum wait in milliseconds, until the next deadline of the loop itself; libcurl has its own timeouts.
  private var pause: Int32 {
    let next = (waiting.compactMap(\.deadline) + [end].compactMap { $0 }).min()
    guard let next else { return 60_000 }
    return Int32(clamping: min(60_000, ContinuousClock.now.duration(to: next).wholeMilliseconds))
  }

  // MARK: Beginning

  private func start() {
    var count = 0
    for job in waiting {
      guard running.count < abreast else { break }
      count += 1
      // The task may have been cancelled while the request was queued.
      guard !job.cancellation.isAsked else {
        job.end(.failure(.cancelled))
        continue
      }
      start(job)
    }
    waiting.removeFirst(count)
  }

  private func start(_ job: Job) {
    // Each request gets a new handle, although handles can be reused: libcurl before 8.1.1 keeps a pointer to the last field of
    // the previous answer, which a server could make it write through. A new handle costs almost nothing.
    guard let easy = libcurl_easy_make() else { return job.end(.failure(.failed(code: 0))) }
    let transfer: Transfer
    do {
      transfer = try Transfer(job, on: easy, certificates: certificates, connections)
    } catch {
      libcurl_easy_free(easy)
      return job.end(.failure(error))
    }
    guard libcurl_multi_add(multi, easy) == 0 else {
      libcurl_easy_free(easy)
      return transfer.end(.failed(code: 0))
    }
    running[easy] = transfer
  }

  // MARK: Ending

  private func finishEnded() -> Bool {
    var isAny = false
    var code = LIBCURL_OK
    while let easy = libcurl_multi_take_ended(multi, &code) {
      isAny = true
      guard let transfer = remove(easy) else { continue }
      guard transfer.isToBeginAgain, end == nil else {
        transfer.end(code)
        continue
      }
      // libcurl has closed the connection, so the request is not retried endlessly.
      transfer.yield()
      start(transfer.job)
    }
    return isAny
  }

  private func giveUpCancelled() {
    waiting.removeAll { job in
      guard job.cancellation.isAsked else { return false }
      job.end(.failure(.cancelled))
      return true
    }
    for (easy, transfer) in running where transfer.job.cancellation.isAsked && !transfer.job.request.hasEffect
    {
      remove(easy)?.end(.cancelled)
    }
  }

  private func dismissLate() {
    guard !waiting.isEmpty else { return }
    let now = ContinuousClock.now
    waiting.removeAll { job in
      guard let deadline = job.deadline, deadline <= now else { return false }
      job.end(.failure(.timedOut(.waiting)))
      return true
    }
  }

  /// Ends requests that wait, and running ones without an effect; at the deadline the other running ones, too.
  private func finish(by end: ContinuousClock.Instant) {
    self.end = end
    for job in waiting { job.end(.failure(.closed)) }
    waiting = []
    let isTime = ContinuousClock.now >= end
    for (easy, transfer) in running where isTime || !transfer.job.request.hasEffect {
      remove(easy)?.breakOff()
    }
  }

  /// Ends all requests, because libcurl reported that its handle is unusable. The next job gets a new handle.
  private func breakDown() {
    for easy in Array(running.keys) { remove(easy)?.breakOff() }
    for job in waiting { job.end(.failure(.failed(code: 0))) }
    waiting = []
  }

  private func remove(_ easy: OpaquePointer) -> Transfer? {
    guard let transfer = running.removeValue(forKey: easy) else { return nil }
    _ = libcurl_multi_remove(multi, easy)
    libcurl_easy_free(easy)
    return transfer
  }
}

/// The connections that are kept for later requests, by their local port. Used only on the thread of a loop.
///
/// libcurl takes data that arrived on an idle connection for the answer to the next request (at least 7.88, in Debian 12). Such
/// data only arrives if a faulty server or proxy sends an answer twice.
final class KeptConnections {
  /// The connections with one answer at a time. On multiplexed ones, other answers may arrive at any time.
  private var sequential: Set<Int32> = []

  /// Notes that an answer on a connection is complete.
  func record(_ port: Int32, isSequential: Bool) {
    if isSequential { sequential.insert(port) } else { sequential.remove(port) }
  }

  /// Whether the next data on a connection can be the answer to a request that is sent now. If not, the connection must not be
  /// reused.
  func isClean(_ port: Int32) -> Bool {
    guard sequential.contains(port), libcurl_has_unread(port) != 0 else { return true }
    sequential.remove(port)
    return false
  }
}
