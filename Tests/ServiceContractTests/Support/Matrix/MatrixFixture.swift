import ChatDomain
import ChatPlatform
import Foundation
import HTTPTransport
import JSON
import MatrixService
import Synchronization

/// A live Matrix server: each test creates its own users. The devices' data is removed after the test.
final class MatrixFixture: ServiceFixture {
  let people: MatrixPeople
  /// Whether invited users join at once. Most tests assume a service that adds members.
  let acceptsInvitations: Bool
  /// Whether channels keep the ids that tests requested; false for tests of the actual ids.
  let remembersWishes: Bool
  /// Whether all channels are encrypted, and all devices are signed.
  let encrypts: Bool

  private init(_ setup: ServiceSetup, encrypts: Bool, at servers: [SynapseHere]) {
    let world = Numbers.next()
    people = MatrixPeople(
      setup.people, remembering: setup.rememberedEvents, world: world, encrypts: encrypts,
      at: servers[world % servers.count])
    self.encrypts = encrypts
    acceptsInvitations = !setup.lacks.contains(.addsMembers)
    remembersWishes = !setup.lacks.contains(.choosesIds)
  }

  static func make(_ setup: ServiceSetup, encrypts: Bool) async throws -> MatrixFixture {
    let servers = SynapseHere.all
    if servers.isEmpty {
      throw MatrixPeople.Trouble(reason: "\(SynapseHere.variable) names no server; make test-matrix does")
    }
    await WorldGate.enter()
    return MatrixFixture(setup, encrypts: encrypts, at: servers)
  }

  deinit {
    Task { [people] in
      await people.close()
      WorldGate.leave()
    }
  }

  // The server's clock and limits cannot be changed.
  var powers: Set<FixturePower> {
    let powers: Set<FixturePower> = [
      .breaksConnections, .losesAnswers, .disordersEvents, .forgetsEvents, .signsOut, .encrypts, .setsRoles,
      .replacesChannels, .makesSpaces, .opensToKnocks,
    ]
    return encrypts ? powers : powers.union([.readsAtOnce, .provesOldMessages])
  }
  var now: Timestamp { RunningClock().now }

  func device(of user: UserID, _ id: DeviceID) async throws -> any ChatService {
    TranslatingService(device: try await people.device(of: user, id), fixture: self)
  }

  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async throws {
    try await people.device(of: user, id).disturb(disturbance)
  }

  func setRoles(
    _ roles: [UserID: MemberRole], needing needed: [ChannelAct: MemberRole], in channel: ChannelID
  ) async throws {
    let levels: [MemberRole: Int] = [.member: 0, .moderator: 50, .administrator: 100, .owner: 100]
    let types: [ChannelAct: String] = [
      .rename: "m.room.name", .setTopic: "m.room.topic", .pin: "m.room.pinned_events",
    ]
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.object("users") { json in
          // The creator of a room is above all levels, and must not be listed.
          for (user, role) in roles where user != "ann" {
            json.member(people.table.outward(user).rawValue, levels[role] ?? 0)
          }
        }
        json.object("events") { json in
          for (act, type) in types { json.member(type, needed[act].flatMap { levels[$0] } ?? 0) }
        }
        json.member("redact", needed[.deleteOthers].flatMap { levels[$0] } ?? 50)
        json.member("invite", needed[.invite].flatMap { levels[$0] } ?? 0)
      }
    }
    try await people.put(
      "state/m.room.power_levels", content, in: people.table.outward(channel), by: "ann")
  }

  func address(of channel: ChannelID) -> String { people.table.outward(channel).rawValue }

  func encrypt(_ channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { $0.member("algorithm", "m.megolm.v1.aes-sha2") }
    }
    // Ann is the creator of all test channels.
    try await people.put("state/m.room.encryption", content, in: people.table.outward(channel), by: "ann")
  }

  func makeSpace(_ id: ChannelID, name: String, of channels: [ChannelID]) async throws {
    try await people.makeSpace(id, name: name, of: channels, by: "ann")
  }

  func invite(_ user: UserID, toSpace space: ChannelID) async throws {
    try await people.invite(user, to: space, by: "ann")
  }

  func letKnock(on channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in json.object { $0.member("join_rule", "knock") } }
    try await people.put(
      "state/m.room.join_rules", content, in: people.table.outward(channel), by: "ann")
  }

  func order(_ space: ChannelID, by order: String) async throws {
    let content = JSONWriter.bytes { json in json.object { $0.member("order", order) } }
    try await people.setAccountData(
      "org.matrix.msc3230.space_order", content, in: people.table.outward(space), of: "ann")
  }

  func replace(_ channel: ChannelID, by successor: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.member("body", "gone on")
        json.member("replacement_room", people.table.outward(successor).rawValue)
      }
    }
    try await people.put("state/m.room.tombstone", content, in: people.table.outward(channel), by: "ann")
  }

  func sayUnreadably(by user: UserID, in channel: ChannelID) async throws {
    let content = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", "m.megolm.v1.aes-sha2")
        json.member("ciphertext", "AwgAEnACgAkLmt6qF84IK++J7UDH2Za1YVchHyprqTqsg")
        json.member("device_id", "beside")
        json.member("sender_key", "IlRMeOPX2e0MurIyfWEucYBRVOEEUMrOHqn/8mLqMjA")
        json.member("session_id", "X3lUlvLELLYxeTx4yOVu6UDpasGEVO0Jbu+QFnm0cKQ")
      }
    }
    try await people.put(
      "send/m.room.encrypted/x\(Numbers.next())", content, in: people.table.outward(channel), by: user)
  }

  func advance(by duration: Duration) async throws { throw Powerless(power: .movesTime) }
  func setLimits(_ limits: ServiceLimits) async throws { throw Powerless(power: .changesLimits) }

  /// The test needs a power that it did not declare.
  struct Powerless: Error { let power: FixturePower }
}

/// A Matrix server of this run; `make test-matrix` starts it and passes it in the environment.
struct SynapseHere: Sendable {
  let address: HomeserverAddress
  let serverName: String
  /// Shared by all tests, because it keeps connections.
  let transport = CurlTransport(abreast: 64)
  /// The data of this run's devices; removed when the process ends.
  let folder: String

  static let variable = "INKWELL_SYNAPSE"
  /// Whether the suite runs in encrypted rooms.
  static let isEncrypted = ProcessInfo.processInfo.environment["ENCRYPTED"] == "1"
  /// All servers. The tests take turns, because a Synapse uses no more than one core.
  static let all = ProcessInfo.processInfo.environment[variable].map(described) ?? []

  private static func described(by list: String) -> [SynapseHere] {
    do {
      let folder = try RunFolder.make()
      return try JSONDocument(Array(list.utf8)).root.elements.map { try SynapseHere($0, folder) }
    } catch {
      fatalError("\(variable): \(error)")
    }
  }

  private init(_ description: JSONNode, _ folder: String) throws {
    guard let url = description["url"]?.string, let name = description["server_name"]?.string else {
      fatalError("\(Self.variable) says neither where a server is nor what it is called")
    }
    address = try HomeserverAddress(url)
    serverName = name
    self.folder = folder
  }
}

/// A folder that is removed at process exit.
private enum RunFolder {
  // Set before the exit handler that reads it is registered.
  private static let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("inkwell-contract-\(ProcessInfo.processInfo.processIdentifier)").path

  static func make() throws -> String {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    atexit {
      // Retried: the last test may remove files at the same time, which aborts the removal.
      for _ in 0..<20 where FileManager.default.fileExists(atPath: RunFolder.path) {
        do { try FileManager.default.removeItem(atPath: RunFolder.path) } catch { continue }
      }
    }
    return path
  }
}

/// Limits the number of concurrent worlds to what the server and two cores can handle: with more, requests time out.
enum WorldGate {
  private struct State {
    var free = 4
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private static let state = Mutex(State())

  static func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  static func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// A session that is stored for the duration of a test.
final class MemorySessionStore: SessionStore {
  private let kept: Mutex<MatrixSession?>

  init(_ session: MatrixSession) { kept = Mutex(session) }

  func load() -> MatrixSession? { kept.withLock { $0 } }
  func save(_ session: MatrixSession) { kept.withLock { $0 = session } }
  func remove() { kept.withLock { $0 = nil } }
}
