import ChatDomain
import ChatUI
import Composer
import Foundation
import HTTPTransport
import MatrixService
import Testing

@testable import inkwell

@Suite("Switching accounts")
@MainActor
struct DeviceAccountsTests {
  @Test("The device's accounts are those with a session, ended or not")
  func accounts() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "accounts-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try HomeserverAddress("https://m.example.org")
    for (user, isEnded) in [("@bob:example.org", true), ("@ann:example.org", false)] {
      let name = try #require(AccountName(user))
      let session = MatrixSession(
        server: server, user: UserID(user), device: "D", tokens: SessionTokens(access: "a", refresh: nil),
        isEnded: isEnded)
      let profile = folder.appending(path: Profile(of: name, at: server).name).path(percentEncoded: false)
      try SessionFile(folder: profile).save(session)
    }
    let finder = AccountFinder(folder: folder.path(percentEncoded: false))
    let ann = Account(
      name: try #require(AccountName("ann")), server: server, profile: Profile(plain: "p"))
    let accounts = DeviceAccounts(current: ann, user: "@ann:example.org", finder: finder)
    #expect(accounts.current == .account(name: "@ann:example.org", server: "https://m.example.org"))
    #expect(
      accounts.accounts() == [
        KnownAccount(accounts.current, isSignedIn: true),
        KnownAccount(.account(name: "@bob:example.org", server: "https://m.example.org"), isSignedIn: false),
      ])
    #expect(try accounts.place(named: "@cy:example.org") == .account(name: "@cy:example.org", server: nil))
    for text in ["", "cy", "@cy", "@:x", "--server https://a.example", "cy https://a.example more"] {
      #expect(try accounts.place(named: text) == nil)
    }
    for text in [
      "@cy:b.example https://A.example/", "@cy:b.example --server https://a.example",
      "@cy:b.example --server=a.example",
    ] {
      #expect(
        try accounts.place(named: text) == .account(name: "@cy:b.example", server: "https://a.example"))
    }
    #expect(
      try accounts.place(named: "@c=y:b.example a.example")
        == .account(name: "@c=y:b.example", server: "https://a.example"))
    // With a server, the local part of the name is enough.
    #expect(
      try accounts.place(named: "cy http://127.0.0.1:8008")
        == .account(name: "cy", server: "http://127.0.0.1:8008"))
    #expect(throws: ProgramError("http:// is for servers on this computer only; use https://")) {
      try accounts.place(named: "@cy:b.example http://a.example")
    }
    #expect(DeviceAccounts(current: nil, user: "mia", finder: nil).current == .demo)
    #expect(DeviceAccounts(current: nil, user: "mia", finder: nil).accounts().isEmpty)
  }

  @Test("The program restarts with all options except those that choose the account")
  func restart() throws {
    let given = ["-l", "ann", "--server=https://a.example", "--config", "c.json5", "--plain", "--log-f", "l"]
    let options = try OptionParser(Option.all).parse(given)
    #expect(
      Restart.words(options, for: .account(name: "@bob:b.example", server: "https://b.example")) == [
        "--config=c.json5", "--plain", "--log-file=l", "--login=@bob:b.example", "--server=https://b.example",
      ])
    #expect(
      Restart.words(options, for: .demo) == ["--config=c.json5", "--plain", "--log-file=l", "--profile=demo"])
    for place in [AccountPlace.demo, .account(name: "@bob:b.example", server: nil)] {
      _ = try Arguments(Restart.words(options, for: place))
    }
  }

  @Test("Signing out tells the server and leaves no credentials")
  func signOut() async throws {
    let server = LoginServer()
    let shelf = TestShelf()
    let address = try HomeserverAddress("https://example.org")
    let session = MatrixSession(
      server: address, user: "@ann:example.org", device: "LAPTOP",
      tokens: SessionTokens(access: "s3cret", refresh: "r3fresh"))
    var said: [String] = []
    let signOut = SignOut(sessionStore: shelf, transport: server) { said.append($0) }
    #expect(await signOut.run())
    #expect(said == ["nobody is signed in there"] && server.requests.isEmpty)
    try shelf.save(session)
    #expect(await signOut.run())
    #expect(server.requests.map(\.url) == ["https://example.org/_matrix/client/v3/logout"])
    let kept = try #require(try shelf.load())
    #expect(kept.isEnded && kept.device == "LAPTOP" && kept.user == "@ann:example.org")
    #expect(kept.tokens.access != "s3cret" && kept.tokens.refresh == nil)
    #expect(said.count == 2, "\(said)")
    #expect(await signOut.run())
    #expect(said.last == "@ann:example.org is already signed out" && server.requests.count == 1)
    // Without the server the device still forgets the session, and says what remains to be done.
    server.isHomeserver = false
    try shelf.save(session)
    #expect(await signOut.run())
    #expect(said.last?.contains("end the session LAPTOP in another client") == true)
    #expect(try shelf.load()?.tokens.access != "s3cret")
    shelf.saving = .system(errno: 28, path: "p")
    try? shelf.remove()
    shelf.fault = .system(errno: 5, path: "p")
    #expect(await signOut.run() == false)
  }
}
