import CFaultySystem
import ChatDomain
import Ciphers
import EncryptionMachine
import EncryptionTestSupport
import Foundation
import HTTPTransport
import InMemoryService
import JSON
import SQLite
import TestSupport
import Testing

@testable import MatrixService

@Suite("Keys on the disk")
struct EncryptedDiskTests {
  /// Sends to the room, and says what came of it.
  private static func error(_ desk: EncryptedDesk, _ transaction: TransactionID = "t9") async -> ChatError? {
    await failure { () throws(ChatError) in try await desk.send("the tide", transaction) }
  }

  private static func told(_ service: MatrixService) async -> [CacheNews] {
    await service.cacheNews.reduce(into: []) { $0.append($1) }
  }

  @Test(
    "Without the key of the profile nothing is sent, nothing is read, and the user is told",
    arguments: [nil, "short"])
  func noProfileKey(_ content: String?) async throws {
    let desk = try await EncryptedDesk()
    try desk.say("$1", EncryptedDesk.text("hello"))
    try await desk.settle()
    try await desk.restart { folder in
      if let content {
        try folder.write(Array(content.utf8), to: "cache/keys.secret")
      } else {
        try folder.remove("cache/keys.secret")
      }
    }
    #expect(await Self.error(desk) == .refused(.keysDamaged))
    #expect(desk.server.count("/send/") == 0 && !desk.isInClear("the tide"))
    try desk.say("$2", EncryptedDesk.text("later"))
    _ = try await desk.service.currentEventToken()
    // What was read stays, what comes is not read, and plain rooms work.
    #expect(try await desk.texts() == ["hello", nil])
    desk.server.happen(Said.foundation(of: "Lake"), in: Said.lake)
    _ = try await desk.service.currentEventToken()
    _ = try await desk.service.send(
      NewMessage(transactionId: "p1", channelId: Said.lake, markup: "plain", isShownInChannel: true))
    await desk.desk.close()
    let told = await Self.told(desk.service)
    #expect(told.count { if case .keysUnusable = $0 { true } else { false } } == 1, "\(told)")
  }

  @Test(
    "Where a part of the keys is damaged, a message fails and says what to do, instead of waiting for ever",
    arguments: ["outbound", "room", "setting"], [false, true])
  func damaged(table: String, isHidden: Bool) async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    if isHidden {
      for part in ["m.room.encryption", "m.room.encrypted"] { desk.server.hide(part) }
      try await desk.loseCache()
    }
    try await desk.restart { folder in
      let name = try #require(
        try folder.names(in: "cache").first { $0.hasPrefix("keys-") && $0.hasSuffix(".db") })
      try folder.damage(table: table, of: "cache/\(name)")
    }
    let error = await failure { () throws(ChatError) in
      try await desk.send("the tide", "t1", isEncrypted: true)
    }
    #expect(error == .refused(.keysDamaged))
    #expect(desk.server.count("/send/m.room.message") == 0 && !desk.isInClear("the tide"))
    await desk.desk.close()
    let told = await Self.told(desk.service)
    #expect(
      told.allSatisfy { if case .keysUnusable(let reason) = $0 { reason.contains("sign out") } else { true } }
    )
  }

  @Test("An incomplete key of the profile is replaced for a device that has no keys yet, and kept otherwise")
  func incompleteProfileKey() throws {
    let folder = try ScratchFolder()
    try folder.write(Array("short".utf8), to: "keys.secret")
    let (file, suite) = (ProfileKeyFile(folder: folder.path("")), try CipherSuite())
    #expect(throws: MachineError.self) { try file.key(suite, isNew: false) }
    #expect(try folder.read("keys.secret").count == 5)
    let key = try file.key(suite, isNew: true)
    let bytes = key.withBytes { Array($0) }
    #expect(try bytes.count == 32 && folder.mode(of: "keys.secret") == 0o600)
    #expect(try file.key(suite, isNew: false).withBytes { Array($0) } == bytes)
  }

  @Test("A second program on the same account cannot use the keys, and sends nothing in the clear")
  func inUse() async throws {
    let desk = try await EncryptedDesk()
    let second = try ServiceDesk(desk.server, on: desk.desk.folder, clock: desk.desk.clock, encrypts: true)
    let new = NewMessage(
      transactionId: "t1", channelId: Said.hill, markup: "the tide", isShownInChannel: true)
    let error = await failure { () throws(ChatError) in try await second.service.send(new) }
    #expect(error != nil)
    #expect(!desk.isInClear("the tide") && desk.server.count("/send/") == 0)
    await desk.desk.close()
    // The other program has ended.
    _ = try await second.service.send(new)
    #expect(try desk.read() == ["the tide"])
    await second.close()
    let told = await Self.told(second.service)
    #expect(told.contains { if case .keysUnusable = $0 { true } else { false } }, "\(told)")
  }

  @Test("An older copy of the keys is noticed: no key is used twice, and both sides read on")
  func putBack() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("one", "t1")
    try desk.say("$1", EncryptedDesk.text("hello"))
    try await desk.settle()
    var copy: [String: [UInt8]] = [:]
    try await desk.restart { folder in
      for name in try folder.names(in: "cache") where name.hasPrefix("keys-") && !name.hasSuffix(".guard") {
        copy[name] = try folder.read("cache/\(name)")
      }
    }
    #expect(!copy.isEmpty)
    try await desk.send("two", "t2")
    try await desk.restart { folder in
      for (name, bytes) in copy { try folder.write(bytes, to: "cache/\(name)") }
    }
    let service = desk.service
    try await desk.send("three", "t3")
    try await desk.settle()
    #expect(try desk.read() == ["one", "two", "three"])
    try desk.say("$2", EncryptedDesk.text("welcome back"))
    try await desk.settle()
    #expect(try await desk.texts().last == "welcome back")
    let places = try desk.server.requests.filter { $0.url.contains("/send/m.room.encrypted/") }.map {
      request in
      let content = try node(request.text)
      // The index of the message is in the first bytes of the ciphertext.
      return "\(content["session_id"]?.string ?? "") \(content["ciphertext"]?.string?.prefix(6) ?? "")"
    }
    #expect(places.count == 3 && Set(places).count == 3)
    await desk.desk.close()
    #expect(await Self.told(service).contains(.keysPutBack))
  }

  @Test("While the disk is full for the keys, an answer with messages to this device is not passed")
  func full() async {
    await #expect(processExitsWith: .success) {
      faulty_install()
      faulty_plan(-1, 0)
      try #require(makeFaultyDefault())
      let desk = try await EncryptedDesk()
      try desk.say("$1", EncryptedDesk.text("hello"))
      try await desk.settle()
      try desk.say("$2", EncryptedDesk.text("the tide"), holdsKey: true)
      try await desk.settle()
      faulty_limit(0)
      try desk.world { try $0.release() }
      desk.server.nudge()
      let error = await failure { () throws(ChatError) in _ = try await desk.service.currentEventToken() }
      try #require(error == .connection(.busy(retryAfter: nil)))
      faulty_limit(-1)
      try await desk.settle()
      try #require(try await desk.texts() == ["hello", "the tide"])
      await desk.desk.close()
    }
  }

  @Test("The key of the profile is in its file alone, which only the user can read")
  func profileKey() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("the tide", "t1")
    try desk.say("$1", EncryptedDesk.text("hello"))
    try await desk.settle()
    await desk.desk.close()
    let folder = desk.desk.folder
    let key = try folder.read("cache/keys.secret")
    #expect(try key.count == 32 && folder.mode(of: "cache/keys.secret") == 0o600)
    for name in try folder.names(in: "cache") where name != "keys.secret" {
      let bytes = Data(try folder.read("cache/\(name)"))
      #expect(bytes.range(of: Data(key)) == nil, "\(name)")
      for text in [Data(key).base64EncodedString(), key.map { String(format: "%02x", $0) }.joined()] {
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
      }
    }
    // What is known of encrypted messages is kept for this user alone.
    for name in try folder.names(in: "cache") where name.contains(".db") {
      #expect(try folder.mode(of: "cache/\(name)") == 0o600, "\(name)")
    }
  }
}
