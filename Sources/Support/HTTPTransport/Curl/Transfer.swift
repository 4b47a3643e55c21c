import CCurl

/// A request while libcurl handles it. libcurl calls it back on the thread of its loop.
final class Transfer {
  let job: Job
  private var source: BodySource
  private var head = AnswerHead()
  private var body: AnswerBody
  private var progress = HTTPError.Progress.waiting
  private var fault: HTTPError?
  private var fields: OpaquePointer?
  private let connections: KeptConnections
  private var port: Int32 = -1
  /// Whether the request got an unusable connection and must be restarted on another; nothing was sent.
  private(set) var isToBeginAgain = false

  /// Sets up the handle. libcurl keeps a pointer to the transfer, which must live until the handle is freed.
  init(
    _ job: Job, on easy: OpaquePointer, certificates: String?, _ connections: KeptConnections
  ) throws(HTTPError) {
    self.job = job
    self.connections = connections
    source = try BodySource(job.request.body)
    body = AnswerBody(for: job.request.destination)
    let settings = CurlSetting.all(
      for: job.checked, bodySize: source.count,
      remaining: job.deadline.map { ContinuousClock.now.duration(to: $0) },
      certificates: certificates)
    do {
      for setting in settings { try Self.require(setting.apply(to: easy)) }
      try Self.require(libcurl_guard_sockets(easy, job.checked.url.isEncrypted ? 0 : 1))
      try Self.require(libcurl_refuse_rewinding(easy))
      fields = try Self.list(of: job.request.fields)
      try Self.require(libcurl_set_list(easy, LIBCURL_HTTPHEADER, fields))
      try setCallbacks(of: easy)
    } catch {
      release()
      throw error
    }
  }

  private static func require(_ code: libcurl_code?) throws(HTTPError) {
    if let code, code != LIBCURL_OK { throw .failed(code: Int32(code.rawValue)) }
  }

  private static func list(of fields: [HTTPField]) throws(HTTPError) -> OpaquePointer? {
    // No `Expect` field: asking whether a body is welcome before sending it would cost a round trip.
    var list: OpaquePointer?
    for line in ["Expect:"] + fields.map({ $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }) {
      guard let longer = libcurl_list_append(list, line) else {
        libcurl_list_free(list)
        throw .failed(code: 0)
      }
      list = longer
    }
    return list
  }

  private func setCallbacks(of easy: OpaquePointer) throws(HTTPError) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      LIBCURL_WRITEDATA, LIBCURL_HEADERDATA, LIBCURL_READDATA, LIBCURL_PREREQDATA,
    ] {
      try Self.require(libcurl_set_pointer(easy, option, this))
    }
    try Self.require(
      libcurl_set_bytes_function(easy, LIBCURL_HEADERFUNCTION) { bytes, size, count, this in
        Transfer.of(this)?.receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      })
    try Self.require(
      libcurl_set_bytes_function(easy, LIBCURL_WRITEFUNCTION) { bytes, size, count, this in
        Transfer.of(this)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      })
    try Self.require(
      libcurl_set_bytes_function(easy, LIBCURL_READFUNCTION) { bytes, size, count, this in
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return Transfer.of(this)?.giveBody(buffer) ?? Int(LIBCURL_READ_ABORT)
      })
    try Self.require(
      libcurl_set_sending_function(easy) { this, _, _, _, port in
        Transfer.of(this)?.permitSending(from: port) == true ? 0 : 1
      })
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer? {
    pointer.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Called by libcurl

  /// libcurl resends a request by itself if a kept connection turns out to be dead and no answer arrived. The server may still
  /// have processed it, so a request with an effect is sent only once.
  private func permitSending(from port: Int32) -> Bool {
    self.port = port
    guard connections.isClean(port) else {
      isToBeginAgain = progress == .waiting
      return false
    }
    let isAgain = progress > .waiting
    progress = max(progress, .sent)
    return !isAgain || !job.request.hasEffect
  }

  private func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let count = source.read(into: buffer) else { return Int(LIBCURL_READ_ABORT) }
    if count > 0 { job.request.observer?.didSend(source.given) }
    return count
  }

  private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
    progress = .answered
    guard head.append(line) else {
      fault = .headTooLarge
      return 0
    }
    return line.count
  }

  private func receiveBody(_ piece: UnsafeRawBufferPointer) -> Int {
    progress = .answered
    // libcurl treats any count other than the full one as an error.
    return body.append(piece, status: head.status) ? piece.count : 0
  }

  // MARK: Called by the loop

  /// Ends with libcurl's result.
  func end(_ code: libcurl_code) {
    if let fault = fault ?? body.fault ?? failure(code) ?? incompleteness { return end(fault) }
    connections.record(port, isSequential: head.isHTTP1)
    end(
      Result { () throws(HTTPError) in
        HTTPResponse(status: head.status, fields: head.fields, body: try body.finish(status: head.status))
      })
  }

  /// The fault of an answer without a complete head and a valid status: libcurl takes a connection that closes between two fields
  /// for the end of an answer.
  private var incompleteness: HTTPError? {
    guard head.isComplete else { return interruption }
    return (200...599).contains(head.status) ? nil : .invalidAnswer
  }

  func end(_ error: HTTPError) { end(.failure(error)) }

  /// Releases its resources; another transfer continues the job.
  func yield() {
    body.discard()
    release()
  }

  /// Ends the transfer early.
  func breakOff() { end(progress == .waiting || !job.request.hasEffect ? .closed : .interrupted(progress)) }

  private func end(_ result: Job.Answer) {
    if case .failure = result { body.discard() }
    release()
    job.end(result)
  }

  private func release() {
    source.end()
    libcurl_list_free(fields)
    fields = nil
  }

  private func failure(_ code: libcurl_code) -> HTTPError? {
    switch code {
    case LIBCURL_OK: nil
    case LIBCURL_READ_ERROR, LIBCURL_ABORTED_BY_CALLBACK: source.fault ?? interruption
    case LIBCURL_FILESIZE_EXCEEDED: .answerTooLarge(limit: AnswerBody.largest(for: job.request.destination))
    default: HTTPError(code, host: job.checked.url.host, progress: progress)
    }
  }

  private var interruption: HTTPError { .interrupted(progress) }
}

extension HTTPError {
  /// Translates libcurl's error for the caller.
  init(_ code: libcurl_code, host: String, progress: Progress) {
    self =
      switch code {
      // Once something was sent, the code means that the answer has no head.
      case LIBCURL_UNSUPPORTED_PROTOCOL, LIBCURL_URL_MALFORMAT:
        progress == .waiting ? .badURL(.malformed) : .invalidAnswer
      case LIBCURL_COULDNT_RESOLVE_HOST, LIBCURL_COULDNT_RESOLVE_PROXY: .cannotResolve(host: host)
      case LIBCURL_COULDNT_CONNECT, LIBCURL_PROXY_FAILED: .cannotConnect(host: host)
      case LIBCURL_OPERATION_TIMEDOUT: .timedOut(progress)
      case LIBCURL_PEER_FAILED_VERIFICATION, LIBCURL_SSL_ISSUER_ERROR, LIBCURL_SSL_INVALIDCERTSTATUS,
        LIBCURL_SSL_CACERT_BADFILE:
        .refusedByTLS(host: host, .certificate)
      case LIBCURL_SSL_CONNECT_ERROR, LIBCURL_SSL_CIPHER, LIBCURL_SSL_CERTPROBLEM, LIBCURL_SSL_CLIENTCERT,
        LIBCURL_SSL_ENGINE_SETFAILED:
        .refusedByTLS(host: host, .handshake)
      case LIBCURL_TOO_LARGE: .headTooLarge
      case LIBCURL_WEIRD_SERVER_REPLY, LIBCURL_BAD_CONTENT_ENCODING, LIBCURL_WRITE_ERROR: .invalidAnswer
      case LIBCURL_GOT_NOTHING, LIBCURL_PARTIAL_FILE, LIBCURL_SEND_ERROR, LIBCURL_RECV_ERROR,
        LIBCURL_SEND_FAIL_REWIND, LIBCURL_HTTP2, LIBCURL_HTTP2_STREAM:
        // A connection that broke before it could be used was never established.
        progress == .waiting ? .cannotConnect(host: host) : .interrupted(progress)
      // Only some of the possible defects of an answer have a separate code.
      case _ where progress == .answered: .invalidAnswer
      case _ where progress == .sent: .interrupted(.sent)
      default: .failed(code: Int32(code.rawValue))
      }
  }
}
