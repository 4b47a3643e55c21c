import ChatDomain
import Glibc
import HTTPTransport
import MatrixService
import Synchronization

@testable import CursesTerminal
@testable import inkwell

/// A simulated person at a terminal that asks for passwords.
@MainActor
final class TestTerminal: LoginTerminal {
  /// The answers to the questions.
  var answers: [String] = []
  /// The answers to the echoed questions; then only Enter.
  var names: [String] = []
  /// False: the answers are names of ways to cancel.
  var isLiteral = true
  var hasTerminal = true
  /// Called with the page that is opened, as a browser.
  var browser: (String) -> Void = { _ in }
  private(set) var pages: [String] = []
  private(set) var questions: [String] = []
  private(set) var openQuestions = 0
  private(set) var said: [String] = []
  /// The progress messages shown while waiting.
  private(set) var waits: [String] = []
  private(set) var isFinished = false

  static let tooMuch = String(repeating: "a", count: Secret.limit + 1)

  nonisolated init() {}

  func ask(_ question: String, orUntil descriptor: Int32?) -> TerminalPrompt.Outcome {
    questions.append(question)
    var request = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    if poll(&request, 1, 0) == 1 { return .interrupted }
    guard !answers.isEmpty else { return .cancelled }
    return outcome(of: answers.removeFirst())
  }

  func askOpenly(_ question: String) -> TerminalPrompt.Outcome {
    openQuestions += 1
    return outcome(of: names.isEmpty ? "" : names.removeFirst())
  }

  private func outcome(of answer: String) -> TerminalPrompt.Outcome {
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

  func finish() { isFinished = true }

  func tell(_ sentence: String) { said.append(sentence) }

  func wait<Value, Failure: Error>(
    for words: String, _ work: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    waits.append(words)
    return try await work()
  }

  func browse(_ address: String) {
    pages.append(address)
    browser(address)
  }
}

/// An in-memory session store.
final class TestShelf: SessionStore {
  private struct State {
    var session: MatrixSession?
    var fault: SessionFault?
    var saving: SessionFault?
  }

  private let state = Mutex(State())

  /// The error of reads.
  var fault: SessionFault? {
    get { state.withLock { $0.fault } }
    set { state.withLock { $0.fault = newValue } }
  }

  /// The error of saves.
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

/// A homeserver that knows Ann with the password `right`, and accepts anyone with the token `brought`.
final class LoginServer: Transport {
  private struct State {
    var isHomeserver = true
    var flows = ["password"]
    var user = "@ann:example.org"
    var requests: [HTTPRequest] = []
    var devices: [DeviceID?] = []
  }

  private let state = Mutex(State())

  var isHomeserver: Bool {
    get { state.withLock { $0.isHomeserver } }
    set { state.withLock { $0.isHomeserver = newValue } }
  }

  /// The user who is signed in.
  var user: String {
    get { state.withLock { $0.user } }
    set { state.withLock { $0.user = newValue } }
  }

  /// The supported sign-in methods.
  var flows: [String] {
    get { state.withLock { $0.flows } }
    set { state.withLock { $0.flows = newValue } }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The requested device of each sign-in.
  var devices: [DeviceID?] { state.withLock { $0.devices } }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let (status, text) = state.withLock { state -> (Int, String) in
      state.requests.append(request)
      guard state.isHomeserver else { return (404, "<html>") }
      if request.url.hasSuffix("/versions") { return (200, #"{"versions":["v1.11"]}"#) }
      if request.url.hasSuffix("/logout") { return (200, "{}") }
      if request.method == .get {
        let flows = state.flows.map { #"{"type":"m.login.\#($0)"}"# }.joined(separator: ",")
        return (200, #"{"flows":[\#(flows)]}"#)
      }
      guard case .bytes(let bytes) = request.body else { return (400, "{}") }
      let body = String(decoding: bytes, as: UTF8.self)
      state.devices.append(body.contains(#""device_id":"LAPTOP""#) ? "LAPTOP" : nil)
      guard body.contains(#""password":"right""#) || body.contains(#""token":"brought""#) else {
        return (403, #"{"errcode":"M_FORBIDDEN"}"#)
      }
      return (200, #"{"user_id":"\#(state.user)","access_token":"new","device_id":"LAPTOP"}"#)
    }
    return HTTPResponse(status: status, body: .bytes(Array(text.utf8)))
  }
}
