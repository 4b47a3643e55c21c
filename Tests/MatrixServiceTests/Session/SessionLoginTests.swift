import ChatDomain
import HTTPTransport
import MatrixWire
import Testing

@testable import MatrixService

@Suite("Signing in")
struct SessionLoginTests {
  static let versions = HTTPResponse(200, #"{"versions":["v1.1","v1.11"]}"#)
  static let flows = HTTPResponse(200, #"{"flows":[{"type":"m.login.sso"},{"type":"m.login.password"}]}"#)
  static let welcome = HTTPResponse(
    200,
    #"{"user_id":"@ann:example.org","access_token":"access-0","device_id":"LAPTOP","refresh_token":"refresh-0"}"#
  )

  func signIn(
    _ transport: ScriptedTransport, user: String = "ann", device: DeviceID? = nil
  ) async throws -> MatrixSession {
    try await MatrixLogin.signIn(
      user: user, password: "pässword\"", device: device, server: HomeserverAddress("example.org"),
      name: "Inkwell on box", transport: transport)
  }

  @Test("The server is asked what it is, then the password goes to it, and the answer is a session")
  func success() async throws {
    let transport = ScriptedTransport([.success(Self.versions), .success(Self.flows), .success(Self.welcome)])
    let session = try await signIn(transport, device: "LAPTOP")
    #expect(session == (try Sample.session()))
    #expect(transport.paths == ["/versions", "/v3/login", "/v3/login"])
    let requests = transport.requests
    #expect(requests.allSatisfy { $0.token == nil })
    #expect(requests.dropLast().allSatisfy { $0.method == .get && $0.text.isEmpty })
    let sent = try #require(requests.last)
    #expect(sent.method == .post)
    for part in [
      #""user":"ann""#, #""password":"pässword\"""#, #""device_id":"LAPTOP""#, #""refresh_token":true"#,
      #""initial_device_display_name":"Inkwell on box""#,
    ] {
      #expect(sent.text.contains(part), "\(part)")
    }
  }

  @Test("A whole id is answered with this id, upper and lower case being the same")
  func wholeID() async throws {
    let answers = [Self.versions, Self.flows, Self.welcome].map { Result<_, HTTPError>.success($0) }
    _ = try await signIn(ScriptedTransport(answers), user: "@Ann:example.org")
    await #expect(throws: LoginError.otherPerson("@ann:example.org")) {
      try await signIn(ScriptedTransport(answers), user: "@bob:example.org")
    }
  }

  static let server = Result { try HomeserverAddress("example.org") }
  static let notFound = HTTPResponse(404, "<html>")

  static func failures() throws -> [([Result<HTTPResponse, HTTPError>], LoginError)] {
    let server = try server.get()
    let whole: [Result<HTTPResponse, HTTPError>] = [.success(versions), .success(flows)]
    func refused(_ status: Int, _ body: String) -> [Result<HTTPResponse, HTTPError>] {
      whole + [.success(HTTPResponse(status, body))]
    }
    return [
      ([.failure(.cannotResolve(host: "example.org"))], .unreachable(.cannotResolve(host: "example.org"))),
      (
        [.failure(.refusedByTLS(host: "h", .certificate))],
        .unreachable(.refusedByTLS(host: "h", .certificate))
      ),
      ([.failure(.libraryMissing(.notInstalled))], .unreachable(.libraryMissing(.notInstalled))),
      ([.failure(.cancelled)], .cancelled), ([.failure(.invalidAnswer)], .notAHomeserver(server)),
      ([.failure(.answerTooLarge(limit: 5))], .notAHomeserver(server)),
      ([.success(notFound)], .notAHomeserver(server)),
      ([.success(HTTPResponse(200, "<html>"))], .notAHomeserver(server)),
      ([.success(HTTPResponse(302, ""))], .notAHomeserver(server)),
      ([.success(HTTPResponse(200, "{}"))], .notAHomeserver(server)),
      ([.success(HTTPResponse(503, ""))], .unavailable(server)),
      ([.success(versions), .success(notFound)], .notAHomeserver(server)),
      (
        [.success(versions), .success(HTTPResponse(200, #"{"flows":[{"type":"m.login.sso"}]}"#))],
        .noPasswordSignIn(server)
      ),
      (refused(403, #"{"errcode":"M_FORBIDDEN","error":"Invalid"}"#), .wrongPassword),
      (refused(403, #"{"errcode":"M_USER_DEACTIVATED"}"#), .deactivated),
      (refused(429, #"{"retry_after_ms":4100}"#), .tooManyAttempts(retryAfter: .milliseconds(4100))),
      (refused(429, ""), .tooManyAttempts(retryAfter: nil)), (refused(500, "{}"), .unavailable(server)),
      (refused(401, #"{"errcode":"M_USER_LOCKED","error":"locked\u001b[2J"}"#), .refused("locked[2J")),
      (refused(400, #"{"errcode":"M_UNKNOWN"}"#), .refused("M_UNKNOWN")),
      (refused(403, "<html>"), .notAHomeserver(server)), (refused(200, "{}"), .notAHomeserver(server)),
      (
        refused(200, #"{"user_id":"ann","access_token":"a","device_id":"D"}"#), .notAHomeserver(server)
      ),
      (
        refused(200, #"{"user_id":"@ann:example.org","access_token":"a\r\nHost: b","device_id":"D"}"#),
        .notAHomeserver(server)
      ),
      (whole + [.failure(.interrupted(.sent))], .unreachable(.interrupted(.sent))),
    ]
  }

  @Test("Whatever goes wrong has a sentence")
  func failure() async throws {
    for (answers, error) in try Self.failures() {
      await #expect(throws: error) { try await signIn(ScriptedTransport(answers)) }
      #expect(!error.description.isEmpty)
    }
  }

  @Test("The password goes to nobody who is no homeserver")
  func noPassword() async throws {
    for (answers, _) in try Self.failures() where answers.count < 3 {
      let transport = ScriptedTransport(answers)
      await #expect(throws: LoginError.self) { try await signIn(transport) }
      #expect(!transport.requests.contains { $0.text.contains("password") })
    }
  }

  static let sentences: [(LoginError, String)] = [
    (.wrongPassword, "the name or the password is wrong"),
    (
      .unreachable(.libraryMissing(.notInstalled)),
      "talking to a server needs libcurl, which is not installed: the Debian package is libcurl4"
    ),
    (.tooManyAttempts(retryAfter: .milliseconds(900)), "there were too many attempts; try again in 1 second"),
    (
      .tooManyAttempts(retryAfter: .milliseconds(4100)),
      "there were too many attempts; try again in 5 seconds"
    ),
  ]

  @Test("The sentences are for people", arguments: sentences)
  func sentence(_ sample: (error: LoginError, sentence: String)) {
    #expect(sample.error.description == sample.sentence)
  }
}
