import ChatDomain
import HTTPTransport
import Synchronization

/// Asks one homeserver in the name of one session. Everything that the service asks goes through it.
///
/// A token that ended is renewed, once for all requests, and a request for which there were too many before it waits for a
/// time. Nothing else is repeated here: whether a request may be sent twice is known to those who made it.
final class MatrixConnection: Sendable {
  private let server: HomeserverAddress
  private let transport: any Transport
  private let clock: any ChatClock
  private let gates: RateGates
  private let renewer: TokenRenewer
  private let offline = Mutex(false)
  /// What the requests say of the connection.
  let report: LinkReport

  /// How often in a row new tokens may have ended before they were used.
  private static let mostRenewals = 3
  /// How long an end waits for tokens that are under way.
  private static let closingTime = Duration.seconds(5)

  /// - Parameter tell: called when new tokens cannot be saved; not again before some were.
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

  /// The session as it is now.
  var session: MatrixSession { renewer.session }

  /// True once the server said that the session ended; from then on every request fails with `.signedOut` without being
  /// sent.
  var isSignedOut: Bool { renewer.session.isEnded }

  /// Why new tokens could not be saved, if that is so. They are not used until they are, so every request fails.
  var sessionFault: SessionFault? { renewer.fault }

  /// Whether nothing is to be sent, because somebody wants it so. What was sent already is finished.
  var isOffline: Bool {
    get { offline.withLock(\.self) }
    set { offline.withLock { $0 = newValue } }
  }

  /// The bytes of a good answer; nil if what was asked for was done before.
  ///
  /// - Parameters:
  ///   - context: what a refusal would mean.
  ///   - limit: how many bytes there may be.
  ///   - patience: nil: as long as such a request takes.
  ///   - refusal: asked each time right before the request is sent, which may be long after this call: why it must not be.
  func answer(
    to request: MatrixRequest, _ context: FailureContext = FailureContext(), limit: Int = 32 << 20,
    patience: Patience? = nil, unless refusal: () -> ChatError.Refusal? = { nil }
  ) async throws(ChatError) -> [UInt8]? {
    let response = try await response(to: request, context, unless: refusal) { token in
      HTTPRequest(request, at: server, token: token, to: .memory(limit: limit), patience: patience)
    }
    return response.map { $0.bytes ?? [] }
  }

  /// Sends a file, whose bytes are read while they are sent.
  ///
  /// - Parameter observer: told how many of them went out.
  /// - Returns: the bytes of a good answer; nil if it was sent before.
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

  /// Brings a file, under a name that nothing has yet. If it fails, nothing has the name.
  ///
  /// - Returns: how many bytes it has.
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

  /// Sends nothing more. Returns when tokens that were under way are saved.
  func close() async { await renewer.close(within: Self.closingTime, clock) }

  // MARK: One request

  /// - Parameter make: the request with a token.
  /// - Returns: a good answer; nil if it was done before.
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
        // Others than 429 come from a server that fails, which no wait of a class helps.
        guard failure.status == 429 else {
          throw .connection(.badAnswer(.failure(status: failure.status, retryAfter: wait)))
        }
        let pause = gates.close(for: request, wait: wait)
        // Files go up without an address for which they would wait for long.
        if context.purpose != .createMedia || pause <= RateGates.patience { report.recordLimit(for: pause) }
      case .tokenEnded:
        renewals += 1
        guard renewals <= Self.mostRenewals else { throw .connection(.interrupted) }
        try await renew(current, after: .tokenEnded, for: request)
      case .signedOut:
        renewals += 1
        guard renewals <= Self.mostRenewals else { throw .connection(.interrupted) }
        try await renew(current, after: .signedOut, for: request)
      }
    }
  }

  private func renew(
    _ current: TokenRenewer.CurrentToken, after refusal: TokenRenewer.Refusal, for request: MatrixRequest
  ) async throws(ChatError) {
    // It carries no token that could be renewed, such as the request for new tokens itself.
    guard request.needsToken else { throw .signedOut }
    try await renewer.renew(current, after: refusal) { (token) async throws(ChatError) in
      try await self.answer(to: .refresh(token), FailureContext(.refresh)) ?? []
    }
  }
}

extension MatrixConnection {
  /// Asks, and reads the answer.
  ///
  /// - Parameters:
  ///   - context: what a refusal would mean.
  ///   - limit: how many bytes there may be.
  ///   - patience: nil: as long as such a request takes.
  ///   - failure: what it means if the answer makes no sense.
  func read<Answer>(
    _ request: MatrixRequest, _ context: FailureContext = FailureContext(), limit: Int = 32 << 20,
    patience: Patience? = nil, orThrow failure: ChatError = .unreadable,
    _ parse: ([UInt8]) throws(AnswerError) -> Answer
  ) async throws(ChatError) -> Answer {
    let bytes = try await answer(to: request, context, limit: limit, patience: patience) ?? []
    do throws(AnswerError) { return try parse(bytes) } catch { throw failure }
  }
}

extension ChatError {
  /// The server is there, and its answer makes no sense.
  static var unreadable: ChatError { .connection(.badAnswer(.unreadable)) }

  /// Whether others may be answered all the same.
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
  /// A request to a homeserver as it is sent.
  ///
  /// - Parameters:
  ///   - file: the body, where the request only says of what type it is.
  ///   - patience: nil: as long as such a request takes.
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
      // Nobody has the address of a file before its answer: one that is given up on the way goes no further.
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
  /// What a request without an answer means. This is the one place where a failure of HTTP becomes an error of the contract.
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
  /// What people call the file that it is about.
  fileprivate var fileName: String? {
    if case .upload(let name, _, _) = purpose { return name }
    return subject.isEmpty ? nil : subject
  }
}
