import Foundation
import Glibc
import HTTPTransport
import JSON
import LoopbackServer
import Synchronization
import Testing

/// A Synapse, and accounts on it.
struct LiveServer: Sendable {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  let url: String
  let python: String
  let scripts: String
  /// Its database, its log and its files.
  let folder: String
  private static let transport = CurlTransport()

  static let variable = "INKWELL_SYNAPSE"
  static let isHere = getenv(variable) != nil
  static let absence: Comment =
    "there is no Matrix server: make test-matrix starts one, and says where it is in INKWELL_SYNAPSE"

  /// The first server of this test run.
  static func here() throws -> LiveServer {
    guard let text = getenv(variable) else { throw Trouble(description: "\(absence)") }
    let servers = Array(try JSONDocument(Array(String(cString: text).utf8)).root.elements)
    return try LiveServer(servers.first)
  }

  init(_ description: JSONNode?) throws {
    guard let url = description?["url"]?.string, let python = description?["python"]?.string,
      let scripts = description?["scripts"]?.string, let folder = description?["folder"]?.string
    else { throw Trouble(description: "\(Self.variable) does not say where the server is") }
    (self.url, self.python, self.scripts, self.folder) = (url, python, scripts, folder)
  }

  private static let count = Mutex(0)

  /// A new account: no test sees another's people.
  func person(_ name: String) async throws -> Person {
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    let person = Person(name: "\(name)\(number)", server: self)
    try await ask(
      .post, "register",
      ["username": person.name, "password": Person.password, "auth": ["type": "m.login.dummy"]])
    return person
  }

  /// A room created by another client of the owner.
  func room(_ name: String, of owner: Person, inviting guests: [Person] = []) async throws {
    try await ask(
      .post, "createRoom", ["name": name, "preset": "private_chat", "invite": guests.map(\.id)],
      token: try await token(of: owner))
  }

  /// The access token of another client of the same person.
  func token(of person: Person) async throws -> String {
    let login = try await ask(
      .post, "login",
      [
        "type": "m.login.password", "password": Person.password,
        "identifier": ["type": "m.id.user", "user": person.name],
      ])
    guard let token = login["access_token"]?.string else {
      throw Trouble(description: "no token in \(login)")
    }
    return token
  }

  var port: UInt16 { url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

  /// The same server, reached through a relay.
  func behind(_ relay: Relay) -> LiveServer {
    LiveServer(url: relay.url, python: python, scripts: scripts, folder: folder)
  }

  private init(url: String, python: String, scripts: String, folder: String) {
    (self.url, self.python, self.scripts, self.folder) = (url, python, scripts, folder)
  }

  /// A Client-Server API request, independent of the programs.
  @discardableResult
  func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil, token: String? = nil
  ) async throws -> JSONNode {
    var fields = [HTTPField("Content-Type", "application/json")]
    if let token { fields.append(HTTPField("Authorization", "Bearer \(token)")) }
    let bytes = try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0)) } ?? []
    let response = try await Self.transport.answer(
      to: HTTPRequest(method, "\(url)/_matrix/client/v3/\(path)", fields: fields, body: .bytes(bytes)))
    guard response.isSuccess, let answer = response.bytes else {
      throw Trouble(
        description: "\(path): \(response.status) \(String(decoding: response.bytes ?? [], as: UTF8.self))")
    }
    return try JSONDocument(answer).root
  }
}
