import Synchronization

/// Sends requests with libcurl, many at once, on a separate thread.
///
/// TLS is always verified, and plain HTTP is limited to this computer. The library is loaded and the thread started at the
/// first request.
public final class CurlTransport: Transport {
  private let queue: JobQueue

  /// How long a closed transport waits for requests that have an effect.
  public static let closingTime = Duration.seconds(5)

  /// - Parameters:
  ///   - certificates: a PEM file with the authorities to trust instead of the system's.
  ///   - abreast: the maximum number of concurrent requests; others wait for their turn.
  public convenience init(certificates: String? = nil, abreast: Int = 16) {
    self.init(certificates: certificates, abreast: abreast, library: "libcurl.so.4")
  }

  /// - Parameters:
  ///   - library: the file name of libcurl.
  ///   - ended: called last on the thread.
  init(
    certificates: String? = nil, abreast: Int = 16, library: String,
    ended: @escaping @Sendable () -> Void = {}
  ) {
    precondition(abreast > 0, "without a request at a time there would be no answer")
    queue = JobQueue { queue in
      CurlLoop.run(queue, library: library, certificates: certificates, abreast: abreast)
      ended()
    }
  }

  deinit { queue.close(by: .now + Self.closingTime) }

  public func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    // The caller may wait for an answer without keeping a reference to the transport.
    defer { withExtendedLifetime(self) {} }
    let checked = try CheckedRequest(request)
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.add(Job(checked, cancellation, continuation))
      }
    } onCancel: {
      cancellation.ask()
      queue.wakeForCancellation()
    }
    return try result.get()
  }

  /// Ends the thread. Requests that are still queued or have no effect end with ``HTTPError/closed``; all others have this long to
  /// finish. Returns when the thread has ended.
  ///
  /// Call before the process ends: `exit` unloads OpenSSL while the thread may still use it.
  public func close(within time: Duration = CurlTransport.closingTime) async {
    await withCheckedContinuation { continuation in
      queue.close(by: .now + time, then: continuation)
    }
  }

  /// Whether the thread is running.
  var isRunning: Bool { queue.isRunning }

  /// How many requests were made.
  var count: Int { queue.count }
}

/// A request on its way to the thread, with the continuation of its caller.
struct Job: Sendable {
  typealias Answer = Result<HTTPResponse, HTTPError>

  let checked: CheckedRequest
  let cancellation: Cancellation
  let deadline: ContinuousClock.Instant?
  private let continuation: CheckedContinuation<Answer, Never>

  init(
    _ checked: CheckedRequest, _ cancellation: Cancellation,
    _ continuation: CheckedContinuation<Answer, Never>
  ) {
    self.checked = checked
    self.cancellation = cancellation
    self.continuation = continuation
    deadline = checked.request.patience.total.map { .now + $0 }
  }

  var request: HTTPRequest { checked.request }

  /// Must be called exactly once.
  func end(_ answer: Answer) { continuation.resume(returning: answer) }
}

/// Whether the task that waits for a request was cancelled.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isAsked: Bool { flag.load(ordering: .acquiring) }

  func ask() { flag.store(true, ordering: .releasing) }
}
