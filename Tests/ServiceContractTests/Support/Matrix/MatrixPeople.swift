import ChatDomain
import ChatPlatform
import Foundation
import HTTPTransport
import JSON

@testable import MatrixService

/// The users of one test: their accounts on the server, and their devices.
actor MatrixPeople {
  struct Trouble: Error { let reason: String }

  /// A user's account on the server, for direct requests.
  struct Account: Sendable {
    let id: UserID
    let token: String
    let connection: MatrixConnection
  }

  nonisolated let table: NameTable
  private let server: SynapseHere
  private let folder: String
  private let names: [UserID: String?]
  private let remembered: Int
  private let encrypts: Bool
  /// The recovery keys of the users that have a device, if all rooms are encrypted.
  private var recoveryKeys: [UserID: Task<String, any Error>] = [:]
  private var accounts: [UserID: Task<Account, any Error>] = [:]
  private var devices: [String: Task<MatrixDevice, any Error>] = [:]
  /// The channels of the tests' spaces.
  private var children: [ChannelID: [ChannelID]] = [:]
  private static let password = "correct horse"

  init(_ people: [User], remembering remembered: Int, world: Int, encrypts: Bool, at server: SynapseHere) {
    self.server = server
    self.encrypts = encrypts
    self.remembered = remembered
    table = NameTable(world: world, at: server.serverName)
    folder = "\(server.folder)/w\(world)"
    names = Dictionary(people.map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
  }

  /// - Parameter person: the id in the tests; the account is created on first use.
  func account(of person: UserID) async throws -> Account {
    let task =
      accounts[person]
      ?? Task { [server, table, names] in
        let id = table.outward(person)
        let localpart = String(id.rawValue.dropFirst().prefix { $0 != ":" })
        let body = JSONWriter.bytes { json in
          json.object { json in
            json.member("username", localpart)
            json.member("password", Self.password)
            json.member("device_id", "beside")
            json.object("auth") { $0.member("type", "m.login.dummy") }
          }
        }
        let answer = try await Self.ask(.post, "/_matrix/client/v3/register", body, at: server)
        guard let token = answer["access_token"]?.string else { throw Trouble(reason: "no token") }
        let session = MatrixSession(
          server: server.address, user: id, device: "beside",
          tokens: SessionTokens(access: token, refresh: nil))
        let account = Account(
          id: id, token: token,
          connection: MatrixConnection(
            session: session, sessionStore: MemorySessionStore(session), transport: server.transport,
            clock: RunningClock()))
        if let name = names[person] ?? nil {
          _ = try await account.connection.answer(
            to: MatrixRequest(
              .put, ["profile", id.rawValue, "displayname"],
              body: .object { $0.member("displayname", name) }))
        }
        return account
      }
    accounts[person] = task
    return try await task.value
  }

  func isKnown(_ person: UserID) -> Bool { names[person] != nil }

  /// A signed-in device of a user; the same one for the same id.
  func device(of person: UserID, _ id: DeviceID) async throws -> MatrixDevice {
    let key = "\(person)/\(id)"
    let task =
      devices[key]
      ?? Task { [server, folder, names, remembered, encrypts] in
        let account = try await self.account(of: person)
        let device = try await MatrixDevice(
          id, of: account.id, called: names[person] ?? nil, password: Self.password,
          folder: "\(folder)/\(key)", remembering: remembered, encrypts: encrypts, at: server)
        if encrypts { try await self.sign(device.service, of: person) }
        return device
      }
    devices[key] = task
    return try await task.value
  }

  /// Makes a user's identity on their first device, and signs the others by it.
  private func sign(_ service: MatrixService, of person: UserID) async throws {
    _ = try await service.currentEventToken()
    if let first = recoveryKeys[person] {
      _ = try await service.enterRecoveryKey(try await first.value)
      return
    }
    let first = Task {
      let key = try await service.makeRecoveryKey()
      do throws(ChatError) {
        _ = try await service.setUpEncryption(confirming: key, password: nil)
      } catch .refused(.needsPassword) {
        _ = try await service.setUpEncryption(confirming: key, password: Self.password)
      }
      return key
    }
    recoveryKeys[person] = first
    _ = try await first.value
  }

  /// Accepts an invitation, through a device if there is one.
  ///
  /// - Parameter room: the id on the server.
  func accept(_ room: ChannelID, by person: UserID) async throws {
    if let device = devices["\(person)/laptop"] {
      _ = try await device.value.service.join(room)
    } else {
      _ = try await account(of: person).connection.answer(to: .join(room))
    }
  }

  /// Sends a PUT request as a user.
  ///
  /// - Parameter room: the id on the server.
  func put(_ path: String, _ content: [UInt8], in room: ChannelID, by person: UserID) async throws {
    let id = room.rawValue.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    _ = try await Self.ask(
      .put, "/_matrix/client/v3/rooms/\(id)/\(path)", content, token: try await account(of: person).token,
      at: server)
  }

  /// Invites a user to a room. Unlike in the tests' service, the guest does not join by it.
  func invite(_ guest: UserID, to room: ChannelID, by person: UserID) async throws {
    _ = try await account(of: guest)
    let content = JSONWriter.bytes { json in
      json.object { $0.member("user_id", table.outward(guest).rawValue) }
    }
    let id = table.outward(room).rawValue.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    _ = try await Self.ask(
      .post, "/_matrix/client/v3/rooms/\(id)/invite", content, token: try await account(of: person).token,
      at: server)
  }

  /// Stores room account data of a user.
  func setAccountData(_ type: String, _ content: [UInt8], in room: ChannelID, of person: UserID) async throws
  {
    func encoded(_ id: String) -> String {
      id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
    let (user, id) = (encoded(table.outward(person).rawValue), encoded(room.rawValue))
    _ = try await Self.ask(
      .put, "/_matrix/client/v3/user/\(user)/rooms/\(id)/account_data/\(type)", content,
      token: try await account(of: person).token, at: server)
  }

  /// Creates a space, or replaces its rooms.
  func makeSpace(_ id: ChannelID, name: String, of rooms: [ChannelID], by person: UserID) async throws {
    let token = try await account(of: person).token
    if table.outward(id) == id {
      let body = JSONWriter.bytes { json in
        json.object { json in
          json.member("name", name)
          json.object("creation_content") { $0.member("type", "m.space") }
        }
      }
      let made = try await Self.ask(.post, "/_matrix/client/v3/createRoom", body, token: token, at: server)
      table.note(id, for: ChannelID(made["room_id"]?.string ?? ""))
    }
    let former = children[id] ?? []
    children[id] = rooms
    for room in former where !rooms.contains(room) { try await setChild(room, "", of: id, by: person) }
    for (index, room) in rooms.enumerated() { try await setChild(room, "\(index)", of: id, by: person) }
  }

  /// - Parameter order: empty: removes the room.
  private func setChild(
    _ room: ChannelID, _ order: String, of space: ChannelID, by person: UserID
  ) async throws {
    let content = JSONWriter.bytes { json in
      json.object { json in
        guard !order.isEmpty else { return }
        json.member("via", ["localhost"])
        json.member("order", order)
      }
    }
    let child =
      table.outward(room).rawValue.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    try await put("state/m.space.child/\(child)", content, in: table.outward(space), by: person)
  }

  private static func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], token: String? = nil,
    at server: SynapseHere
  ) async throws -> JSONNode {
    var fields = [HTTPField("Content-Type", "application/json")]
    if let token { fields.append(HTTPField("Authorization", "Bearer \(token)")) }
    let response = try await server.transport.answer(
      to: HTTPRequest(method, server.address.url + path, fields: fields, body: .bytes(body)))
    let bytes = response.bytes ?? []
    guard response.isSuccess else {
      throw Trouble(reason: "\(path): \(response.status) \(String(decoding: bytes, as: UTF8.self))")
    }
    return try JSONDocument(bytes).root
  }

  /// Closes all devices and removes their data.
  func close() async {
    for device in devices.values {
      do { await (try await device.value).service.close() } catch {
        // The device was never created.
      }
    }
    do { try FileManager.default.removeItem(atPath: folder) } catch {
      // No device stored anything.
    }
  }
}
