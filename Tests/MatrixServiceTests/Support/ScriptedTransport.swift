import HTTPTransport
import Synchronization

/// Answers requests as scripted by a test, and records them.
final class ScriptedTransport: Transport {
  typealias Handler = @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

  private struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var requests: [HTTPRequest] = []
    var watchers: [Watcher] = []
  }

  private let state = Mutex(State())
  private let handle: Handler

  init(_ handle: @escaping Handler) { self.handle = handle }

  /// Gives these answers in order, then repeats the last one.
  convenience init(_ answers: [Result<HTTPResponse, HTTPError>]) {
    let rest = Rest(answers)
    self.init { (_) throws(HTTPError) in try rest.next() }
  }

  private final class Rest: Sendable {
    let answers: Mutex<[Result<HTTPResponse, HTTPError>]>
    init(_ answers: [Result<HTTPResponse, HTTPError>]) { self.answers = Mutex(answers) }

    func next() throws(HTTPError) -> HTTPResponse {
      let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
      guard let answer else { throw .closed }
      return try answer.get()
    }
  }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    let satisfied = state.withLock { state in
      state.requests.append(request)
      let count = state.requests.count
      defer { state.watchers.removeAll { $0.count <= count } }
      return state.watchers.filter { $0.count <= count }
    }
    for watcher in satisfied { watcher.continuation.resume() }
    return try await handle(request)
  }

  /// All requests, in the order of arrival.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The paths without the common prefix.
  var paths: [String] { requests.map(\.path) }

  /// Waits for this many requests.
  func untilAsked(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count < count {
          state.watchers.append(Watcher(count: count, continuation: continuation))
          return false
        }
        return true
      }
      if isThere { continuation.resume() }
    }
  }
}

extension HTTPRequest {
  var path: String {
    let path = url.prefix { $0 != "?" }
    return path.firstRange(of: "/_matrix/client").map { String(path[$0.upperBound...]) } ?? String(path)
  }

  func value(of field: String) -> String? { fields.first { $0.isNamed(field) }?.value }

  /// The access token of the request.
  var token: String? { value(of: "Authorization")?.split(separator: " ").last.map(String.init) }

  var text: String {
    if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}

extension HTTPResponse {
  init(_ status: Int, _ text: String = "{}", retryAfter: String? = nil) {
    self.init(
      status: status, fields: retryAfter.map { [HTTPField("Retry-After", $0)] } ?? [],
      body: .bytes(Array(text.utf8)))
  }

  static let ok = HTTPResponse(200)
  static let tokenEnded = HTTPResponse(
    401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"Access token has expired","soft_logout":true}"#)
  static let signedOut = HTTPResponse(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"Invalid access token"}"#)

  static func tooMany(_ milliseconds: Int?) -> HTTPResponse {
    HTTPResponse(
      429, #"{"errcode":"M_LIMIT_EXCEEDED"\#(milliseconds.map { ",\"retry_after_ms\":\($0)" } ?? "")}"#)
  }
}
