import ChatDomain
import Ciphers
import CrossSigning
import EncryptionMachine
import EncryptionTestSupport
import HTTPTransport
import InMemoryService
import JSON
import MachineTestSupport
import Recovery
import TestSupport
import Testing

@testable import MatrixService

@Suite("Recovery and the backup of keys, by the service")
struct EncryptedRecoveryTests {
  /// Ann's account after she set up encryption.
  private static func setUp() async throws -> (desk: EncryptedDesk, key: String) {
    let desk = try await EncryptedDesk(isAnnSigned: false)
    #expect(try await desk.service.encryptionState().nextStep == .setUp)
    let key = try await desk.service.makeRecoveryKey()
    let state = try await desk.service.setUpEncryption(confirming: key, password: nil)
    #expect(state.isDeviceSigned && state.nextStep == .none && state.recovery == .key, "\(state)")
    try await desk.settle()
    return (desk, key)
  }

  /// Ann's account while its server asks for the password before it takes a first identity.
  private static func askedForPassword() async throws -> (desk: EncryptedDesk, key: String) {
    let desk = try await EncryptedDesk(isAnnSigned: false)
    desk.world { $0.account.asksForFirst = true }
    let key = try await desk.service.makeRecoveryKey()
    await #expect(throws: ChatError.refused(.needsPassword)) {
      try await desk.service.setUpEncryption(confirming: key, password: nil)
    }
    return (desk, key)
  }

  /// Waits until something holds, with syncs in between.
  private static func until(
    _ desk: EncryptedDesk, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
  ) async throws {
    for _ in 0..<300 {
      if try await condition() { return }
      desk.server.nudge()
      try await desk.settle()
    }
    Issue.record("it did not come about", sourceLocation: sourceLocation)
  }

  private static func backedUp(_ desk: EncryptedDesk) -> Int {
    desk.world { world in
      world.account.backups.last?.keys.values.reduce(0) { $0 + $1.count } ?? 0
    }
  }

  /// Lets the same person sign in again, with nothing kept.
  private static func signInAnew(_ desk: EncryptedDesk, encrypts: Bool = true) async throws {
    try await desk.restart(encrypts: encrypts) { folder in try folder.remove("cache") }
    desk.world { world in
      world.account.devices["LAPTOP"] = nil
      world.server.removeDevice(EncryptedWorld.annsLaptop)
    }
    try await desk.settle()
  }

  @Test("Lost keys are replaced by new ones on a new device")
  func lostKeys() async throws {
    let (desk, _) = try await Self.setUp()
    try await Self.signInAnew(desk)
    #expect(try await desk.service.encryptionState().nextStep == .enterRecoveryKey)
    let key = try await desk.service.makeRecoveryKey()
    for wrong in [nil, "guess"] {
      await #expect(throws: ChatError.refused(.needsPassword)) {
        try await desk.service.setUpEncryption(confirming: key, password: wrong)
      }
    }
    let state = try await desk.service.setUpEncryption(confirming: key, password: "pass")
    #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
    // The new key is the one that opens everything from now on.
    try await Self.signInAnew(desk)
    #expect(try await desk.service.enterRecoveryKey(key).isDeviceSigned)
    await desk.desk.close()
  }

  @Test("An account is set up; others see that its device is signed, and both can talk")
  func setUpAndTalk() async throws {
    let (desk, key) = try await Self.setUp()
    #expect(try await desk.service.encryptionState().backup != .none)
    try await desk.send("the tide", "t1")
    try desk.say("$1", EncryptedDesk.text("so late"))
    try await desk.settle()
    #expect(try desk.read() == ["the tide"])
    #expect(try await desk.texts().contains("so late"))
    await desk.desk.close()
    // The recovery key is nowhere.
    let folder = desk.desk.folder
    for name in try folder.names(in: "cache") where name != "files" {
      let text = String(decoding: try folder.read("cache/\(name)"), as: UTF8.self)
      #expect(!text.contains(key) && !text.contains(key.filter { $0 != " " }), "\(name)")
    }
    #expect(!desk.isInClear(key) && !desk.isInClear(String(key.filter { $0 != " " })))
  }

  @Test(
    "A setup that is interrupted at any request goes on with the same recovery key",
    arguments: [
      "account_data/m.secret_storage.key", "account_data/m.cross_signing.master",
      "account_data/m.cross_signing.user_signing", "account_data/m.megolm_backup.v1",
      "account_data/m.secret_storage.default_key", "device_signing/upload", "signatures/upload",
      "room_keys/version", "account_data/m.key_backup",
    ], [true, false])
  func interrupted(_ request: String, isTaken: Bool) async throws {
    let desk = try await EncryptedDesk(isAnnSigned: false)
    let key = try await desk.service.makeRecoveryKey()
    let method: HTTPRequest.Method = request.contains("account_data") ? .put : .post
    desk.server.fail(request, isTaken ? .lost : .answer(HTTPResponse(400, "{}")), times: 10, method: method)
    let service = desk.service
    let error = await failure { () throws(ChatError) in
      try await service.setUpEncryption(confirming: key, password: nil)
    }
    #expect(error != nil)
    desk.server.stopFailing()
    let state = try await service.setUpEncryption(confirming: key, password: nil)
    #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
    // The same key opens what was stored, on a device that has nothing.
    try await Self.signInAnew(desk)
    #expect(try await desk.service.encryptionState().nextStep == .enterRecoveryKey)
    let again = try await desk.service.enterRecoveryKey(key)
    #expect(again.isDeviceSigned && again.nextStep == .none, "\(again)")
    await desk.desk.close()
  }

  @Test("A device keeps its fingerprint over restarts, and a new sign-in has another one")
  func fingerprint() async throws {
    let desk = try await EncryptedDesk()
    let first = try await desk.service.encryptionState().fingerprint
    try await desk.restart()
    #expect(try await desk.service.encryptionState().fingerprint == first)
    try await Self.signInAnew(desk)
    #expect(try await desk.service.encryptionState().fingerprint != first)
    await desk.desk.close()
  }

  @Test("A wrong key is refused, and says so; nothing is signed")
  func wrongKey() async throws {
    let (desk, _) = try await Self.setUp()
    try await Self.signInAnew(desk)
    let other = try NewRecoveryKey(randomWith: CipherSuite()).text.utf8
    for typed in ["", "EsTb wrong", other] {
      let service = desk.service
      let error = await failure { () throws(ChatError) in try await service.enterRecoveryKey(typed) }
      guard case .refused(.recoveryKey)? = error else {
        Issue.record("“\(typed)”: \(String(describing: error))")
        continue
      }
    }
    #expect(try await !desk.service.encryptionState().isDeviceSigned)
    await desk.desk.close()
  }

  @Test("If another device was faster, its identity stays")
  func otherWasFaster() async throws {
    let desk = try await EncryptedDesk(isAnnSigned: false)
    let key = try await desk.service.makeRecoveryKey()
    let other = try CrossSigningSecrets(randomFor: "\(Said.ann)", with: CipherSuite())
    try desk.world { world in
      world.account.identity = try other.publicObjects(with: CipherSuite())
      world.server.published["\(Said.ann)"] = world.account.identity
      world.server.noteChange(of: "\(Said.ann)")
    }
    desk.server.nudge()
    let service = desk.service
    let error = await failure { () throws(ChatError) in
      try await service.setUpEncryption(confirming: key, password: nil)
    }
    #expect(error != nil)
    let master = try other.publicObjects(with: CipherSuite())[.master]?.signedBytes
    #expect(desk.world { $0.account.identity[.master]?.signedBytes } == master)
    await desk.desk.close()
  }

  @Test("A first identity that the server took is known after its answer was lost")
  func lostAnswerWithPassword() async throws {
    let (desk, key) = try await Self.askedForPassword()
    let service = desk.service
    desk.server.fail("device_signing/upload", .lost, times: 10, method: .post)
    let error = await failure { () throws(ChatError) in
      try await service.setUpEncryption(confirming: key, password: "pass")
    }
    #expect(error?.isRefusal == false)
    desk.server.stopFailing()
    desk.desk.clock.advance(by: .seconds(60))
    let state = try await service.setUpEncryption(confirming: key, password: "pass")
    #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
    await desk.desk.close()
  }

  @Test("A setup that ended at the password goes on with the recovery key")
  func passwordAfterRestart() async throws {
    let (desk, key) = try await Self.askedForPassword()
    try await desk.restart()
    #expect(try await desk.service.encryptionState().nextStep == .enterRecoveryKey)
    await #expect(throws: ChatError.refused(.needsPassword)) { try await desk.service.enterRecoveryKey(key) }
    let state = try await desk.service.setUpEncryption(confirming: nil, password: "pass")
    #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
    await desk.desk.close()
  }

  @Test("A server that asks for the password for a first identity gets it, unless another device was faster")
  func passwordForFirst() async throws {
    for isOtherFaster in [false, true] {
      let (desk, key) = try await Self.askedForPassword()
      let service = desk.service
      guard isOtherFaster else {
        let state = try await service.setUpEncryption(confirming: key, password: "pass")
        #expect(state.isDeviceSigned && state.nextStep == .none, "\(state)")
        await desk.desk.close()
        continue
      }
      let other = try CrossSigningSecrets(randomFor: "\(Said.ann)", with: CipherSuite())
      let objects = try other.publicObjects(with: CipherSuite())
      desk.world { world in
        world.account.identity = objects
        world.server.published["\(Said.ann)"] = objects
      }
      let error = await failure { () throws(ChatError) in
        try await service.setUpEncryption(confirming: key, password: "pass")
      }
      guard case .refused(.recoveryKey)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(desk.world { $0.account.identity[.master]?.signedBytes } == objects[.master]?.signedBytes)
      await desk.desk.close()
    }
  }

  @Test("Old messages come back by the recovery key, with a note that nothing proves their sender")
  func restore() async throws {
    let (desk, key) = try await Self.setUp()
    try desk.say("$1", EncryptedDesk.text("so late"))
    try await desk.settle()
    #expect(try await desk.texts() == ["so late"])
    try await Self.until(desk) { Self.backedUp(desk) >= 1 }
    try await Self.signInAnew(desk)
    #expect(try await desk.texts() == [nil])
    let before = desk.server.requests.count
    _ = try await desk.service.enterRecoveryKey(key)
    try await Self.until(desk) { try await desk.texts() == ["so late"] }
    let message = try await desk.service.message("$1", in: Said.hill)
    #expect(message.encryptionNote == .senderNotProven)
    // The key of the message on the screen was fetched before the rest of the room.
    let fetched = desk.server.requests.dropFirst(before).filter {
      $0.method == .get && $0.path.contains("/room_keys/keys/")
    }
    #expect(fetched.first.map { $0.path.split(separator: "/").count } == 5, "\(fetched.map(\.path))")
    await desk.desk.close()
  }

  @Test("What a version without encryption kept is read, too")
  func earlierVersion() async throws {
    let (desk, key) = try await Self.setUp()
    try desk.say("$1", EncryptedDesk.text("so late"))
    try await Self.until(desk) { Self.backedUp(desk) >= 1 }
    try await Self.signInAnew(desk, encrypts: false)
    #expect(try await desk.texts() == [nil])
    try await desk.restart()
    try await desk.settle()
    _ = try await desk.service.enterRecoveryKey(key)
    try await Self.until(desk) { try await desk.texts() == ["so late"] }
    await desk.desk.close()
  }

  @Test("New keys go into the backup, also after a restart")
  func backup() async throws {
    let (desk, _) = try await Self.setUp()
    try desk.say("$1", EncryptedDesk.text("one"))
    try await Self.until(desk) { Self.backedUp(desk) == 1 }
    try await desk.restart()
    try await desk.settle()
    try desk.world { try $0["BEN"].call { try $0.discardSession(room: EncryptedWorld.room) } }
    try desk.say("$2", EncryptedDesk.text("two"))
    try await Self.until(desk) { Self.backedUp(desk) == 2 }
    #expect(try await desk.service.encryptionState().backup == .on(waiting: 0))
    await desk.desk.close()
  }

  @Test("A backup that another person put in place gets no keys")
  func replaced() async throws {
    let (desk, _) = try await Self.setUp()
    try desk.say("$1", EncryptedDesk.text("one"))
    try await Self.until(desk) { Self.backedUp(desk) == 1 }
    try desk.world { world in
      let key = try X25519PrivateKey(randomWith: CipherSuite()).publicKey.base64
      world.account.replaceBackup(
        try node(
          #"{"algorithm":"m.megolm_backup.v1.curve25519-aes-sha2","auth_data":{"public_key":"\#(key)"}}"#))
      try world["BEN"].call { try $0.discardSession(room: EncryptedWorld.room) }
    }
    try desk.say("$2", EncryptedDesk.text("two"))
    for _ in 0..<3 { try await desk.settle() }
    #expect(try await desk.texts() == ["one", "two"])
    try await desk.restart()
    for _ in 0..<3 { try await desk.settle() }
    #expect(Self.backedUp(desk) == 0)
    #expect(try await desk.service.encryptionState().backup == .unproven)
    await desk.desk.close()
  }

  @Test(
    "A backup that the user switched off gets no keys, and gets them again later", arguments: [true, false])
  func switchedOff(afterRestart: Bool) async throws {
    let (desk, _) = try await Self.setUp()
    try desk.say("$1", EncryptedDesk.text("one"))
    try await Self.until(desk) { Self.backedUp(desk) == 1 }
    func setEnabled(_ isOn: Bool) throws {
      let content = #"{"enabled":\#(isOn)}"#
      try desk.world { $0.account.accountData["m.key_backup"] = try node(content) }
      desk.server.set("m.key_backup", content, in: nil)
    }
    if afterRestart { try await desk.restart { _ in try setEnabled(false) } } else { try setEnabled(false) }
    try await desk.settle()
    try desk.world { try $0["BEN"].call { try $0.discardSession(room: EncryptedWorld.room) } }
    try desk.say("$2", EncryptedDesk.text("two"))
    for _ in 0..<4 { try await desk.settle() }
    #expect(try await desk.texts() == ["one", "two"])
    #expect(Self.backedUp(desk) == 1)
    #expect(try await desk.service.encryptionState().backup == .switchedOff)
    try setEnabled(true)
    try await Self.until(desk) { Self.backedUp(desk) == 2 }
    await desk.desk.close()
  }
}
