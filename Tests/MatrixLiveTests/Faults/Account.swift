import ChatDomain
import HTTPTransport
import JSON
import MatrixService

/// A person's account with direct access to the server, independent of the client's code.
struct Account: Sendable {
  let person: Person
  private let token: String

  var id: UserID { UserID(person.id) }
  var server: LiveServer { person.server }

  init(_ name: String, at server: LiveServer) async throws {
    try await self.init(of: server.person(name))
  }

  init(of person: Person) async throws {
    self.person = person
    let login = try await person.server.ask(
      .post, "login",
      [
        "type": "m.login.password", "password": Person.password, "device_id": "plain",
        "identifier": ["type": "m.id.user", "user": person.name],
      ])
    guard let token = login["access_token"]?.string else { throw LiveServer.Trouble(description: "no token") }
    self.token = token
  }

  @discardableResult
  func ask(_ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil) async throws
    -> JSONNode
  {
    try await server.ask(method, path, body, token: token)
  }

  /// Creates a room with other members.
  func room(_ name: String, with others: [Account]) async throws -> ChannelID {
    let answer = try await ask(
      .post, "createRoom", ["name": name, "preset": "private_chat", "invite": others.map(\.id.rawValue)])
    guard let room = answer["room_id"]?.string else { throw LiveServer.Trouble(description: "no room") }
    for other in others { try await other.ask(.post, "rooms/\(room)/join", [:]) }
    return ChannelID(room)
  }

  /// The bytes that the server has of a file.
  func media(_ id: String) async throws -> [UInt8] {
    let address = id.prefix { $0 != "#" }.dropFirst("mxc://".count)
    let response = try await CurlTransport().answer(
      to: HTTPRequest(
        .get, "\(server.url)/_matrix/client/v1/media/download/\(address)",
        fields: [HTTPField("Authorization", "Bearer \(token)")]))
    guard response.isSuccess, let bytes = response.bytes else {
      throw LiveServer.Trouble(description: "\(address): \(response.status)")
    }
    return bytes
  }

  /// Signs in on a device, through whatever is in front of the server.
  func signIn(_ device: DeviceID, at url: String, _ transport: any Transport) async throws -> MatrixSession {
    try await MatrixLogin(at: HomeserverAddress(url), transport: transport).signIn(
      user: id.rawValue, password: Person.password, device: device, name: "\(device)")
  }

  /// All events of a room on the server, oldest first.
  func events(in room: ChannelID) async throws -> [JSONNode] {
    var events: [JSONNode] = []
    var from = ""
    while true {
      let page = try await ask(.get, "rooms/\(room)/messages?dir=f&limit=500\(from)")
      let chunk = page["chunk"]?.elements.map { $0 } ?? []
      events += chunk
      guard let end = page["end"]?.string, !chunk.isEmpty else { return events }
      from = "&from=\(end)"
    }
  }
}
