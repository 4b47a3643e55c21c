import ChatDomain
import Foundation
import MatrixService
import Testing

@testable import inkwell

@Suite("Choosing an account")
struct AccountFinderTests {
  private let folder: URL
  private let finder: AccountFinder

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "accounts-\(UInt64.random(in: 0 ... .max))")
    finder = AccountFinder(folder: folder.path(percentEncoded: false))
  }

  /// Signs in an account under the typed name.
  @discardableResult
  private func signIn(_ user: UserID, at server: String, as typed: String? = nil) throws -> HomeserverAddress
  {
    let address = try HomeserverAddress(server)
    let name = try #require(AccountName(typed ?? user.rawValue))
    let session = MatrixSession(
      server: address, user: user, device: "D", tokens: SessionTokens(access: "a", refresh: nil))
    let profile = Profile(of: name, at: address).name
    try SessionFile(folder: folder.appending(path: profile).path(percentEncoded: false)).save(session)
    return address
  }

  private func find(_ name: String, at server: String? = nil) throws -> Account {
    defer { remove() }
    return try finder.find(try #require(AccountName(name)), at: try server.map { try HomeserverAddress($0) })
  }

  // A file that cannot be removed is left to the system to clean up.
  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("A given server needs no search")
  func server() throws {
    let account = try find("ann", at: "example.org")
    #expect(account.server.url == "https://example.org")
    #expect(account.profile.name == "ann@example.org")
    #expect(!account.isServerGuessed)
  }

  @Test("A signed-in account is found without a server", arguments: ["ann", "Ann", "@ann:example.org"])
  func known(name: String) throws {
    try signIn("@bob:example.org", at: "https://matrix.example.org:8448")
    try signIn("@ann:example.org", at: "https://matrix.example.org:8448")
    let account = try find(name)
    #expect(account.server.url == "https://matrix.example.org:8448")
    #expect(account.profile.name == "ann@matrix.example.org_8448")
    #expect(!account.isServerGuessed)
  }

  @Test(
    "Ids that differ in case have profiles of their own, and a profile of an earlier version is still found")
  func capitals() throws {
    try signIn("@Ann:example.org", at: "example.org", as: "ann")
    // An earlier version ignored the capitals.
    #expect(try find("@Ann:example.org", at: "example.org").profile.name == "ann@example.org")
    try signIn("@ann:example.org", at: "example.org", as: "ann")
    let other = try find("@Ann:example.org", at: "example.org").profile.name
    #expect(other.hasPrefix("ann@example.org+"))
    try signIn("@Ann:example.org", at: "example.org")
    #expect(try find("@Ann:example.org").profile.name == other)
  }

  @Test("A full name finds only its own session")
  func wholeName() throws {
    try signIn("@ann:example.org", at: "https://matrix.example.org")
    let account = try find("@ann:other.example")
    #expect(account.server.url == "https://other.example")
    #expect(account.isServerGuessed)
  }

  @Test("An account whose id differs from its sign-in name is found by the sign-in name")
  func otherID() throws {
    try signIn("@ann_b:example.org", at: "https://example.org", as: "ann")
    #expect(try find("ann").profile.name == "ann@example.org")
  }

  @Test("A name at two servers is ambiguous")
  func two() throws {
    try signIn("@ann:a.example", at: "https://a.example")
    try signIn("@ann:b.example", at: "https://b.example")
    #expect(
      throws: AccountFault(
        sentence:
          "ann is signed in at more than one server: add --server https://a.example or --server https://b.example",
        status: 64)
    ) { try find("ann") }
  }

  @Test("A local part alone names no server; a full name does")
  func unknown() throws {
    #expect(
      throws: AccountFault(
        sentence:
          "ann has not signed in here yet: add --server URL, or give the full name, like @ann:example.org",
        status: 64)
    ) { try find("ann") }
    #expect(try find("@ann:example.org:8448").server.url == "https://example.org:8448")
  }

  @Test("Damaged sessions, and those in a foreign profile, are skipped")
  func damaged() throws {
    try signIn("@ann:a.example", at: "https://a.example")
    let other = folder.appending(path: "ann@b.example")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: folder.appending(path: "ann@a.example/session.json"), to: other.appending(path: "session.json"))
    let third = folder.appending(path: "ann@c.example")
    try FileManager.default.createDirectory(at: third, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: third.appending(path: "session.json"))
    #expect(try find("ann").server.url == "https://a.example")
  }
}
