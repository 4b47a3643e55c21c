import ChatDomain
import DraftEngine
import EncryptionMachine
import EncryptionTestSupport
import InMemoryService
import JSON
import MachineTestSupport
import Testing

@testable import MatrixService

@Suite("Encrypted messages that are not genuine, and senders who are not proven")
struct ForgedMessageTests {
  /// A room in which Ben said something.
  private static func talk() async throws -> EncryptedDesk {
    let desk = try await EncryptedDesk()
    try desk.say("$said", EncryptedDesk.text("so late"))
    try await desk.settle()
    #expect(try await desk.texts() == ["so late"])
    return desk
  }

  private static func note(_ id: MessageID, _ desk: EncryptedDesk) async throws -> EncryptionNote? {
    try await desk.service.message(id, in: Said.hill).encryptionNote
  }

  /// The content of an event of the room.
  private static func content(of id: MessageID, _ desk: EncryptedDesk) throws -> String {
    let event = try #require(desk.server.events().first { $0.contains("\"event_id\":\"\(id)\"") })
    let content = try #require(try node(event)["content"])
    return String(decoding: content.raw, as: UTF8.self)
  }

  // MARK: The server

  @Test("An edit in the clear does not change an encrypted message, whatever mark it carries")
  func plainEdit() async throws {
    let desk = try await Self.talk()
    let edit = Said.edit("$e1", of: "$said", "forged", at: 100)
    desk.server.happen(edit)
    desk.server.happen(edit.replacing("$e1", with: "$e2").dropLast() + #","chat.inkwell.encryption":""}"#)
    try await desk.settle()
    #expect(try await desk.texts() == ["so late"])
    #expect(try await desk.service.message("$said", in: Said.hill).editedAt == nil)
    await desk.desk.close()
  }

  @Test(
    "A server cannot make a plain message look encrypted, or carry a note",
    arguments: ["", "senderNotProven", "keyMissing"])
  func mark(_ mark: String) async throws {
    let desk = try await Self.talk()
    let forged =
      Said.text("$forged", "forged", at: 100).dropLast() + #","chat.inkwell.encryption":"\#(mark)"}"#
    desk.server.happen(String(forged))
    // The same in the history, and alone.
    try await desk.settle()
    let message = try await desk.service.message("$forged", in: Said.hill)
    #expect(!message.isEncrypted && message.encryptionNote == nil && message.text == "forged")
    await desk.desk.close()
  }

  @Test("The id of a message in another room does not bring its text there")
  func movedId() async throws {
    let desk = try await Self.talk()
    let others: [ChannelID] = ["!aaa:example.org", "!zzz:example.org"]
    for other in others {
      desk.server.happen(Said.foundation() + [EncryptedDesk.encryption], in: other)
    }
    try await desk.settle()
    try desk.say("$moved", EncryptedDesk.text("only here"))
    let event = try #require(desk.server.events().first { $0.contains("\"event_id\":\"$moved\"") })
    for other in others {
      desk.server.happen(event.replacing("\"ciphertext\":\"", with: "\"ciphertext\":\"AA"), in: other)
    }
    try await desk.settle()
    #expect(try await desk.texts() == ["so late", "only here"])
    for other in others {
      #expect(try await desk.service.message("$moved", in: other).isUnreadable, "\(other)")
    }
    await desk.desk.close()
  }

  @Test("The mark is removed from history, from neighbours of a message and from a message alone")
  func markInHistory() async throws {
    let world = try SharedWorld(seed: 5)
    let server = Homeserver(limit: 2, keys: world.part)
    server.happen(Said.foundation() + [EncryptedDesk.encryption])
    for number in 0..<40 {
      let text = Said.text("$\(number)", "message \(number)", at: number)
      server.happen(String(text.dropLast() + #","chat.inkwell.encryption":""}"#))
    }
    let desk = try ServiceDesk(server, encrypts: true)
    #expect(try await !desk.service.message("$3", in: Said.hill).isEncrypted)
    let around = try await desk.service.messages(
      MessageQuery(channelId: Said.hill, position: .around("$9"), limit: 6))
    #expect(around.elements.count >= 5 && around.elements.allSatisfy { !$0.isEncrypted })
    let all = try await desk.history().filter { $0.kind == .regular }
    #expect(all.count == 40 && all.allSatisfy { !$0.isEncrypted })
    await desk.close()
  }

  @Test("An encrypted event that a server calls readable is not")
  func markOnEncrypted() async throws {
    let desk = try await Self.talk()
    let event = Said.encrypted("$forged", at: 100).dropLast() + #","chat.inkwell.encryption":""}"#
    desk.server.happen(String(event))
    try await desk.settle()
    #expect(try await desk.service.message("$forged", in: Said.hill).isUnreadable)
    await desk.desk.close()
  }

  @Test("The same ciphertext in another event, of another sender or in another room is not shown")
  func replay() async throws {
    let desk = try await Self.talk()
    let content = try Self.content(of: "$said", desk)
    desk.server.happen(
      Said.event("$again", EventType.encrypted, by: Said.ben, at: 100, content),
      Said.event("$eve", EventType.encrypted, by: Said.eve, at: 101, content))
    desk.server.happen(
      Said.foundation(of: "Lake") + [
        Said.event("$lake", EventType.encrypted, by: Said.ben, at: 102, content)
      ],
      in: Said.lake)
    try await desk.settle()
    #expect(try await Self.note("$again", desk) == .notGenuine)
    #expect(try await Self.note("$eve", desk) == .notGenuine)
    #expect(try await desk.service.message("$lake", in: Said.lake).isUnreadable)
    await desk.desk.close()
  }

  @Test("A redaction inside of an encrypted event deletes nothing")
  func redaction() async throws {
    let desk = try await Self.talk()
    try desk.say("$redaction", #"{"redacts":"$said","reason":"x"}"#, type: "m.room.redaction")
    try await desk.settle()
    #expect(try await desk.service.message("$said", in: Said.hill).text == "so late")
    #expect(try await Self.note("$redaction", desk) == .notGenuine)
    await desk.desk.close()
  }

  @Test("State inside of an encrypted event changes no channel")
  func state() async throws {
    let desk = try await Self.talk()
    try desk.say("$state", #"{"name":"Forged"}"#, type: "m.room.name")
    try await desk.settle()
    #expect(try await desk.service.channel(Said.hill).channel.name == "Hill")
    #expect(try await desk.texts() == ["so late"])
    await desk.desk.close()
  }

  @Test("The edit that a server attaches counts if it is encrypted by the author")
  func bundledEdit() async throws {
    let desk = try await EncryptedDesk()
    let edit = try desk.world { world in
      try world.encrypt("m.room.message", EncryptedDesk.edit(of: "$said", "so very late"), by: "BEN")
    }
    let attached = Said.event("$edit", EventType.encrypted, by: Said.ben, at: 90, edit)
    try desk.say(
      "$said", EncryptedDesk.text("so late"),
      more: #","unsigned":{"m.relations":{"m.replace":\#(attached)}}"#)
    let forged =
      Said.edit("$e2", of: "$other", "forged", at: 100).dropLast()
      + #","chat.inkwell.encryption":""}"#
    try desk.say(
      "$other", EncryptedDesk.text("genuine"),
      more: #","unsigned":{"m.relations":{"m.replace":\#(forged)}}"#)
    try await desk.settle()
    #expect(try await desk.texts() == ["so very late", "genuine"])
    await desk.desk.close()
  }

  // MARK: Reasons

  @Test("Unknown methods and contents that are none")
  func malformed() async throws {
    let desk = try await Self.talk()
    desk.server.happen(
      Said.event(
        "$method", EventType.encrypted, by: Said.ben, at: 100, #"{"algorithm":"x","ciphertext":"y"}"#),
      Said.event(
        "$content", EventType.encrypted, by: Said.ben, at: 101,
        #"{"algorithm":"m.megolm.v1.aes-sha2","session_id":"s","ciphertext":7}"#))
    try await desk.settle()
    #expect(try await Self.note("$method", desk) == .unknownMethod)
    #expect(try await Self.note("$content", desk) == .notGenuine)
    await desk.desk.close()
  }

  @Test(
    "The reason for which a sender withholds a key is shown",
    arguments: [
      ("m.unverified", EncryptionNote.deviceNotSigned), ("m.blacklisted", .deviceBlocked),
      ("m.unauthorised", .notEntitled), ("m.history_not_shared", .notEntitled),
      ("m.unavailable", .keyNotSent),
      ("org.example.other", .keyNotSent),
    ])
  func withheld(_ code: String, _ note: EncryptionNote) async throws {
    let desk = try await Self.talk()
    try desk.say("$late", EncryptedDesk.text("not for Ann"), holdsKey: true)
    try await desk.settle()
    #expect(try await Self.note("$late", desk) == .keyMissing)
    let sealed = try node(try Self.content(of: "$late", desk))
    try desk.world { world in
      let content = try node(
        """
        {"algorithm":"m.megolm.v1.aes-sha2","room_id":"\(Said.hill)","code":"\(code)","reason":"no",\
        "session_id":"\(sealed["session_id"]?.string ?? "")","sender_key":"\(sealed["sender_key"]?.string ?? "")"}
        """)
      world.server.deliver("m.room_key.withheld", content, from: "\(Said.ben)", to: EncryptedWorld.annsLaptop)
    }
    desk.server.nudge()
    try await desk.settle()
    #expect(try await Self.note("$late", desk) == note)
    // The key that comes nevertheless counts.
    try await desk.releaseKeys()
    #expect(try await desk.service.message("$late", in: Said.hill).text == "not for Ann")
    await desk.desk.close()
  }

  // MARK: Senders

  @Test("A device that is not signed is hidden, and shown once it is signed")
  func unsigned() async throws {
    let desk = try await Self.talk()
    try desk.world { _ = try $0.add(Said.ben, "PHONE", isSigned: false) }
    desk.server.nudge()
    try await desk.settle()
    try desk.say("$phone", EncryptedDesk.text("from the phone"), by: "PHONE")
    try await desk.settle()
    #expect(try await Self.note("$phone", desk) == .senderNotSigned)
    #expect(try await desk.texts() == ["so late", nil])
    let events = EventTap(try await desk.service.events(after: nil))
    try desk.world { try $0.server.signDevice($0["PHONE"].address) }
    desk.server.nudge()
    try await desk.settle()
    #expect(try await desk.texts() == ["so late", "from the phone"])
    var told: [ChatEvent] = []
    while let event = await events.next().first?.event {
      told.append(event)
      if case .messageUpdated(let message) = event, message.id == "$phone" { break }
    }
    #expect(told.contains(.recipientsChanged(channelId: Said.hill)))
    await desk.desk.close()
  }

  @Test("A message of a former member is shown once their device is known")
  func left() async throws {
    let desk = try await EncryptedDesk()
    desk.world { $0.server.unreachable = ["\(Said.ben)"] }
    try desk.say("$said", EncryptedDesk.text("so late"))
    desk.server.happen(Said.member("$leave", Said.ben, "leave", at: 200))
    try await desk.settle()
    #expect(try await Self.note("$said", desk) == .senderUnknown)
    desk.world { world in
      world.server.unreachable = []
      world.server.noteChange(of: "\(Said.ben)")
    }
    desk.desk.clock.advance(by: .seconds(7200))
    desk.world { $0.clock.advance(minutes: 120) }
    desk.server.nudge()
    try await desk.settle()
    #expect(try await desk.texts() == ["so late"])
    await desk.desk.close()
  }

  @Test("A changed identity marks messages and blocks sending until it is accepted")
  func changedIdentity() async throws {
    let desk = try await Self.talk()
    try await desk.send("hello", "t1")
    #expect(try await desk.service.encryptionRecipients(in: Said.hill) == EncryptionRecipients())
    try desk.world { world in
      try world.server.makeIdentity(of: "\(Said.ben)")
      try world.server.signDevice(world["BEN"].address)
      try world["BEN"].sync()
      try world["BEN"].call { try $0.acknowledgeIdentity(of: "\(Said.ben)") }
    }
    desk.server.nudge()
    try await desk.settle()
    try desk.say("$new", EncryptedDesk.text("I lost my keys"))
    try await desk.settle()
    let message = try await desk.service.message("$new", in: Said.hill)
    #expect(message.text == "I lost my keys" && message.encryptionNote == .senderChanged)
    #expect(try await desk.service.encryptionRecipients(in: Said.hill).changed.map(\.id) == [Said.ben])
    #expect(
      await failure { () throws(ChatError) in try await desk.send("secret", "t2") }
        == .refused(.identityChanged([Said.ben])))
    #expect(desk.server.count("/send/") == 1)
    try await desk.service.acceptIdentity(of: Said.ben)
    try await desk.send("secret", "t2")
    #expect(try desk.read() == ["hello", "secret"])
    #expect(try await desk.service.encryptionRecipients(in: Said.hill) == EncryptionRecipients())
    await desk.desk.close()
  }
}
