import ChatDomain
import HTTPTransport
import MatrixService
import Synchronization

@testable import CursesTerminal

/// A person at a terminal, as far as it asks for passwords.
@MainActor
final class TestTerminal {
  /// What is typed at each question.
  var answers: [String] = []
  /// False: the answers name ways of not answering.
  var isLiteral = true
  private(set) var questions: [String] = []
  private(set) var said: [String] = []

  static let tooMuch = String(repeating: "a", count: Secret.limit + 1)

  nonisolated init() {}

  func ask(_ question: String) -> SecretPrompt.Outcome {
    questions.append(question)
    guard !answers.isEmpty else { return .cancelled }
    let answer = answers.removeFirst()
    switch answer {
    case Self.tooMuch: return .tooLong
    case "cancelled" where !isLiteral: return .cancelled
    case "terminated" where !isLiteral: return .ended(signal: 15)
    case "nowhere" where !isLiteral: return .noTerminal
    default:
      var line = SecretLine()
      for byte in answer.utf8 { _ = line.type(byte) }
      return .typed(line.secret)
    }
  }

  func tell(_ sentence: String) { said.append(sentence) }
}

/// A session in memory.
final class TestShelf: SessionStore {
  private struct State {
    var session: MatrixSession?
    var fault: SessionFault?
    var saving: SessionFault?
  }

  private let state = Mutex(State())

  /// Why nothing can be read.
  var fault: SessionFault? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// Why nothing can be saved.
  var saving: SessionFault? {
    get { state.withLock { $0.saving } }
    set { state.withLock { $0.saving = newValue } }
  }

  func load() throws(SessionFault) -> MatrixSession? {
    let (session, fault) = state.withLock { ($0.session, $0.fault) }
    if let fault { throw fault }
    return session
  }

  func save(_ session: MatrixSession) throws(SessionFault) {
    if let fault = saving { throw fault }
    state.withLock { $0.session = session }
  }

  func remove() throws(SessionFault) { state.withLock { $0.session = nil } }
}

/// A homeserver that knows Ann and her password, `right`.
final class LoginServer: Transport {
  private struct State {
    var isHomeserver = true
    var requests: [HTTPRequest] = []
    var devices: [DeviceID?] = []
  }

  private let state = Mutex(State())

  var isHomeserver: Bool {
    get { state.withLock { $0.isHomeserver } }
    set { state.withLock { $0.isHomeserver = newValue } }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// As which device somebody wanted to sign in, each time.
  var devices: [DeviceID?] { state.withLock { $0.devices } }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (status, text) = state.withLock { state -> (Int, String) in
      state.requests.append(request)
      guard state.isHomeserver else { return (404, "<html>") }
      if request.url.hasSuffix("/versions") { return (200, #"{"versions":["v1.11"]}"#) }
      if request.method == .get { return (200, #"{"flows":[{"type":"m.login.password"}]}"#) }
      guard case .bytes(let bytes) = request.body else { return (400, "{}") }
      let body = String(decoding: bytes, as: UTF8.self)
      state.devices.append(body.contains(#""device_id":"LAPTOP""#) ? "LAPTOP" : nil)
      guard body.contains(#""password":"right""#) else { return (403, #"{"errcode":"M_FORBIDDEN"}"#) }
      return (200, #"{"user_id":"@ann:example.org","access_token":"new","device_id":"LAPTOP"}"#)
    }
    return HTTPResponse(status: status, body: .bytes(Array(text.utf8)))
  }
}
