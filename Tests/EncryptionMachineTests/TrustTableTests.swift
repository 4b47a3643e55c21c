import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

/// The rules themselves are a table of `TrustPolicy`; here each cell goes through keys, signatures, database and messages.
@Suite("Who gets keys and whose messages are shown, from end to end")
struct TrustTableTests {
  enum DeviceKind: CaseIterable { case signed, unsigned, excepted, blocked, replaced }

  /// Whose device it is: another person's, or the user's own second one.
  enum Owner: CaseIterable { case other, own }

  /// Identities of its owner: never had one, first seen, verified, changed, changed after a verification, hidden.
  enum IdentityKind: CaseIterable { case absent, known, verified, changed, lost, hidden }

  /// What happens to a key for the device: s sent, u withheld as unverified, b as blacklisted, X nothing is encrypted. And to
  /// its messages: S shown, C marked as changed, h hidden. The same for the user's own devices.
  static let cells: [(DeviceKind, String)] = [
    (.signed, "uh sS sS XC Xh uh"),
    (.unsigned, "uh uh uh Xh Xh uh"),
    (.excepted, "sS sS sS XC Xh sS"),
    (.blocked, "bh bh bh Xh Xh bh"),
    (.replaced, "uh uh uh Xh Xh uh"),
  ]

  struct Cell: CustomTestStringConvertible {
    let owner: Owner
    let device: DeviceKind
    let identity: IdentityKind
    let expected: String
    var testDescription: String { "\(owner) \(device) \(identity) \(expected)" }
  }

  static let all: [Cell] = Owner.allCases.flatMap { owner in
    cells.flatMap { row in
      zip(IdentityKind.allCases, row.1.split(separator: " ")).map {
        Cell(owner: owner, device: row.0, identity: $0, expected: String($1))
      }
    }
  }

  @Test("The table has all cells")
  func complete() {
    #expect(Self.cells.map(\.0) == DeviceKind.allCases)
    #expect(Self.all.count == Owner.allCases.count * DeviceKind.allCases.count * IdentityKind.allCases.count)
  }

  @Test("Each kind of device of each kind of person, and of the user", arguments: all)
  func cell(cell: Cell) throws {
    let world = try TestWorld(seed: 90)
    let (server, room) = (world.server, world.room)
    let isOwn = cell.owner == .own
    let user = isOwn ? "@ben:x" : "@anna:x"
    let ben = try TestDevice("@ben:x", "B", on: server, seed: 90_000, clock: world.clock)
    server.join("@ben:x", room)
    try ben.upkeep()
    if !isOwn || cell.identity != .absent {
      try server.makeIdentity(of: "@ben:x")
      try server.signDevice(ben.address)
    }
    try ben.sync()
    let other = try Attacker(user, "A", on: server, seed: 91, isSigned: cell.device == .signed)
    server.join(user, room)
    let isVerified = [.verified, .lost].contains(cell.identity)
    // The own identity is verified by its private key, others by it.
    if !isOwn || isVerified {
      try ben.machine().verifyIdentity(of: "@ben:x", #require(server.people["@ben:x"]?[.master]).publicKey)
    }
    if !isOwn, isVerified { try server.verify(user, by: "@ben:x") }
    if cell.identity == .absent { server.people[user] = nil }
    try ben.sync()
    try ben.machine().track([user])
    try ben.upkeep()
    if cell.device == .replaced {
      // The server shows other keys under its id for a moment.
      let keys = try #require(server.devices[other.address]?.keys)
      let identity = server.people[user]
      _ = try Attacker(user, "A", on: server, seed: 92)
      server.people[user] = identity
      try ben.sync()
      server.devices[other.address]?.keys = keys
      server.noteChange(of: user)
      try ben.sync()
    }
    switch cell.identity {
    case .absent, .known, .verified: break
    case .changed, .lost:
      try server.makeIdentity(of: user)
      server.verified = [:]
      // The device is signed by the new identity, too.
      server.devices[other.address]?.keys = other.keys.text
      if cell.device == .signed { try server.signDevice(other.address) }
    case .hidden: server.people[user] = nil
    }
    server.noteChange(of: user)
    try ben.sync()
    if cell.device == .excepted { try ben.machine().setRule(.excepted, for: other.address) }
    if cell.device == .blocked { try ben.machine().setRule(.blocked, for: other.address) }
    #expect(try sent(to: other, by: ben, room) == cell.expected.prefix(1))
    #expect(try shown(from: other, to: ben, room) == cell.expected.suffix(1))
  }

  private func sent(to other: Attacker, by ben: TestDevice, _ room: String) throws -> String {
    let preparation = try ben.prepare(room)
    let inspected = try ben.machine().inspect(ben.audience(room))
    #expect(inspected.blocked == preparation.blocked)
    if preparation.isReady { try ben.send("for Anna?", to: room) }
    try ben.upkeep()
    let inbox = try (ben.server.devices[other.address]?.inbox ?? []).map { try JSONDocument($0.event).root }
    let keys = inbox.filter { $0["type"]?.isString("m.room.encrypted") == true }
    let codes = inbox.compactMap { $0["content"]?["code"]?.string }
    switch (preparation.isReady, keys.isEmpty, codes) {
    case (true, false, []): return "s"
    case (true, true, ["m.unverified"]): return "u"
    case (true, true, ["m.blacklisted"]): return "b"
    case (false, true, _): return "X"
    default: return "? \(preparation) \(keys.count) \(codes)"
    }
  }

  private func shown(from other: Attacker, to ben: TestDevice, _ room: String) throws -> String {
    var session = try OutboundMegolmSession(randomWith: other.suite)
    try other.send(other.payload(other.roomKey(session, room: room), to: ben), to: ben)
    try ben.sync()
    let event = EncryptedEvent(
      room: room, id: "$x", sender: other.address.user, content: try other.event(&session, room: room))
    switch try ben.machine().decrypt([event])[0] {
    case .readable(let decrypted):
      switch decrypted.trust {
      case .shown: return "S"
      case .marked(.identityChanged): return "C"
      default: return "? \(decrypted.trust)"
      }
    case .unreadable(.hidden): return "h"
    case .unreadable(let reason): return "? \(reason)"
    }
  }

  @Test(
    "What this device itself wrote is shown, whatever becomes of the user's identity",
    arguments: IdentityKind.allCases)
  func thisDevice(identity: IdentityKind) throws {
    let world = try TestWorld(seed: 93)
    let (server, room) = (world.server, world.room)
    let ben = try TestDevice("@ben:x", "B", on: server, seed: 93_000, clock: world.clock)
    server.join("@ben:x", room)
    try ben.upkeep()
    if identity != .absent {
      try server.makeIdentity(of: "@ben:x")
      try server.signDevice(ben.address)
    }
    try ben.sync()
    if [.verified, .lost].contains(identity) {
      try ben.machine().verifyIdentity(of: "@ben:x", #require(server.people["@ben:x"]?[.master]).publicKey)
    }
    let message = try ben.send("to myself", to: room)
    switch identity {
    case .absent, .known, .verified: break
    case .changed, .lost: try server.makeIdentity(of: "@ben:x")
    case .hidden: server.people["@ben:x"] = nil
    }
    server.noteChange(of: "@ben:x")
    try ben.sync()
    #expect(ben.read[message] == "to myself", "\(ben.failed)")
    // The new identity may belong to another person, so nothing is encrypted for it.
    #expect(try ben.prepare(room).isReady == ![.changed, .lost].contains(identity))
  }

  @Test(
    "A message of a device that was signed once stays shown after the device is gone; of an unsigned one it stays hidden",
    arguments: [true, false])
  func goneDevice(isSigned: Bool) throws {
    let world = try TestWorld(seed: 95)
    let ben = try world.add("@ben:x", "B")
    let other = try Attacker("@anna:x", "A", on: world.server, seed: 96, isSigned: isSigned)
    world.server.join("@anna:x", world.room)
    try ben.sync()
    try ben.prepare(world.room)
    var session = try OutboundMegolmSession(randomWith: other.suite)
    try other.send(other.payload(other.roomKey(session, room: world.room), to: ben), to: ben)
    try ben.sync()
    let first = try other.event(&session, room: world.room)
    _ = try ben.read(first, id: "$1", from: "@anna:x")
    world.server.removeDevice(other.address)
    try ben.sync()
    let second = try other.event(&session, room: world.room)
    let text = try ben.read(second, id: "$2", from: "@anna:x")
    #expect(isSigned ? text == "text" : text == "unknownDevice", "\(text)")
  }

  @Test("A hidden message is shown once its device is signed, and one of the backup is marked")
  func signedLater() throws {
    let world = try TestWorld(seed: 97)
    let ben = try world.add("@ben:x", "B")
    let other = try Attacker("@anna:x", "A", on: world.server, seed: 98, isSigned: false)
    world.server.join("@anna:x", world.room)
    try ben.sync()
    try ben.prepare(world.room)
    var session = try OutboundMegolmSession(randomWith: other.suite)
    let backup = try session.inbound().exportedForm(from: 0)
    try other.send(other.payload(other.roomKey(session, room: world.room), to: ben), to: ben)
    try ben.sync()
    let event = try other.event(&session, room: world.room)
    #expect(try ben.read(event, from: "@anna:x") == "hidden(CrossSigning.MessageTrust.Reason.unsignedDevice)")
    try world.server.signDevice(other.address)
    try ben.sync()
    #expect(try ben.read(event, from: "@anna:x") == "text")

    let cleo = try world.add("@cleo:x", "C")
    let key = RoomKeyImport(room: world.room, session: session.id, exported: backup)
    #expect(try cleo.machine().importKeys([key], isBackedUp: true).isEmpty)
    let encrypted = EncryptedEvent(room: world.room, id: "$e", sender: "@anna:x", content: event)
    guard case .readable(let decrypted) = try cleo.machine().decrypt([encrypted])[0] else {
      Issue.record("not readable")
      return
    }
    #expect(decrypted.trust == .marked(.senderNotProven))
  }
}
