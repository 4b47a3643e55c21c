import ChatDomain
import DraftEngine
import EncryptionTestSupport
import HTTPTransport
import InMemoryService
import JSON
import MachineTestSupport
import TestSupport
import Testing

@testable import MatrixService

@Suite("What is not sent rather than sent unencrypted")
struct EncryptedRefusalTests {
  /// Makes the server hide that the room is encrypted, and the cache forget it, so that only the keys know it.
  private static func hideEncryption(_ desk: EncryptedDesk) async throws {
    for part in ["m.room.encryption", "m.room.encrypted"] { desk.server.hide(part) }
    try await desk.loseCache()
    try await desk.restart { folder in try folder.forgetEncryption() }
    try await desk.settle()
    #expect(try await !desk.service.channel(Said.hill).channel.isEncrypted)
  }

  @Test(
    "Where only the keys know of the encryption, the warning says who cannot read what is sent encrypted",
    arguments: [false, true])
  func warningWithHiddenEncryption(isCacheLost: Bool) async throws {
    let desk = try await EncryptedDesk()
    try desk.world { _ = try $0.add(Said.ben, "PHONE", isSigned: false) }
    desk.server.nudge()
    try await desk.settle()
    if isCacheLost {
      for part in ["m.room.encryption", "m.room.encrypted"] { desk.server.hide(part) }
      try await desk.loseCache()
    } else {
      try await Self.hideEncryption(desk)
    }
    #expect(try await desk.service.encryptionRecipients(in: Said.hill).unsignedDevices == 1)
    // The next answer with the room gives it back its mark.
    desk.server.happen(Said.text("$later", "later", at: 2))
    try await desk.settle()
    #expect(try await desk.service.channel(Said.hill).channel.isEncrypted)
    try await desk.send("the tide", "t1")
    #expect(try desk.read() == ["the tide"] && !desk.isInClear("the tide"))
    await desk.desk.close()
  }

  @Test("A server that hides the encryption of a room that the cache forgot gets nothing in the clear")
  func hiddenEncryption() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    try await Self.hideEncryption(desk)
    try await desk.send("the tide", "t1")
    #expect(!desk.isInClear("the tide") && desk.server.count("/send/m.room.message/") == 0)
    #expect(try desk.read().last == "the tide")
    await desk.desk.close()
  }

  @Test("Where only the keys know of the encryption, a file goes encrypted with its message")
  func fileWithHiddenEncryption() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    try await Self.hideEncryption(desk)
    let service = desk.service
    desk.server.fail("/v1/create", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/a"}"#)))
    let upload = try await service.beginUpload(
      FileDescription(
        name: "plans", mimeType: "text/plain", size: 3, channelId: Said.hill, isEncrypted: true),
      transactionId: "f")
    _ = try await service.upload([1, 2, 3], at: 0, to: upload)
    let file = try await service.finishUpload(upload)
    #expect(MediaAddress(file.id)?.key != nil)
    var new = NewMessage(transactionId: "t1", channelId: Said.hill, markup: "the plans", files: [file.id])
    new.isEncrypted = true
    let sent = try await service.send(new)
    #expect(sent.isEncrypted && sent.files.map(\.name) == ["plans"])
    #expect(desk.server.count("/send/m.room.message/") == 0 && !desk.isInClear("the plans"))
    await desk.desk.close()
  }

  @Test("What was written as encrypted does not go in the clear if the keys become unusable on the way")
  func keysLostOnTheWay() async throws {
    let desk = try await EncryptedDesk()
    desk.server.happen(Said.text("$oldest", "a root", at: 1))
    try await desk.send("before", "t0")
    desk.server.happen(Said.text("$later", "later", at: 2))
    try await Self.hideEncryption(desk)
    let service = desk.service
    let upload = try await service.beginUpload(
      FileDescription(
        name: "plans", mimeType: "text/plain", size: 3, channelId: Said.hill, isEncrypted: true),
      transactionId: "f")
    _ = try await service.upload([1, 2, 3], at: 0, to: upload)
    let latch = Latch()
    desk.server.hold("oldest", at: latch)
    var new = NewMessage(
      transactionId: "t1", channelId: Said.hill, parentId: "$oldest", markup: "the tide",
      isShownInChannel: true)
    new.isEncrypted = true
    let sending = Task { [new] () async -> ChatError? in
      await failure { () async throws(ChatError) in try await service.send(new) }
    }
    await latch.untilHeld()
    await service.closeKeys()
    latch.open()
    #expect(await sending.value == .refused(.encryptedChannel))
    #expect(!desk.isInClear("the tide") && desk.server.count("/send/m.room.message/") == 0)
    let error = await failure { () async throws(ChatError) in try await service.finishUpload(upload) }
    #expect(error == .refused(.encryptedChannel) && desk.server.count("/v1/create") == 0)
    await desk.desk.close()
  }

  @Test("While another program uses the keys, a message written as encrypted waits instead of being refused")
  func keysInUse() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    try await Self.hideEncryption(desk)
    let second = try ServiceDesk(desk.server, on: desk.desk.folder, clock: desk.desk.clock, encrypts: true)
    var new = NewMessage(
      transactionId: "t1", channelId: Said.hill, markup: "the tide", isShownInChannel: true)
    new.isEncrypted = true
    let plans = FileDescription(
      name: "plans", mimeType: "text/plain", size: 3, channelId: Said.hill, isEncrypted: true)
    let busy = ChatError.connection(.busy(retryAfter: nil))
    #expect(await failure { () throws(ChatError) in try await second.service.send(new) } == busy)
    #expect(
      await failure { () throws(ChatError) in
        try await second.service.beginUpload(plans, transactionId: "f")
      } == busy)
    await desk.desk.close()
    _ = try await second.service.send(new)
    #expect(try desk.read().last == "the tide")
    #expect(!desk.isInClear("the tide"))
    await second.close()
  }

  @Test(
    "A message written as encrypted goes to no room that is not, with no file, until the room is encrypted",
    arguments: [false, true])
  func writtenAsEncrypted(isRestarted: Bool) async throws {
    let desk = try await EncryptedDesk(isRoomEncrypted: false)
    let refusal = ChatError.refused(.unencryptedChannel)
    for _ in 0..<2 {
      let error = await failure { () throws(ChatError) in
        try await desk.send("the tide", "t1", isEncrypted: true)
      }
      #expect(error == refusal)
      if isRestarted { try await desk.restart() }
    }
    let plans = FileDescription(
      name: "plans", mimeType: "text/plain", size: 3, channelId: Said.hill, isEncrypted: true)
    #expect(
      await failure { () throws(ChatError) in
        _ = try await desk.service.beginUpload(plans, transactionId: "f")
      } == refusal)
    #expect(!desk.isInClear("the tide") && desk.server.count("/send/") == 0)
    desk.server.happen(EncryptedDesk.encryption)
    try await desk.settle()
    let upload = try await desk.service.beginUpload(plans, transactionId: "f")
    // A repeated attempt goes on with the same upload.
    _ = try await desk.service.upload([1, 2, 3], at: 0, to: upload)
    #expect(try await desk.service.beginUpload(plans, transactionId: "f") == upload)
    #expect(try await desk.service.upload([], at: 0, to: upload) == 3)
    try await desk.send("the tide", "t1", isEncrypted: true)
    #expect(try desk.read() == ["the tide"] && !desk.isInClear("the tide"))
    await desk.desk.close()
  }

  @Test("A server that hides the encryption after the cache and the keys were lost gets nothing in the clear")
  func hiddenEverywhere() async throws {
    let desk = try await EncryptedDesk()
    try await desk.send("before", "t0")
    for part in ["m.room.encryption", "m.room.encrypted"] { desk.server.hide(part) }
    try await desk.restart { folder in
      for name in try folder.names(in: "cache") where name.hasPrefix("matrix.db") || name.hasPrefix("keys") {
        try folder.remove("cache/\(name)")
      }
    }
    try await desk.settle()
    let error = await failure { () throws(ChatError) in
      try await desk.send("the tide", "t1", isEncrypted: true)
    }
    #expect(error == .refused(.unencryptedChannel))
    #expect(!desk.isInClear("the tide"))
    await desk.desk.close()
  }

  @Test("An edit of an encrypted message does not go to a room that counts as unencrypted")
  func editWithoutEncryption() async throws {
    let desk = try await EncryptedDesk()
    let message = try await desk.send("so late", "t1")
    try await desk.restart { folder in
      for name in try folder.names(in: "cache") where name.hasPrefix("keys") {
        try folder.remove("cache/\(name)")
      }
      try folder.forgetEncryption()
    }
    #expect(try await !desk.service.channel(Said.hill).channel.isEncrypted)
    #expect(try await desk.service.message(message.id, in: Said.hill).isEncrypted)
    let error = await failure { () throws(ChatError) in
      _ = try await desk.service.edit(
        MessageEdit(
          transactionId: "t2", channelId: Said.hill, messageId: message.id, markup: "very late", files: []))
    }
    #expect(error == .refused(.unencryptedChannel) && !desk.isInClear("very late"))
    await desk.desk.close()
  }
}
