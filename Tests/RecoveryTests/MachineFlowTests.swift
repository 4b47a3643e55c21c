import Ciphers
import CrossSigning
import EncryptionMachine
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Olm
import Recovery
import TestSupport
import Testing

/// A device with its machine, as the service connects the two.
private struct MachineLogin {
  let server: AccountServer
  let suite: CipherSuite
  let machine: OlmMachine
  let folder: ScratchFolder

  init(_ name: String, to server: AccountServer, _ suite: CipherSuite) throws {
    (self.server, self.suite, folder) = (server, suite, try ScratchFolder())
    let database = try KeyDatabase(
      path: folder.path("keys.db"), owner: DeviceAddress(user: server.user, device: name),
      profileKey: Secret(count: 32) { _ in }, suite: suite, now: { 1_800_000_000_000 })
    machine = try OlmMachine(database)
    try upkeep()
  }

  func upkeep() throws {
    for _ in 0..<10 {
      let requests = try machine.requests()
      if requests.isEmpty { return }
      for request in requests {
        let (status, answer) = try server.perform(request.request)
        guard status == 200 else {
          try machine.refused(request, status: status)
          continue
        }
        try machine.take(answer: answer, to: request)
      }
    }
  }

  /// Signs this device, with the recovery key or by making everything.
  func setUp(typed: String?) throws -> SetupPlan {
    let machine = machine
    let keys = try DeviceKeys(machine.deviceKeys().node, of: server.user, with: suite)
    let device = ThisDevice(keys) { object throws(RecoveryError) in
      do throws(MachineError) { return try machine.sign(object) } catch { throw .device("\(error)") }
    }
    let storage = SecretStorage(accountData: server.accountData)
    let state = AccountState(
      keys: try server.keys(), storage: storage,
      openStorage: try typed.map { try storage.open($0, with: suite) },
      backup: try backup(), preference: .unset)
    let plan = try SetupPlan(
      .complete, for: device, in: state, newKey: NewRecoveryKey(randomWith: suite), with: suite)
    for step in plan.steps { #expect(try server.perform(step.request).status == 200, "\(step.kind)") }
    try machine.refresh([server.user])
    try upkeep()
    #expect(plan.secrets[.master] != nil)
    try machine.verifyIdentity(of: server.user, #require(plan.secrets[.master]).publicKey)
    return plan
  }

  func backup() throws -> BackupVersion? {
    let (status, answer) = try server.perform(.backupVersion)
    return status == 200 ? try BackupVersion(answer) : nil
  }
}

@Suite("Recovery with the machine")
struct MachineFlowTests {
  @Test("A message of one device is read by the next one, through recovery key and backup")
  func flow() throws {
    let suite = try CipherSuite.seeded(TestSeed.value)
    let server = AccountServer("@ann:a.org", suite)
    let phone = try MachineLogin("PHONE", to: server, suite)
    let plan = try phone.setUp(typed: nil)
    #expect(try phone.machine.identityState(of: server.user) == .verified)
    #expect(try phone.machine.devices(of: server.user).map(\.state) == [.signed])

    let room = "!r:a.org"
    let audience = RoomAudience(joined: [server.user], invited: [], visibility: "shared")
    try phone.machine.note(encryption: node(#"{"algorithm": "m.megolm.v1.aes-sha2"}"#), room: room)
    var preparation = try phone.machine.prepare(room: room, for: audience)
    for _ in 0..<5 where !preparation.isReady {
      for request in preparation.requests {
        try phone.machine.take(answer: server.perform(request.request).answer, to: request)
      }
      preparation = try phone.machine.prepare(room: room, for: audience)
    }
    let content = try phone.machine.encrypt(
      room: room, for: audience, type: "m.room.message", content: node(#"{"body": "hello"}"#),
      transaction: "1")
    let event = EncryptedEvent(
      room: room, id: "$1", sender: server.user, content: try JSONDocument(content).root)

    let keys = try phone.machine.keysToBackUp(atMost: 100)
    #expect(keys.count == 1)
    let backup = try #require(try phone.backup())
    let upload = try ServerRequest.backUp(
      keys.map {
        (
          try BackedUpRoomKey(
            room: $0.room, exported: $0.key, senderKey: $0.senderKey, claimedSigningKey: $0.signingKey,
            with: suite),
          $0.isVerified
        )
      }, in: backup, with: suite)
    let (status, answer) = try server.perform(upload)
    #expect(status == 200 && answer["count"]?.integer == 1)
    try phone.machine.markBackedUp(keys)
    #expect(try phone.machine.keysToBackUp(atMost: 100).isEmpty)

    let laptop = try MachineLogin("LAPTOP", to: server, suite)
    guard case .unreadable(.keyMissing(let session)) = try laptop.machine.decrypt([event])[0] else {
      throw Unexpected("the key is here already")
    }
    let second = try laptop.setUp(typed: plan.newKeyText)
    #expect(try laptop.machine.devices(of: server.user).map(\.state) == [.signed, .signed])
    #expect(try laptop.machine.identityState(of: server.user) == .verified)
    let version = try #require(try laptop.backup())
    var schedule = RestoreSchedule(version: version, rooms: [])
    schedule.prioritize(RestoreSchedule.Session(room: room, id: session))
    let due = schedule.next()
    let next = try #require(due)
    let backupKey = try #require(second.backupKey)
    let key = try BackedUpRoomKey(
      server.perform(next.request).answer, room: room, sessionID: session, key: backupKey,
      with: suite)
    let taken = try laptop.machine.importKeys(
      [RoomKeyImport(room: key.room, session: key.sessionID, exported: key.exported)], isBackedUp: true)
    schedule.finish(.received)
    #expect(taken.map(\.event) == ["$1"] && schedule.next() == nil)
    guard case .readable(let message) = try laptop.machine.decrypt([event])[0] else {
      throw Unexpected("the message is not read")
    }
    #expect(message.content["body"]?.string == "hello" && message.trust == .marked(.senderNotProven))
    #expect(try laptop.machine.keysToBackUp(atMost: 100).isEmpty)
  }
}
