/// Sends requests with libcurl, many at once on one thread of its own.
///
/// TLS is always verified, and plain HTTP goes to this computer only. Neither the library nor the thread is there before
/// the first request.
public final class CurlTransport: Transport {
  private let queue: JobQueue

  /// How long a closed transport waits for requests that have an effect.
  public static let closingTime = Duration.seconds(5)

  /// - Parameters:
  ///   - certificates: a PEM file with the authorities to trust in place of the system's.
  ///   - abreast: how many requests are under way at once; others wait for their turn.
  public convenience init(certificates: String? = nil, abreast: Int = 16) {
    self.init(certificates: certificates, abreast: abreast, library: "libcurl.so.4")
  }

  /// - Parameters:
  ///   - library: under what name libcurl is looked for.
  ///   - ended: called as the last thing that the thread does.
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
    // Somebody may wait for an answer and keep nothing else of the transport.
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

  /// Ends the thread. Requests that have not been sent or have no effect end with ``HTTPError/closed``, all others get this
  /// long to be finished. Returns when the thread does nothing more.
  ///
  /// To be called before the process ends: `exit` takes OpenSSL away from a thread that may be using it.
  public func close(within time: Duration = CurlTransport.closingTime) async {
    await withCheckedContinuation { continuation in
      queue.close(by: .now + time, then: continuation)
    }
  }

  /// Whether there is a thread.
  var isRunning: Bool { queue.isRunning }

  /// How many requests there were.
  var count: Int { queue.count }
}
