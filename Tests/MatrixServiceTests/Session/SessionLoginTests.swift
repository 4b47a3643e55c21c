import ChatDomain
import HTTPTransport
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
    try await MatrixLogin(at: HomeserverAddress("example.org"), transport: transport).signIn(
      user: user, password: "pässword\"", device: device, name: "Inkwell on box")
  }

  @Test("The server is checked before it gets the password, and the answer becomes a session")
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

  @Test("A full id must be answered with the same id, and a name may differ in case")
  func wholeID() async throws {
    let answers = [Self.versions, Self.flows, Self.welcome].map { Result<_, HTTPError>.success($0) }
    for name in ["@ann:example.org", "Ann"] {
      _ = try await signIn(ScriptedTransport(answers), user: name)
    }
    for other in ["@bob:example.org", "@Ann:example.org"] {
      await #expect(throws: LoginError.otherPerson("@ann:example.org")) {
        try await signIn(ScriptedTransport(answers), user: other)
      }
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
      (refused(403, #"{"errcode":"M_USER_DEACTIVATED"}"#), .held(.closed)),
      (refused(429, #"{"retry_after_ms":4100}"#), .tooManyAttempts(retryAfter: .milliseconds(4100))),
      (refused(429, ""), .tooManyAttempts(retryAfter: nil)), (refused(500, "{}"), .unavailable(server)),
      (refused(401, #"{"errcode":"M_USER_LOCKED","error":"locked\u001b[2J"}"#), .held(.locked)),
      (refused(401, #"{"errcode":"M_TEA","error":"boiled\u001b[2J"}"#), .refused("boiled[2J")),
      (
        refused(403, #"{"errcode":"M_RESOURCE_LIMIT_EXCEEDED","admin_contact":"mailto:a@b.example"}"#),
        .held(.serviceLimit(contact: "a@b.example"))
      ),
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

  @Test("Every failure has a message")
  func failure() async throws {
    for (answers, error) in try Self.failures() {
      await #expect(throws: error) { try await signIn(ScriptedTransport(answers)) }
      #expect(!error.description.isEmpty)
    }
  }

  @Test("Only a homeserver gets the password")
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

  @Test("The messages are written for people", arguments: sentences)
  func sentence(_ sample: (error: LoginError, sentence: String)) {
    #expect(sample.error.description == sample.sentence)
  }

  // MARK: Without a password

  static let singleSignOn = HTTPResponse(
    200, #"{"flows":[{"type":"m.login.sso"},{"type":"m.login.token"},{"type":"other"}]}"#)

  @Test("A server lists its sign-in methods; one that offers a page without tokens is not supported")
  func ways() async throws {
    let samples = [
      (Self.singleSignOn, false, true), (Self.flows, true, false), (HTTPResponse(200, "{}"), false, false),
    ]
    for (flows, hasPassword, hasPage) in samples {
      let transport = ScriptedTransport([.success(Self.versions), .success(flows)])
      let login = try await MatrixLogin(at: HomeserverAddress("example.org"), transport: transport)
      #expect(login.hasPassword == hasPassword && login.hasSingleSignOn == hasPage)
    }
  }

  @Test("The page returns a token, which is sent to the server once")
  func token() async throws {
    let transport = ScriptedTransport([
      .success(Self.versions), .success(Self.singleSignOn), .success(Self.welcome),
    ])
    let login = try await MatrixLogin(at: HomeserverAddress("example.org"), transport: transport)
    #expect(
      login.singleSignOnPage(returningTo: "http://127.0.0.1:7/a?b")
        == "https://example.org/_matrix/client/v3/login/sso/redirect?redirectUrl=http%3A%2F%2F127.0.0.1%3A7%2Fa%3Fb"
    )
    let token = try #require(LoginToken("http://127.0.0.1:7/a?x=1&loginToken=to%2Dken"))
    let session = try await login.signIn(token: token, user: "ann", device: "LAPTOP", name: "Inkwell on box")
    #expect(session == (try Sample.session()))
    let sent = try #require(transport.requests.last)
    for part in [
      #""type":"m.login.token""#, #""token":"to-ken""#, #""device_id":"LAPTOP""#, #""refresh_token":true"#,
    ] {
      #expect(sent.text.contains(part), "\(part)")
    }
    #expect(!"\(token)".contains("to-ken"))
  }

  @Test(
    "A token is read from an address or alone",
    arguments: [
      ("syt_abc", "syt_abc"), ("http://localhost/?loginToken=a_b.c", "a_b.c"),
      ("http://h/x?y=loginToken=1&loginToken=2", "2"), ("x?loginToken=1#loginToken=2", "1"), ("", nil),
      ("http://h/x", nil), ("two words", nil), ("x?loginToken=", nil), ("x?loginToken=%0d%0aHost", nil),
      ("x?loginToken=%zz", nil), ("ü", nil), (String(repeating: "a", count: 3000), nil),
    ] as [(String, String?)])
  func readToken(_ sample: (pasted: String, token: String?)) {
    #expect(LoginToken(sample.pasted)?.text == sample.token)
  }

  // MARK: Where the homeserver is

  static let discoveries: [(Result<HTTPResponse, HTTPError>, String)] = [
    (
      .success(HTTPResponse(200, #"{"m.homeserver":{"base_url":"https://Matrix.example.org/"}}"#)),
      "https://matrix.example.org"
    ),
    (.success(HTTPResponse(404)), "https://example.org"),
    (.success(HTTPResponse(500)), "https://example.org"),
    (.success(HTTPResponse(200, "<html>")), "https://example.org"),
    (.success(HTTPResponse(200, "{}")), "https://example.org"),
    (.success(HTTPResponse(302, "")), "https://example.org"),
    (.failure(.cannotResolve(host: "example.org")), "https://example.org"),
    (.failure(.answerTooLarge(limit: 5)), "https://example.org"),
  ]

  @Test("A domain names its homeserver; without valid data it is the homeserver", arguments: 0..<8)
  func discovery(_ index: Int) async throws {
    let (answer, server) = Self.discoveries[index]
    let transport = ScriptedTransport([answer])
    let found = try await HomeserverDiscovery.homeserver(
      of: HomeserverAddress("example.org"), transport: transport)
    #expect(found.url == server)
    #expect(transport.requests.first?.url == "https://example.org/.well-known/matrix/client")
    #expect(transport.requests.allSatisfy { $0.method == .get && $0.token == nil })
  }

  static let privateServers = [
    "http://127.0.0.1:8008", "https://localhost", "https://localhost.:8448", "https://me.localhost",
    "https://127.1", "https://0x7f000001", "https://2130706433", "https://0", "https://10.1.2.3",
    "https://172.16.0.1", "https://172.31.255.255", "https://192.168.1.1:8448", "https://169.254.169.254",
    "https://100.64.0.1", "http://[::1]:8008", "https://[fe80::1]", "https://[fd00::1]",
    "https://[::ffff:10.0.0.1]", "https://[::]", "https://router", "https://nas.local", "https://a.home.arpa",
  ]

  @Test("A domain cannot name a server on this computer or in a private network", arguments: privateServers)
  func privateServer(address: String) async throws {
    let answer = HTTPResponse(200, #"{"m.homeserver":{"base_url":"\#(address)"}}"#)
    let domain = try HomeserverAddress("example.org")
    let error = LoginError.badDiscovery(domain: domain, reason: .privateNetwork)
    await #expect(throws: error) {
      try await HomeserverDiscovery.homeserver(of: domain, transport: ScriptedTransport([.success(answer)]))
    }
    #expect(error.description.contains("it names a server on this computer or in a private network"))
    // Nor through a redirect of the domain's own answer.
    let moved = HTTPResponse(
      status: 302, fields: [HTTPField("Location", "\(address)/.well-known/matrix/client")], body: .bytes([]))
    let transport = ScriptedTransport([.success(moved)])
    await #expect(throws: error) {
      try await HomeserverDiscovery.homeserver(of: domain, transport: transport)
    }
    #expect(transport.requests.count == 1)
  }

  @Test(
    "A private domain can name one; and an Internet domain can name any public server",
    arguments: [
      ("localhost", "http://127.0.0.1:8008"), ("127.0.0.1", "http://localhost:8008"),
      ("nas.local", "https://192.168.1.1"), ("[fd00::1]", "https://10.0.0.1"),
      ("10.0.0.1", "https://m.example.org"),
      ("example.org", "https://172.32.0.1"), ("example.org", "https://9.255.255.255"),
      ("example.org", "https://localhost.example.org"), ("example.org", "https://[2001:db8::1]"),
      ("example.org", "https://10.example.org"), ("example.org", "https://[::ffff:9.9.9.9]"),
      ("example.org", "https://100.128.0.1"), ("example.org", "https://192.169.0.1"),
    ])
  func permittedServer(_ sample: (domain: String, address: String)) async throws {
    let answer = HTTPResponse(200, #"{"m.homeserver":{"base_url":"\#(sample.address)"}}"#)
    let found = try await HomeserverDiscovery.homeserver(
      of: HomeserverAddress(sample.domain), transport: ScriptedTransport([.success(answer)]))
    #expect(found.url == sample.address)
  }

  @Test("Redirects of a domain are followed a limited number of times")
  func redirection() async throws {
    func moved(_ place: String) -> Result<HTTPResponse, HTTPError> {
      .success(HTTPResponse(status: 301, fields: [HTTPField("Location", place)], body: .bytes([])))
    }
    let transport = ScriptedTransport([
      moved("https://www.example.org/m"), moved("/n"),
      .success(HTTPResponse(200, #"{"m.homeserver":{"base_url":"https://m.example.org"}}"#)),
    ])
    let domain = try HomeserverAddress("example.org")
    #expect(
      try await HomeserverDiscovery.homeserver(of: domain, transport: transport).url
        == "https://m.example.org")
    #expect(
      transport.requests.dropFirst().map(\.url) == ["https://www.example.org/m", "https://www.example.org/n"])
    let circle = ScriptedTransport([moved("/round")])
    #expect(try await HomeserverDiscovery.homeserver(of: domain, transport: circle) == domain)
    #expect(circle.requests.count == 4)
  }

  @Test("A redirect to a forbidden place is not followed, and the password goes nowhere")
  func badDiscovery() async throws {
    let domain = try HomeserverAddress("example.org")
    for (address, reason) in [
      ("http://evil.example", HomeserverAddress.Fault.unencrypted), ("https://a@b.example", .credentials),
      ("https://a.example/path", .path), ("ftp://a.example", .otherScheme("ftp")),
    ] {
      let transport = ScriptedTransport([
        .success(HTTPResponse(200, #"{"m.homeserver":{"base_url":"\#(address)"}}"#))
      ])
      let error = LoginError.badDiscovery(domain: domain, reason: reason)
      await #expect(throws: error) {
        try await HomeserverDiscovery.homeserver(of: domain, transport: transport)
      }
      #expect(
        error.description.hasPrefix("https://example.org points to an unusable Matrix server"))
    }
  }

  // MARK: Signing out

  @Test("An expired session is refreshed in order to end it; only the server's answer counts as ended")
  func signOut() async throws {
    let session = try Sample.session()
    let tokens = HTTPResponse(200, #"{"access_token":"access-1","refresh_token":"refresh-1"}"#)
    let samples: [([HTTPResponse], Bool, [String])] = [
      ([.ok], true, ["/v3/logout"]), ([.signedOut], true, ["/v3/logout"]),
      ([.tokenEnded, tokens, .ok], true, ["/v3/logout", "/v3/refresh", "/v3/logout"]),
      ([.tokenEnded, .signedOut], false, ["/v3/logout", "/v3/refresh"]),
      ([.tokenEnded, tokens, HTTPResponse(500)], false, ["/v3/logout", "/v3/refresh", "/v3/logout"]),
      ([HTTPResponse(502, "<html>")], false, ["/v3/logout"]),
    ]
    for (answers, isEnded, paths) in samples {
      let transport = ScriptedTransport(answers.map { .success($0) })
      #expect(await MatrixLogin.signOut(session, transport: transport) == isEnded)
      #expect(transport.paths == paths)
    }
    #expect(
      await MatrixLogin.signOut(session, transport: ScriptedTransport([.failure(.interrupted(.sent))]))
        == false)
  }
}
