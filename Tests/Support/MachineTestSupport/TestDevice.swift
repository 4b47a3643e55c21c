import Ciphers
import CrossSigning
package import EncryptionMachine
import EncryptionTestSupport
package import JSON
package import TestSupport

/// The time of a test.
package final class TestClock {
  package var now: Int64 = 1_800_000_000_000

  package init() {}

  package func advance(minutes: Int64) { now += minutes * 60_000 }
}

/// A device of the program: the machine, and what the service around it does.
package final class TestDevice {
  package let address: DeviceAddress
  package let server: TestServer
  package let folder: ScratchFolder
  package let clock: TestClock
  private let suite: CipherSuite
  private let system: String?
  private var opened: OlmMachine?
  /// The token of the service's cache.
  package var since: String?
  /// Texts by event id.
  package var read: [String: String] = [:]
  package var failed: [String: UnreadableReason] = [:]
  /// Events that came, for another try.
  package var raw: [String: EncryptedEvent] = [:]
  package var effects: [SyncEffects] = []
  /// Whether the process is killed now, after the machine has committed and before anything comes of it.
  package var isKilledNow: () -> Bool = { false }
  /// Puts the files as the kill left them.
  package var restore: () throws -> Void = {}
  /// Whether the network loses a request now, or its answer.
  package var isLostNow: () -> Bool = { false }
  private var sent = 0

  /// - Parameter system: the SQLite VFS.
  package init(
    _ user: String, _ device: String, on server: TestServer, seed: UInt64, clock: TestClock,
    system: String? = nil
  ) throws {
    address = DeviceAddress(user: user, device: device)
    (self.server, self.clock, self.system) = (server, clock, system)
    folder = try ScratchFolder()
    suite = try CipherSuite.seeded(seed)
  }

  package var path: String { folder.path("keys.db") }

  /// The open machine.
  package func machine() throws -> OlmMachine {
    if let opened { return opened }
    let clock = clock
    let database = try KeyDatabase(
      path: path, owner: address,
      profileKey: Secret(copying: [UInt8](repeating: 7, count: 32)), suite: suite, system: system,
      now: { clock.now })
    // A test kills processes and not the power, so nothing has to wait for the disk.
    database.waitsForDisk = false
    let machine = try OlmMachine(database)
    opened = machine
    return machine
  }

  /// Ends the program without a goodbye.
  package func kill() { opened = nil }

  /// Calls the machine. If the process was killed meanwhile, its result never comes out.
  @discardableResult
  package func call<Result>(_ work: (OlmMachine) throws -> Result) throws -> Result {
    let result = Swift.Result { try work(try machine()) }
    if isKilledNow() {
      kill()
      try restore()
      throw Killed()
    }
    return try result.get()
  }

  // MARK: What the service does

  /// Performs requests and gives in their answers.
  package func perform(_ requests: [OutgoingRequest]) throws {
    for request in requests {
      if isLostNow() { throw Lost() }
      let (status, answer) = try server.perform(request.request, from: address)
      if isLostNow() { throw Lost() }
      if status == 200 {
        try call { try $0.take(answer: answer, to: request) }
      } else {
        try call { try $0.refused(request, status: status) }
      }
    }
  }

  /// Performs all that is due.
  package func upkeep() throws {
    for _ in 0..<120 {
      let requests = try call { try $0.requests() }
      if requests.isEmpty { return }
      try perform(requests)
    }
  }

  /// Takes a sync answer.
  package func takeSync() throws {
    let answer = try server.sync(address, since: since)
    let effects = try call { try $0.take(sync: answer, since: since) }
    self.effects.append(effects)
    take(timelineOf: answer)
    since = answer["next_batch"]?.string
    try decryptAll()
  }

  package func take(timelineOf answer: JSONNode) {
    for room in (answer["rooms"]?["join"]).members {
      for event in (room.value["timeline"]?["events"]).elements {
        guard let id = event["event_id"]?.string, let sender = event["sender"]?.string,
          let content = event["content"]
        else { continue }
        raw[id] = EncryptedEvent(room: room.key, id: id, sender: sender, content: content)
      }
    }
  }

  /// Tries all events that were not read.
  package func decryptAll() throws {
    let open = raw.values.filter { read[$0.id] == nil }.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
    for (event, result) in zip(open, try call { try $0.decrypt(open) }) {
      switch result {
      case .readable(let decrypted):
        read[event.id] = decrypted.content["body"]?.string ?? "?"
        failed[event.id] = nil
      case .unreadable(let reason): failed[event.id] = reason
      }
    }
  }

  /// Syncs until nothing more comes.
  package func sync() throws {
    repeat {
      try takeSync()
      try upkeep()
    } while server.hasMore(for: address, since: since)
    try decryptAll()
  }

  package func audience(_ room: String, visibility: String = "shared") -> RoomAudience {
    RoomAudience(joined: server.members[room] ?? [], invited: [], visibility: visibility)
  }

  /// Prepares a room until it is ready.
  @discardableResult
  package func prepare(_ room: String, visibility: String = "shared") throws -> RoomPreparation {
    func next() throws -> RoomPreparation {
      try call { try $0.prepare(room: room, for: audience(room, visibility: visibility)) }
    }
    var last = try next()
    var withheld = last.withheld
    for _ in 0..<20 where !last.requests.isEmpty {
      try perform(last.requests)
      last = try next()
      withheld.merge(last.withheld) { $1 }
    }
    last.withheld = withheld
    return last
  }

  /// Sends a text.
  @discardableResult
  package func send(
    _ text: String, to room: String, visibility: String = "shared", transaction: String? = nil
  ) throws -> String {
    try prepare(room, visibility: visibility)
    sent += 1
    let transaction = transaction ?? "t\(sent)"
    let content = try object { json in
      json.member("body", text)
      json.member("msgtype", "m.text")
    }
    let encrypted = try call { machine in
      try machine.encrypt(
        room: room, for: audience(room, visibility: visibility), type: "m.room.message", content: content,
        transaction: transaction)
    }
    let id = server.send(encrypted, to: room, by: address, transaction: transaction)
    try call { try $0.sent(transaction) }
    return id
  }
}

/// The network failed.
package struct Lost: Error {
  package init() {}
}

/// The process was killed.
package struct Killed: Error {
  package init() {}
}

/// Some people with their devices in one encrypted room.
package final class TestWorld {
  package let clock = TestClock()
  package let server: TestServer
  package var devices: [TestDevice] = []
  private let seed: UInt64
  package let room = "!room:x"

  package init(seed: UInt64) throws {
    self.seed = seed
    server = TestServer(try CipherSuite.seeded(seed))
  }

  /// Adds a device that is uploaded, in the room and signed.
  @discardableResult
  package func add(_ user: String, _ device: String, isSigned: Bool = true, system: String? = nil) throws
    -> TestDevice
  {
    if server.people[user] == nil { try server.makeIdentity(of: user) }
    let added = try TestDevice(
      user, device, on: server, seed: seed &* 1000 &+ UInt64(devices.count), clock: clock, system: system)
    devices.append(added)
    if server.members[room]?.contains(user) != true { server.join(user, room) }
    try added.upkeep()
    if isSigned { try server.signDevice(added.address) }
    try added.sync()
    return added
  }

  package func syncAll() throws {
    for device in devices { try device.sync() }
  }
}

extension OutgoingRequest {
  /// What it is for, such as `keys/query`.
  package var name: String { request.path.prefix(2).joined(separator: "/") }
}
