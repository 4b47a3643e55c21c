import HTTPTransport

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
