import ChatDomain
import CursesTerminal
import Foundation
import HTTPTransport
import MatrixService
import Testing

@testable import inkwell

@Suite("Signing in on the terminal")
@MainActor
struct SignInTests {
  let sessionStore = TestShelf()
  let server = LoginServer()
  let terminal = TestTerminal()

  func signIn(_ name: String = "ann", server address: String = "https://example.org") throws -> SignIn {
    let name = try #require(AccountName(name))
    let address = try HomeserverAddress(address)
    return SignIn(
      account: Account(name: name, server: address, profile: Profile(of: name, at: address)),
      sessionStore: sessionStore,
      transport: server, terminal: terminal)
  }

  func session(isEnded: Bool = false) throws -> MatrixSession {
    MatrixSession(
      server: try HomeserverAddress("https://example.org"), user: "@ann:example.org", device: "LAPTOP",
      tokens: SessionTokens(access: "old", refresh: nil), isEnded: isEnded)
  }

  @Test("A signed-in person is not asked for a password")
  func signedIn() async throws {
    try sessionStore.save(try session())
    #expect(try await signIn().session() == (try session()))
    #expect(terminal.questions.isEmpty)
    #expect(server.requests.isEmpty && terminal.waits.isEmpty)
  }

  @Test("Others are asked for the password, and the session is saved")
  func new() async throws {
    terminal.answers = ["right"]
    let session = try await signIn().session()
    #expect(session.tokens.access == "new")
    #expect(try sessionStore.load() == session)
    #expect(terminal.questions == ["Password of ann at https://example.org: "])
    #expect(terminal.waits == ["asking https://example.org how to sign in", "signing in"])
    #expect(server.devices == [nil])
  }

  @Test("A wrong password may be corrected twice")
  func wrong() async throws {
    terminal.answers = ["wrong", "wronger", "right"]
    _ = try await signIn().session()
    #expect(terminal.said.filter { $0 == "the name or the password is wrong" }.count == 2)
    terminal.answers = ["wrong", "wrong", "wrong", "right"]
    try sessionStore.remove()
    await #expect(throws: AccountFault(sentence: "the name or the password is wrong", status: 77)) {
      try await signIn().session()
    }
    #expect(terminal.answers == ["right"])
    #expect(try sessionStore.load() == nil)
  }

  @Test("An empty and an oversized password do not count as attempts")
  func empty() async throws {
    terminal.answers = ["", TestTerminal.tooMuch, "", "", "right"]
    _ = try await signIn().session()
    #expect(terminal.questions.count == 5)
    #expect(server.devices.count == 1)
    #expect(terminal.said.contains("a password has at most 1024 bytes"))
  }

  @Test("A session ended by the server continues as the same device")
  func ended() async throws {
    try sessionStore.save(try session(isEnded: true))
    terminal.answers = ["right"]
    let session = try await signIn().session()
    #expect(server.devices == ["LAPTOP"])
    #expect(!session.isEnded)
    #expect(try sessionStore.load() == session)
    #expect(
      terminal.said == ["https://example.org has ended the session of @ann:example.org: please sign in again"]
    )
  }

  @Test("Starting without signing in shows the account as it is and asks nothing")
  func opensSignedOut() async throws {
    try sessionStore.save(try session(isEnded: true))
    var signIn = try signIn()
    signIn.opensSignedOut = true
    #expect(try await signIn.session().isEnded)
    #expect(terminal.questions.isEmpty && terminal.said.isEmpty && server.requests.isEmpty)
  }

  /// The device name that the server received.
  private func toldName() throws -> String {
    let request = try #require(server.requests.last)
    guard case .bytes(let bytes) = request.body else { return "" }
    let body = String(decoding: bytes, as: UTF8.self)
    let part = try #require(body.components(separatedBy: #""initial_device_display_name":""#).last)
    return String(part.prefix { $0 != "\"" })
  }

  @Test(
    "The device gets the typed name or, with Enter alone, that of program and computer",
    arguments: [("", nil), ("Büro", "Büro"), ("  the  train ", "the train"), ("bürp\u{7F}o", "büro")]
      as [(String, String?)])
  func deviceName(_ sample: (typed: String, name: String?)) async throws {
    terminal.answers = ["right"]
    terminal.names = [sample.typed]
    _ = try await signIn().session()
    #expect(try toldName() == sample.name ?? DeviceNaming.usual)
    #expect(DeviceNaming.usual.hasPrefix("Inkwell"))
    #expect(terminal.said == ["your other devices will see this one as \(DeviceNaming.usual)"])
  }

  @Test("With a name after --login, or a named device, there is no question about the name")
  func knownName() async throws {
    terminal.answers = ["right", "right"]
    var signIn = try signIn()
    signIn.deviceName = "Büro"
    _ = try await signIn.session()
    #expect(try toldName() == "Büro")
    try sessionStore.save(try session(isEnded: true))
    signIn.deviceName = nil
    _ = try await signIn.session()
    #expect(terminal.openQuestions == 0)
  }

  @Test("The device's name is asked for once, after the first password")
  func nameOnce() async throws {
    terminal.answers = ["wrong", "wronger", "right"]
    terminal.names = ["Büro"]
    _ = try await signIn().session()
    #expect(terminal.openQuestions == 1)
    #expect(try toldName() == "Büro")
    try sessionStore.remove()
    terminal.answers = []
    await #expect(throws: AccountFault.self) { try await signIn().session() }
    #expect(terminal.openQuestions == 1)
  }

  @Test("A name that is too long is asked for again, and C-c there cancels")
  func noName() async throws {
    terminal.answers = ["right"]
    terminal.names = [TestTerminal.tooMuch, String(repeating: "ü", count: 101), "Büro"]
    _ = try await signIn().session()
    #expect(terminal.openQuestions == 3)
    #expect(try toldName() == "Büro")
    try sessionStore.remove()
    let devices = server.devices
    terminal.answers = ["right"]
    terminal.names = ["cancelled"]
    terminal.isLiteral = false
    await #expect(throws: AccountFault(sentence: "not signed in", status: 130)) {
      try await signIn().session()
    }
    #expect(server.devices == devices)
  }

  @Test(
    "A damaged session file, or another person's, asks for the password",
    arguments: [SessionFault.damaged(path: "p"), .foreign(path: "p")])
  func replaceable(fault: SessionFault) async throws {
    sessionStore.fault = fault
    terminal.answers = ["right"]
    _ = try await signIn().session()
    #expect(terminal.said.first == "\(fault): please sign in again")
  }

  @Test("A session file of a newer program, or an unreadable one, ends the start")
  func faults() async throws {
    for fault in [SessionFault.newer(path: "p"), .system(errno: 13, path: "p")] {
      sessionStore.fault = fault
      await #expect(throws: AccountFault(sentence: "\(fault)", status: 74)) { try await signIn().session() }
    }
  }

  @Test("Another person's profile is not taken over")
  func others() async throws {
    try sessionStore.save(try session())
    for (name, server) in [("@bob:example.org", "https://example.org"), ("ann", "https://other.example")] {
      await #expect(throws: AccountFault.self) { try await signIn(name, server: server).session() }
    }
    #expect(terminal.questions.isEmpty)
  }

  @Test("A session that cannot be saved is ended again")
  func unkept() async throws {
    terminal.answers = ["right"]
    sessionStore.saving = .system(errno: 28, path: "p")
    await #expect(throws: AccountFault.self) { try await signIn().session() }
    #expect(server.requests.last?.url == "https://example.org/_matrix/client/v3/logout")
    #expect(server.requests.last?.fields.contains(HTTPField("Authorization", "Bearer new")) == true)
  }

  @Test(
    "Without an answer there is no sign-in",
    arguments: [
      ("cancelled", AccountFault(sentence: "not signed in", status: 130)),
      ("terminated", AccountFault(sentence: "not signed in", status: 143)),
      (
        "nowhere",
        AccountFault(
          sentence: "the password can only be entered on a terminal, and there is none", status: 69)
      ),
    ])
  func noAnswer(_ sample: (answer: String, fault: AccountFault)) async throws {
    terminal.answers = [sample.answer]
    terminal.isLiteral = false
    await #expect(throws: sample.fault) { try await signIn().session() }
    #expect(server.devices.isEmpty)
  }

  @Test("Without a terminal nothing is asked")
  func noTerminal() async throws {
    terminal.hasTerminal = false
    await #expect(throws: SignIn.noTerminal) { try await signIn().session() }
    #expect(server.requests.isEmpty && terminal.questions.isEmpty)
  }

  // MARK: With the browser

  /// The redirect address in the page.
  private func back(from page: String) throws -> String {
    let parts = page.components(separatedBy: "redirectUrl=")
    #expect(parts.first == "https://example.org/_matrix/client/v3/login/sso/redirect?")
    return try #require(parts.last?.removingPercentEncoding)
  }

  @Test("Without passwords the browser brings the token")
  func browser() async throws {
    server.flows = ["sso", "token"]
    let browser = LoopbackBrowser()
    terminal.browser = { [self] page in
      // Other requests of a browser, and attempts of a foreign page.
      browser.get(try? self.back(from: page), "/favicon.ico")
      browser.get(try? self.back(from: page), "/?loginToken=brought")
      browser.get(try? self.back(from: page), nil, "?loginToken=brought")
    }
    let session = try await signIn("@ann:example.org").session()
    #expect(session.tokens.access == "new")
    #expect(try sessionStore.load() == session)
    #expect(
      terminal.said.last
        == "sign in with your browser; if it does not open by itself, at \(terminal.pages[0])"
    )
    let answers = browser.answers()
    #expect(answers.map { $0.prefix(12) } == ["HTTP/1.1 404", "HTTP/1.1 404", "HTTP/1.1 200"])
    #expect(answers.last?.contains("Continue in the terminal") == true)
  }

  @Test("A browser elsewhere ends at an address that can be pasted")
  func pasted() async throws {
    server.flows = ["sso", "token"]
    terminal.answers = ["", "http://127.0.0.1/nothing", "http://127.0.0.1:1/x?a=b&loginToken=brought#end"]
    #expect(try await signIn().session().tokens.access == "new")
    #expect(terminal.said.suffix(2) == ["nothing was pasted", "there is no loginToken in this address"])
  }

  @Test("With both ways, Enter alone takes the browser")
  func both() async throws {
    server.flows = ["sso", "token", "password"]
    terminal.answers = ["", "brought"]
    #expect(try await signIn().session().tokens.access == "new")
    #expect(terminal.pages.count == 1)
    try sessionStore.remove()
    terminal.answers = ["right"]
    #expect(try await signIn().session().tokens.access == "new")
    #expect(terminal.pages.count == 1)
  }

  @Test("A refused token, another person's token and an unknown way end the start")
  func browserFaults() async throws {
    server.flows = ["sso", "token"]
    terminal.answers = ["used"]
    await #expect(throws: AccountFault(sentence: "\(LoginError.expiredToken)", status: 77)) {
      try await signIn().session()
    }
    terminal.answers = ["brought"]
    await #expect(throws: AccountFault.self) { try await signIn("@bob:example.org").session() }
    #expect(server.requests.last?.url == "https://example.org/_matrix/client/v3/logout")
    server.flows = ["sso"]
    await #expect(throws: AccountFault.self) { try await signIn().session() }
    #expect(try sessionStore.load() == nil)
  }

  @Test("Signing in again keeps the person of the ended session, whatever the browser says")
  func somebodyElse() async throws {
    server.flows = ["sso", "token"]
    server.user = "@bob:example.org"
    terminal.answers = ["brought"]
    let ended = try session(isEnded: true)
    try sessionStore.save(ended)
    await #expect(
      throws: AccountFault(sentence: "\(LoginError.otherPerson("@bob:example.org"))", status: 77)
    ) {
      try await signIn().session()
    }
    #expect(try sessionStore.load() == ended)
    #expect(server.requests.last?.url == "https://example.org/_matrix/client/v3/logout")
    // Nor the first time, when only the local part of the name was typed.
    try sessionStore.remove()
    terminal.answers = ["brought"]
    await #expect(throws: AccountFault.self) { try await signIn().session() }
    #expect(try sessionStore.load() == nil)
  }

  @Test("Each failure has a message, and a hint if the server was guessed")
  func hints() async throws {
    server.isHomeserver = false
    terminal.answers = ["right", "right"]
    let sentence = "https://example.org is not a Matrix server"
    await #expect(throws: AccountFault(sentence: sentence, status: 69)) { try await signIn().session() }
    let name = try #require(AccountName("@ann:example.org"))
    let address = try HomeserverAddress("example.org")
    let guessed = SignIn(
      account: Account(
        name: name, server: address, profile: Profile(of: name, at: address), isServerGuessed: true),
      sessionStore: sessionStore, transport: server, terminal: terminal)
    await #expect(
      throws: AccountFault(sentence: "\(sentence); give its server with --server URL", status: 69)
    ) { try await guessed.session() }
  }
}
