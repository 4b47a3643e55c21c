import EncryptionTestSupport
import Foundation
import JSON
import MachineTestSupport
import SQLite
import TestSupport
import Testing

@testable import EncryptionMachine

@Suite("Devices in a bad world")
struct SimulationTests {
  @Test(
    "With loss, kills, repeats, reordering and an older database, devices read what they may and nothing else",
    arguments: 0..<(isSoak ? 4 : 2))
  func manySteps(number: Int) throws {
    let seed = TestSeed.value &+ UInt64(number)
    var simulation = try Simulation(seed: seed)
    for _ in 0..<300 { try simulation.step() }
    try simulation.settle()
    simulation.check()
  }
}

/// Devices of three people in one room, and chance.
private struct Simulation {
  /// A text that a device has to send.
  struct Outgoing {
    let text: String
    let transaction: String
  }

  /// A text that was encrypted.
  struct Written {
    let text: String
    let sender: TestDevice
    /// Devices that have to read it: signed and in the room before the sender's last sync.
    let due: Set<DeviceAddress>
    /// Devices that may read it.
    let allowed: Set<DeviceAddress>
    let isFinal: Bool
    var event = ""
    var content: [UInt8] = []
  }

  let world: TestWorld
  let seed: UInt64
  var random: SeededGenerator
  let users = ["@anna:x", "@ben:x", "@cleo:x"]
  var outbox: [DeviceAddress: [Outgoing]] = [:]
  var written: [String: Written] = [:]
  /// When a device was signed or its user joined last, and when a device synced last.
  var changedAt: [DeviceAddress: Int] = [:]
  var syncedAt: [DeviceAddress: Int] = [:]
  var joinedAt: [String: Int] = [:]
  /// When a device was removed.
  var removedAt: [DeviceAddress: Int] = [:]
  /// Devices whose database was put back: they may have lost keys.
  var putBack: Set<DeviceAddress> = []
  var copies: [DeviceAddress: Data] = [:]
  var texts = 0
  var resets = 0
  var isCalm = false
  var isFinal = false
  let chance = Chance()

  /// Whether calls fail now; shared with the devices.
  final class Chance {
    var generator = SeededGenerator(seed: 0)
    var isOn = false

    func percent(_ percent: Int) -> Bool { isOn && generator.percent(percent) }
  }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    chance.generator = SeededGenerator(seed: seed &+ 1)
    world = try TestWorld(seed: seed)
    for (user, device) in [
      ("@anna:x", "A1"), ("@anna:x", "A2"), ("@ben:x", "B1"), ("@ben:x", "B2"), ("@cleo:x", "C1"),
    ] {
      try add(user, device, isSigned: true)
    }
    try world.syncAll()
    for device in world.devices { syncedAt[device.address] = world.server.place }
    chance.isOn = true
  }

  mutating func add(_ user: String, _ name: String, isSigned: Bool) throws {
    let wasOn = chance.isOn
    chance.isOn = false
    defer { chance.isOn = wasOn }
    let isMember = world.server.members[world.room]?.contains(user) == true
    let device = try world.add(user, name, isSigned: isSigned)
    if !isMember, !world.server.members[world.room, default: []].isEmpty, wasOn {
      world.server.leave(user, world.room)
    }
    let chance = chance
    device.isKilledNow = { chance.percent(3) }
    device.isLostNow = { chance.percent(6) }
    changedAt[device.address] = isSigned ? world.server.place : nil
    syncedAt[device.address] = world.server.place
  }

  var alive: [TestDevice] { world.devices.filter { removedAt[$0.address] == nil } }

  // MARK: Steps

  mutating func step() throws {
    let device = random.one(of: alive)
    switch random.below(100) {
    case 0..<35: enqueue(device)
    case 35..<75: try attempt { simulation in try simulation.sync(device) }
    case 75..<80: world.clock.advance(minutes: Int64(random.within(1...300)))
    case 80..<84: device.kill()
    case 84..<88: reorder(device)
    case 88..<90: try copy(device)
    case 90..<92: try putBack(device)
    case 92..<95: try changeMembers()
    case 95..<97: try changeDevices()
    default: try attempt { _ in try device.call { try $0.discardSession(room: "!room:x") } }
    }
    try attempt { simulation in try simulation.flush(device) }
  }

  private mutating func attempt(_ body: (inout Simulation) throws -> Void) throws {
    do { try body(&self) } catch is Killed {} catch is Lost {}
  }

  private mutating func enqueue(_ device: TestDevice) {
    texts += 1
    outbox[device.address, default: []].append(Outgoing(text: "text \(texts)", transaction: "x\(texts)"))
  }

  private mutating func sync(_ device: TestDevice) throws {
    let place = world.server.place
    // The answer can be lost, come twice, or be without the messages to the device.
    let inbox = world.server.devices[device.address]?.inbox ?? []
    if random.percent(15) { world.server.devices[device.address]?.inbox = [] }
    let answer = try world.server.sync(device.address, since: device.since)
    if world.server.devices[device.address]?.inbox.isEmpty == true, !inbox.isEmpty {
      let taken = (device.since?.split(separator: "_").last).flatMap { Int($0) } ?? 0
      world.server.devices[device.address]?.inbox = inbox.filter { $0.place > taken }
    }
    if random.percent(10) { return }
    let effects = try device.call { try $0.take(sync: answer, since: device.since) }
    device.effects.append(effects)
    if random.percent(10) {
      device.effects.append(try device.call { try $0.take(sync: answer, since: device.since) })
    }
    device.take(timelineOf: answer)
    device.since = answer["next_batch"]?.string
    syncedAt[device.address] = place
    try device.decryptAll()
    try device.upkeep()
  }

  private func reorder(_ device: TestDevice) {
    let taken = (device.since?.split(separator: "_").last).flatMap { Int($0) } ?? 0
    let inbox = (world.server.devices[device.address]?.inbox ?? []).filter { $0.place > taken }
    let events = inbox.map(\.event).reversed()
    world.server.devices[device.address]?.inbox = zip(inbox, events).map { ($0.place, $1) }
  }

  private mutating func flush(_ device: TestDevice) throws {
    guard world.server.members[world.room]?.contains(device.address.user) == true else { return }
    while let next = outbox[device.address]?.first {
      try send(next, by: device)
      outbox[device.address]?.removeFirst()
    }
  }

  private mutating func send(_ outgoing: Outgoing, by device: TestDevice) throws {
    let preparation = try device.prepare(world.room)
    if !preparation.blocked.isEmpty {
      // The person looks at it sooner or later.
      guard isCalm || random.percent(50) else { throw Lost() }
      for user in preparation.blocked.keys.sorted() {
        try device.call { try $0.acknowledgeIdentity(of: user) }
      }
      return try send(outgoing, by: device)
    }
    guard preparation.isReady else { throw Lost() }
    let content = try object { json in json.member("body", outgoing.text) }
    let (allowed, due) = entitled(by: device.address)
    var new = Written(text: outgoing.text, sender: device, due: due, allowed: allowed, isFinal: isFinal)
    let encrypted = try device.call { machine in
      let encrypted = try machine.encrypt(
        room: world.room, for: device.audience(world.room), type: "m.room.message", content: content,
        transaction: outgoing.transaction)
      // The first encryption decides, and its result may be lost in a kill. An older database encrypts anew.
      new.content = encrypted
      let known = written[outgoing.text]
      if known == nil || (known?.content != encrypted && known?.event == "") { written[outgoing.text] = new }
      return encrypted
    }
    let id = world.server.send(
      encrypted, to: world.room, by: device.address, transaction: outgoing.transaction)
    written[outgoing.text]?.event = id
    if random.percent(10), !isCalm { throw Lost() }
    try device.call { try $0.sent(outgoing.transaction) }
  }

  /// The devices that may and that must read what is written now.
  private func entitled(by sender: DeviceAddress) -> (allowed: Set<DeviceAddress>, due: Set<DeviceAddress>) {
    let synced = syncedAt[sender] ?? 0
    let members = world.server.members[world.room] ?? []
    // A sender knows of a removal from a sync in which its user is in the room.
    let isInformed = joinedAt[sender.user] ?? 0 <= synced
    let known = world.devices.map(\.address).filter {
      removedAt[$0].map { !isInformed || $0 > synced } ?? true
    }
    let allowed = known.filter { members.contains($0.user) && changedAt[$0] != nil }
    // A service knows that its user is in the room from a sync, which has the changes of lists, too.
    guard isInformed else { return (Set(allowed), []) }
    return (Set(allowed), Set(allowed.filter { removedAt[$0] == nil && (changedAt[$0] ?? .max) <= synced }))
  }

  private mutating func changeMembers() throws {
    let user = users[random.below(users.count)]
    if world.server.members[world.room]?.contains(user) == true {
      if world.server.members[world.room]?.count ?? 0 > 1 { world.server.leave(user, world.room) }
    } else {
      join(user)
    }
  }

  private mutating func join(_ user: String) {
    world.server.join(user, world.room)
    joinedAt[user] = world.server.place
    for device in alive where device.address.user == user && changedAt[device.address] != nil {
      changedAt[device.address] = world.server.place
    }
  }

  private mutating func changeDevices() throws {
    let user = users[random.below(users.count)]
    let own = alive.filter { $0.address.user == user }
    if random.percent(20) { return try resetIdentity(of: user, own) }
    let unsigned = own.filter { changedAt[$0.address] == nil }
    if let device = unsigned.first, random.percent(50) {
      try world.server.signDevice(device.address)
      changedAt[device.address] = world.server.place
    } else if own.count > 1, random.percent(40) {
      let device = own[random.below(own.count)]
      device.kill()
      world.server.removeDevice(device.address)
      removedAt[device.address] = world.server.place
    } else if own.count < 4 {
      try add(user, "N\(world.devices.count)", isSigned: random.percent(60))
    }
  }

  /// A person makes a new identity, which signs the devices that were signed before.
  private mutating func resetIdentity(of user: String, _ own: [TestDevice]) throws {
    try world.server.makeIdentity(of: user)
    for device in own where changedAt[device.address] != nil {
      try world.server.signDevice(device.address)
      changedAt[device.address] = world.server.place
    }
    resets += 1
  }

  // MARK: Older databases

  private mutating func copy(_ device: TestDevice) throws {
    device.kill()
    try device.machine().database.connection.eraseJournal(patience: 1000)
    device.kill()
    copies[device.address] = try Data(contentsOf: URL(filePath: device.path))
  }

  private mutating func putBack(_ device: TestDevice) throws {
    guard let copy = copies[device.address] else { return }
    device.kill()
    for end in ["-wal", "-shm"] { unlink(device.path + end) }
    let file = open(device.path, O_WRONLY | O_TRUNC)
    defer { close(file) }
    #expect(copy.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == copy.count)
    putBack.insert(device.address)
  }

  // MARK: The end

  mutating func settle() throws {
    (chance.isOn, isCalm) = (false, true)
    for user in users where world.server.members[world.room]?.contains(user) != true { join(user) }
    for _ in 0..<6 {
      world.clock.advance(minutes: 90)
      for device in alive {
        try device.sync()
        syncedAt[device.address] = world.server.place
        try flush(device)
      }
      // A broken session shows when a key comes on it.
      for device in alive where changedAt[device.address] != nil {
        try device.machine().discardSession(room: world.room)
        enqueue(device)
      }
    }
    for device in alive { try flush(device) }
    for device in alive {
      try device.sync()
      syncedAt[device.address] = world.server.place
    }
    isFinal = true
    for device in alive {
      enqueue(device)
      try flush(device)
    }
    for _ in 0..<3 { for device in alive { try device.sync() } }
    for device in world.devices {
      // Also what was written while its user was not in the room, or after the device was removed.
      for event in world.server.events {
        device.raw[event.id] = EncryptedEvent(
          room: event.room, id: event.id, sender: event.sender, content: try JSONDocument(event.content).root)
      }
      try device.decryptAll()
    }
  }

  func check() {
    let seed = "seed \(seed)"
    for device in world.devices {
      let read = Set(device.read.values)
      for text in written.values {
        // The messages of an unsigned device are hidden.
        let isShown = changedAt[text.sender.address] != nil && removedAt[text.sender.address] == nil
        let isDue =
          text.due.contains(device.address) && removedAt[device.address] == nil
          && (text.isFinal || !putBack.contains(device.address))
        if isDue, isShown, !read.contains(text.text) {
          Issue.record(
            """
            \(device.address.device) cannot read \(text.text) of \(text.sender.address.device), \(seed), \
            \(String(describing: device.failed[text.event])), put back: \(putBack.map(\.device).sorted()), \
            refused: \(device.effects.flatMap(\.refusals).filter { $0 != .repeated })
            """)
        }
        let isOwn = text.sender === device
        let isAllowed = text.allowed.contains(device.address) && changedAt[text.sender.address] != nil
        if !isOwn, !isAllowed, read.contains(text.text) {
          Issue.record(
            """
            \(device.address) reads \(text.text) of \(text.sender.address), which is \
            \(changedAt[text.sender.address] == nil ? "unsigned" : "signed"), allowed \(text.allowed), \
            removed \(removedAt), \(seed)
            """)
        }
      }
      #expect(device.read.count == Set(device.read.values).count, "a text came twice: \(seed)")
    }
    #expect(written.values.contains { $0.isFinal && $0.due.count > 2 }, "\(seed)")
    #expect(written.count > 50, "\(seed)")
    do { #expect(try KeyUse(world.server).usedTwice.isEmpty, "\(seed)") } catch {
      Issue.record("\(error): \(seed)")
    }
  }
}
