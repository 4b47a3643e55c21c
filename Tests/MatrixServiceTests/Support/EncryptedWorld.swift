import ChatDomain
import Ciphers
import CrossSigning
import EncryptionMachine
import EncryptionTestSupport
import HTTPTransport
import JSON
import MachineTestSupport
import Synchronization

@testable import MatrixService

/// The keys at a simulated homeserver, Ann's account there, and the devices of other people.
final class EncryptedWorld {
  static let room = Said.hill.rawValue
  static let annsLaptop = DeviceAddress(user: Said.ann.rawValue, device: "LAPTOP")

  let server: TestServer
  let account: AccountServer
  let clock = TestClock()
  private(set) var devices: [TestDevice] = []
  /// Whether Ann's identity is made by a test, and not by her service.
  let isAnnSigned: Bool
  /// Messages to Ann's laptop that are held back.
  private var held: [[UInt8]] = []
  private var seed: UInt64
  private var transactions = 0

  init(seed: UInt64, isAnnSigned: Bool) throws {
    self.seed = seed
    self.isAnnSigned = isAnnSigned
    let suite = try CipherSuite.seeded(seed)
    server = TestServer(suite)
    account = AccountServer(Said.ann.rawValue, suite)
    clock.now = Int64(Said.beginning) + 3_600_000
    if isAnnSigned { try server.makeIdentity(of: Said.ann.rawValue) }
    server.join(Said.ann.rawValue, Self.room)
  }

  /// A device of a member of the room, signed unless the test says otherwise.
  @discardableResult
  func add(_ user: UserID, _ name: String, isSigned: Bool = true) throws -> TestDevice {
    if server.people[user.rawValue] == nil { try server.makeIdentity(of: user.rawValue) }
    seed += 1
    let device = try TestDevice(user.rawValue, name, on: server, seed: seed &* 1000, clock: clock)
    devices.append(device)
    server.join(user.rawValue, Self.room)
    try device.upkeep()
    if isSigned { try server.signDevice(device.address) }
    try device.sync()
    return device
  }

  subscript(name: String) -> TestDevice {
    guard let device = devices.first(where: { $0.address.device == name }) else {
      fatalError("\(name) is not in this world")
    }
    return device
  }

  // MARK: What others do

  /// Encrypts an event of a device.
  func encrypt(_ type: String, _ content: String, by name: String) throws -> String {
    let device = self[name]
    try device.sync()
    try device.prepare(Self.room)
    transactions += 1
    let bytes = try device.call { machine in
      try machine.encrypt(
        room: Self.room, for: device.audience(Self.room), type: type, content: try node(content),
        transaction: "w\(transactions)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes back the messages that Ann's laptop has not seen.
  func hold() {
    held += server.devices[Self.annsLaptop]?.inbox.map(\.event) ?? []
    server.devices[Self.annsLaptop]?.inbox = []
  }

  /// Delivers what was held back.
  func release() throws {
    for event in held {
      let event = try JSONDocument(event).root
      server.deliver(
        event["type"]?.string ?? "", event["content"] ?? event, from: event["sender"]?.string ?? "",
        to: Self.annsLaptop)
    }
    held = []
  }

  // MARK: Requests of Ann

  func answer(to request: HTTPRequest) throws -> HTTPResponse? {
    let path = request.path.split(separator: "/").dropFirst().map { $0.removingPercentEncoding ?? "" }
    guard let first = path.first, let method = ServerRequest.Method(rawValue: request.method.rawValue) else {
      return nil
    }
    let body = request.text.isEmpty ? nil : Array(request.text.utf8)
    let asked = ServerRequest(method, path, query: request.parameters, body: body)
    switch first {
    case "keys" where path.count == 2 || path[1] == "query", "sendToDevice":
      let (status, answer) = try server.perform(asked, from: Self.annsLaptop)
      if path == ["keys", "upload"], !isAnnSigned, let own = server.devices[Self.annsLaptop],
        !own.keys.isEmpty
      {
        if account.devices["LAPTOP"] == nil {
          account.devices["LAPTOP"] = try SignedObject(parsing: own.keys)
        }
      }
      return HTTPResponse(status, answer)
    case "keys", "room_keys":
      let (status, answer) = try account.perform(asked)
      publishAccount()
      return HTTPResponse(status, answer)
    case "user" where path.count == 4 && path[2] == "account_data":
      let (status, answer) = try account.perform(asked)
      // The rest of the server tells others of it.
      return method == .get ? HTTPResponse(status, answer) : nil
    default: return nil
    }
  }

  /// Shows others what Ann's service uploaded.
  private func publishAccount() {
    let ann = Said.ann.rawValue
    if !account.identity.isEmpty { server.published[ann] = account.identity }
    for (name, object) in account.devices {
      server.devices[DeviceAddress(user: ann, device: name)]?.keys = object.text
    }
    server.noteChange(of: ann)
  }

  func sync(since: String?) throws -> (members: String, next: String) {
    let answer = try server.sync(Self.annsLaptop, since: since)
    let members = answer.members.filter { !["next_batch", "rooms"].contains($0.key) }
    let texts = members.map { "\"\($0.key)\":\(String(decoding: $0.value.raw, as: UTF8.self))" }
    return (texts.joined(separator: ","), answer["next_batch"]?.string ?? "")
  }
}

extension HTTPResponse {
  fileprivate init(_ status: Int, _ answer: JSONNode) {
    self.init(status, String(decoding: answer.raw, as: UTF8.self))
  }
}

/// A world that the server and a test share.
final class SharedWorld: Sendable {
  private let world: Mutex<EncryptedWorld>

  init(seed: UInt64, isAnnSigned: Bool = true) throws {
    world = Mutex(try EncryptedWorld(seed: seed, isAnnSigned: isAnnSigned))
  }

  func callAsFunction<Result: Sendable>(_ body: (EncryptedWorld) throws -> Result) rethrows -> Result {
    try world.withLock { try body($0) }
  }

  /// The part of the homeserver with the keys.
  var part: Homeserver.KeyPart {
    Homeserver.KeyPart { request in
      do { return try self { try $0.answer(to: request) } } catch {
        fatalError("\(request.url): \(error)")
      }
    } sync: { since in
      do { return try self { try $0.sync(since: since) } } catch { fatalError("sync: \(error)") }
    }
  }
}
