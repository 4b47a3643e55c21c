import ChatDomain
import HTTPTransport
import JSON
import Synchronization

/// Sends requests to one homeserver for one session. All requests of the service go through it.
///
/// An expired token is renewed once for all requests, and rate-limited requests wait. Nothing else is repeated: only
/// the caller knows whether a request may be sent twice.
final class MatrixConnection: Sendable {
  private let server: HomeserverAddress
  private let transport: any Transport
  private let clock: any ChatClock
  private let gates: RateGates
  private let renewer: TokenRenewer
  private let offline = Mutex(false)
  /// The state of the connection.
  let report: LinkReport

  /// The maximum number of consecutive renewals for one request.
  private static let mostRenewals = 3
  /// How long `close` waits for a renewal in progress.
  private static let closingTime = Duration.seconds(5)

  /// - Parameter tell: called when new tokens cannot be saved; once until saving succeeds again.
  init(
    session: MatrixSession, sessionStore: any SessionStore, transport: any Transport, clock: any ChatClock,
    tellingOfFaults tell: @escaping @Sendable (SessionFault) -> Void = { _ in }
  ) {
    server = session.server
    self.transport = transport
    self.clock = clock
    gates = RateGates(clock: clock)
    report = LinkReport(clock: clock)
    renewer = TokenRenewer(session, on: sessionStore, telling: tell)
  }

  var session: MatrixSession { renewer.session }

  /// Whether the server has ended the session. From then on every request fails with `.signedOut` without being sent.
  var isSignedOut: Bool { renewer.session.isEnded }

  /// Why new tokens could not be saved. Requests fail until they are.
  var sessionFault: SessionFault? { renewer.fault }

  /// Whether the user went offline. Requests that were sent before are finished.
  var isOffline: Bool {
    get { offline.withLock(\.self) }
    set { offline.withLock { $0 = newValue } }
  }

  /// The bytes of a successful answer; nil if the request had been fulfilled before.
  ///
  /// - Parameters:
  ///   - context: the context for the meaning of a failure.
  ///   - limit: the maximum number of bytes.
  ///   - patience: nil: the default of the request.
  ///   - refusal: evaluated right before each attempt, which may be long after this call; a refusal stops the
  ///     request.
  func answer(
    to request: MatrixRequest, _ context: FailureContext = FailureContext(), limit: Int = 32 << 20,
    patience: Patience? = nil, unless refusal: () -> ChatError.Refusal? = { nil }
  ) async throws(ChatError) -> [UInt8]? {
    let response = try await response(to: request, context, unless: refusal) { token in
      HTTPRequest(request, at: server, token: token, to: .memory(limit: limit), patience: patience)
    }
    return response.map { $0.bytes ?? [] }
  }

  /// Uploads a file, reading it while it is sent.
  ///
  /// - Parameter observer: receives the number of bytes sent.
  /// - Returns: the bytes of a successful answer; nil if the file had been uploaded before.
  @discardableResult func upload(
    _ request: MatrixRequest, file path: String, bytes: Int, _ context: FailureContext = FailureContext(),
    telling observer: SendingObserver? = nil
  ) async throws(ChatError) -> [UInt8]? {
    let response = try await response(to: request, context) { token in
      var sent = HTTPRequest(
        request, at: server, token: token, file: .file(path: path, offset: 0, count: Int64(bytes)),
        to: .memory(limit: 1 << 20), patience: .media)
      sent.observer = observer
      return sent
    }
    return response.map { $0.bytes ?? [] }
  }

  /// Downloads a file to a path that does not exist yet. A failed download leaves no file.
  ///
  /// - Returns: the size of the file.
  func download(
    _ request: MatrixRequest, to path: String, limit: Int, _ context: FailureContext = FailureContext()
  ) async throws(ChatError) -> Int {
    let response = try await response(to: request, context) { token in
      HTTPRequest(
        request, at: server, token: token, to: .file(path: path, limit: Int64(limit)), patience: .media)
    }
    guard case .file(let count)? = response?.body else { throw .connection(.interrupted) }
    return Int(count)
  }

  /// Stops sending, and waits until a renewal in progress is saved, up to a limit.
  func close() async { await renewer.close(within: Self.closingTime, clock) }

  // MARK: One request

  /// - Parameter make: builds the request with a token.
  /// - Returns: a successful answer; nil if the request had been fulfilled before.
  private func response(
    to request: MatrixRequest, _ context: FailureContext, unless refusal: () -> ChatError.Refusal? = { nil },
    _ make: (_ token: String?) -> HTTPRequest
  ) async throws(ChatError) -> HTTPResponse? {
    var waited = Duration.zero
    var renewals = 0
    while true {
      guard !isOffline else { throw .connection(.offline) }
      try await gates.pass(request, waited: &waited)
      let current = try renewer.currentToken()
      if let refusal = refusal() { throw .refused(refusal) }
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await transport.answer(to: make(request.needsToken ? current.token : nil))
      } catch {
        throw ChatError(error, context)
      }
      report.recordAnswer()
      guard !response.isSuccess else {
        gates.recordSuccess(of: request)
        report.recordSuccess(of: request)
        if request.needsToken { renewer.recordAccepted(current) }
        return response
      }
      let failure = MatrixFailure(response)
      switch failure.meaning(context) {
      case .done: return nil
      case .error(let error):
        if case .held(let hold) = error { report.record(hold, by: request) }
        throw error
      case .wait(let wait):
        // Other statuses are failures of the server. A rate gate does not help against them.
        guard failure.status == 429 else {
          throw .connection(.badAnswer(.failure(status: failure.status, retryAfter: wait)))
        }
        let pause = gates.close(for: request, wait: wait)
        // If an address would take long, the upload does without, so the limit is not reported.
        if context.purpose != .createMedia || pause <= RateGates.patience { report.recordLimit(for: pause) }
      case .tokenRefused(let refusal):
        renewals += 1
        guard renewals <= Self.mostRenewals else { throw .connection(.interrupted) }
        try await renew(current, after: refusal, for: request)
      }
    }
  }

  private func renew(
    _ current: TokenRenewer.CurrentToken, after refusal: MatrixFailure.TokenRefusal,
    for request: MatrixRequest
  ) async throws(ChatError) {
    // New tokens do not help a request without a token, such as the refresh itself.
    guard request.needsToken else { throw .signedOut }
    try await renewer.renew(current, after: refusal) { (token) async throws(ChatError) in
      try await self.answer(to: .refresh(token), FailureContext(.refresh)) ?? []
    }
  }
}

extension MatrixConnection {
  /// Sends a request and parses the answer.
  ///
  /// - Parameters:
  ///   - context: the context for the meaning of a failure.
  ///   - limit: the maximum number of bytes.
  ///   - patience: nil: the default of the request.
  ///   - failure: the error for an unreadable answer.
  func read<Answer>(
    _ request: MatrixRequest, _ context: FailureContext = FailureContext(), limit: Int = 32 << 20,
    patience: Patience? = nil, orThrow failure: ChatError = .unreadable,
    _ parse: ([UInt8]) throws(AnswerError) -> Answer
  ) async throws(ChatError) -> Answer {
    let bytes = try await answer(to: request, context, limit: limit, patience: patience) ?? []
    do throws(AnswerError) { return try parse(bytes) } catch { throw failure }
  }

  /// Sends a request whose answer is JSON.
  func json(
    _ request: MatrixRequest, _ context: FailureContext = FailureContext()
  ) async throws(ChatError) -> JSONNode {
    try await read(request, context) { bytes throws(AnswerError) in try JSONDocument.answer(bytes) }
  }

  /// Sends a request whose answer is JSON; nil if the server answers "not found".
  func jsonIfFound(
    _ request: MatrixRequest, _ context: FailureContext = FailureContext()
  ) async throws(ChatError) -> JSONNode? {
    do throws(ChatError) { return try await json(request, context) } catch {
      guard case .refused(.notFound) = error else { throw error }
      return nil
    }
  }
}

extension ChatError {
  /// The server answered with something unreadable.
  static var unreadable: ChatError { .connection(.badAnswer(.unreadable)) }

  /// Whether other requests may still succeed.
  var isAboutOneRequest: Bool {
    switch self {
    case .refused, .connection(.timedOut), .connection(.busy), .connection(.interrupted),
      .connection(.badAnswer):
      true
    case .connection(.offline), .signedOut, .held, .draftConflict, .eventsGone, .cancelled: false
    }
  }
}

extension HTTPRequest {
  /// The HTTP request for a request to a homeserver.
  ///
  /// - Parameters:
  ///   - file: the body, where the request names only its type.
  ///   - patience: nil: the default of the request.
  init(
    _ request: MatrixRequest, at server: HomeserverAddress, token: String? = nil, file: Body = .none,
    to destination: Destination, patience: Patience? = nil
  ) {
    var fields: [HTTPField] = []
    if let token { fields.append(HTTPField("Authorization", "Bearer \(token)")) }
    let body: Body
    var hasEffect: Bool?
    switch request.body {
    case .none: body = .none
    case .json(let bytes):
      body = .bytes(bytes)
      fields.append(HTTPField("Content-Type", "application/json"))
    case .file(let type):
      body = file
      // A file has no reader before the upload has an answer, so an aborted upload has no effect.
      hasEffect = false
      fields.append(HTTPField("Content-Type", type))
    }
    self.init(
      Method(request.method), server.url + request.target, fields: fields, body: body, to: destination,
      patience: patience ?? (request.patience > 0 ? .poll(.milliseconds(request.patience)) : .usual),
      hasEffect: hasEffect)
  }
}

extension HTTPRequest.Method {
  fileprivate init(_ method: MatrixRequest.Method) {
    switch method {
    case .get: self = .get
    case .put: self = .put
    case .post: self = .post
    case .delete: self = .delete
    }
  }
}

extension MatrixFailure {
  init(_ response: HTTPResponse) {
    self.init(status: response.status, body: response.bytes ?? [], retryAfter: response["Retry-After"])
  }
}

extension ChatError {
  /// The error for a request without an answer. This is the only place where HTTP failures become errors of the
  /// contract.
  init(_ error: HTTPError, _ context: FailureContext) {
    switch error {
    case .cannotResolve, .cannotConnect, .refusedByTLS, .libraryMissing, .closed: self = .connection(.offline)
    case .timedOut: self = .connection(.timedOut)
    case .answerTooLarge where context.purpose == .download: self = .refused(.tooLarge)
    case .answerTooLarge(let limit): self = .connection(.badAnswer(.tooLarge(limit: Int(limit))))
    case .invalidAnswer, .headTooLarge: self = .unreadable
    case .interrupted, .failed: self = .connection(.interrupted)
    case .cancelled: self = .cancelled
    case .badURL: self = .refused(.invalid("the address of the server"))
    case .badField(let name): self = .refused(.invalid("the field \(name)"))
    case .fileUnreadable(let path), .fileUnwritable(let path):
      self = .refused(.fileUnreadable(name: context.fileName ?? Self.lastPart(of: path)))
    }
  }

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension FailureContext {
  /// The file name to show.
  fileprivate var fileName: String? {
    if case .upload(let name, _, _) = purpose { return name }
    return subject.isEmpty ? nil : subject
  }
}
