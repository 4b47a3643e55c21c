import Ciphers
import CrossSigning
import EncryptionTestSupport
import JSON
import MachineTestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Messages of hostile devices and servers")
struct HostileMessageTests {
  let world: TestWorld
  let ben: TestDevice
  let mallory: Attacker

  init() throws {
    world = try TestWorld(seed: 66)
    ben = try world.add("@ben:x", "B")
    mallory = try Attacker("@mallory:x", "M", on: world.server, seed: 666)
    world.server.join("@mallory:x", world.room)
    try ben.sync()
    try ben.prepare(world.room)
  }

  @Test("A room key with all fields right is taken")
  func rightPayload() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    let key = try mallory.roomKey(session, room: world.room)
    try mallory.send(mallory.payload(key, to: ben), to: ben)
    try ben.sync()
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, from: "@mallory:x") == "text")
    #expect(ben.effects.flatMap(\.refusals).isEmpty)
  }

  enum Lie: CaseIterable {
    case otherSender, noSender, eventSender, otherRecipient, noRecipient, otherRecipientKey, noRecipientKey,
      otherKey
    case noKey, otherKeyAlone, keysOfOther, keysOfOtherDevice, keysUnsigned, contentNoObject
  }

  @Test("A payload with one wrong field is refused, and its key is not here", arguments: Lie.allCases)
  func wrongPayload(lie: Lie) throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    var payload = try mallory.payload(mallory.roomKey(session, room: world.room), to: ben)
    let other = try Attacker("@other:x", "O", on: world.server, seed: 667)
    var eventSender: String?
    switch lie {
    case .otherSender: payload.sender = "@other:x"
    case .noSender: payload.sender = nil
    case .eventSender: eventSender = "@other:x"
    case .otherRecipient: payload.recipient = "@other:x"
    case .noRecipient: payload.recipient = nil
    case .otherRecipientKey: payload.recipientKey = other.account.signingKey.base64
    case .noRecipientKey: payload.recipientKey = nil
    case .otherKey: payload.key = other.account.signingKey.base64
    case .noKey: payload.key = nil
    case .otherKeyAlone: (payload.key, payload.senderKeys) = (other.account.signingKey.base64, nil)
    // CVE-2026-45056: they are valid, but of another user.
    case .keysOfOther: payload.senderKeys = other.keys.node
    case .keysOfOtherDevice:
      payload.senderKeys = try Attacker("@mallory:x", "M2", on: world.server, seed: 668).keys.node
    case .keysUnsigned:
      payload.senderKeys = try mallory.keys.replacing("m.megolm", with: "n.megolm").node
    case .contentNoObject: payload.content = try node("[]")
    }
    try mallory.send(payload, to: ben, as: eventSender)
    try ben.sync()
    #expect(ben.effects.flatMap(\.refusals) == [.wrongPayload])
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, from: eventSender ?? "@mallory:x").hasPrefix("keyMissing"))
  }

  @Test("Keys of another user's device do not speak for it, although they sign themselves (CVE-2026-45056)")
  func otherUsersKeys() throws {
    // Mallory's keys say that they are Anna's device.
    let anna = try world.add("@anna:x", "A")
    try ben.sync()
    try ben.prepare(world.room)
    let unsigned = try DeviceKeys.unsigned(
      user: "@anna:x", device: "A", identityKey: mallory.account.identityKey,
      signingKey: mallory.account.signingKey)
    let forged = try unsigned.adding(mallory.account.sign(unsigned.signedBytes), of: "@anna:x", by: "A")
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    var payload = try mallory.payload(mallory.roomKey(session, room: world.room), to: ben)
    payload.sender = "@anna:x"
    payload.senderKeys = forged.node
    try mallory.send(payload, to: ben, as: "@anna:x")
    try ben.sync()
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, from: "@anna:x") == "unknownDevice")
    #expect(try ben.machine().devices(of: "@anna:x").map(\.address) == [anna.address])
  }

  @Test("A room key in the clear, a forwarded one, and a secret are ignored")
  func unaskedKeys() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    let key = try mallory.roomKey(session, room: world.room)
    for type in ["m.room_key", "m.secret.send", "m.forwarded_room_key", "m.dummy"] {
      world.server.deliver(type, key, from: "@mallory:x", to: ben.address)
    }
    var forwarded = try mallory.payload(
      try Attacker.roomKey(session.inbound().exportedForm(from: 0).utf8, room: world.room, id: session.id),
      to: ben)
    forwarded.type = "m.forwarded_room_key"
    try mallory.send(forwarded, to: ben)
    var secret = try mallory.payload(try node(#"{"request_id":"1","secret":"c2VjcmV0"}"#), to: ben)
    secret.type = "m.secret.send"
    try mallory.send(secret, to: ben)
    try ben.sync()
    #expect(ben.effects.allSatisfy { $0.messages.isEmpty })
    #expect(
      try ben.read(mallory.event(&session, room: world.room), from: "@mallory:x").hasPrefix("keyMissing"))
  }

  @Test("A session id that is not the key's own is refused")
  func otherSessionID() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    var other = try OutboundMegolmSession(randomWith: mallory.suite)
    try mallory.send(
      mallory.payload(mallory.roomKey(session, room: world.room, id: other.id), to: ben), to: ben)
    try ben.sync()
    for event in [
      try mallory.event(&session, room: world.room), try mallory.event(&other, room: world.room),
    ] {
      #expect(try ben.read(event, from: "@mallory:x").hasPrefix("keyMissing"))
    }
  }

  @Test("An event of another sender than the key's owner is refused (CVE-2025-48937)")
  func otherSender() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    try mallory.send(mallory.payload(mallory.roomKey(session, room: world.room), to: ben), to: ben)
    try ben.sync()
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, from: "@anna:x") == "wrongSender")
    #expect(try ben.read(event, from: "@mallory:x") == "text")
  }

  @Test("Another one's session, shared as one's own, does not displace the owner's")
  func sharedByOther() throws {
    let anna = try world.add("@anna:x", "A")
    let late = try world.add("@cleo:x", "C")
    for device in [ben, late] {
      try device.sync()
      try device.prepare(world.room)
    }
    // Mallory is in the room, has Anna's key and gives it to Cleo as hers, before Anna's comes.
    let id = try anna.send("Anna's", to: world.room)
    let outbound = try OutboundStore(database: anna.machine().database).session(of: world.room)
    let session = try #require(outbound).session
    let key = try Attacker.roomKey(session.sharedForm().utf8, room: world.room, id: session.id)
    let inbox = world.server.devices[late.address]?.inbox ?? []
    world.server.devices[late.address]?.inbox = []
    try mallory.send(mallory.payload(key, to: late), to: late)
    try late.sync()
    #expect(late.failed[id] == .wrongSender)
    for message in inbox {
      world.server.devices[late.address]?.inbox.append((message.place + 1000, message.event))
    }
    try late.sync()
    #expect(late.read[id] == "Anna's", "\(late.failed)")
  }

  @Test("A member who passes off another one's session and message as their own does not hide the original")
  func copiedMessage() throws {
    let anna = try world.add("@anna:x", "A")
    // Mallory's copy is read first by somebody who was away.
    let away = try world.add("@dora:x", "D")
    try anna.sync()
    // The session as it is before the message, which is what members get.
    try anna.prepare(world.room)
    let renewed = try OutboundStore(database: anna.machine().database).session(of: world.room)
    let now = try #require(renewed).session
    let id = try anna.send("Anna's", to: world.room)
    let copy = try JSONDocument(#require(world.server.events.last).content).root
    try mallory.send(
      mallory.payload(Attacker.roomKey(now.sharedForm().utf8, room: world.room, id: now.id), to: away),
      to: away)
    let inbox = world.server.devices[away.address]?.inbox ?? []
    world.server.devices[away.address]?.inbox = inbox.suffix(1)
    // With her device known, the copy is shown as hers, and uses the index.
    try away.sync()
    #expect(away.failed[id] == .wrongSender)
    let opened = try away.read(copy, id: "$copy", from: "@mallory:x")
    #expect(opened == "Anna's", "\(away.effects.last?.refusals ?? [])")
    world.server.devices[away.address]?.inbox = inbox.dropLast().map { ($0.place + 1000, $0.event) }
    try away.sync()
    #expect(away.read[id] == "Anna's", "\(away.failed)")
  }

  @Test("A device of a member with the identity key of another one's device keeps no key from that one")
  func identityKeyOfOther() throws {
    let anna = try world.add("@anna:x", "A")
    let account = try OwnDevice(database: anna.machine().database).account()
    world.server.join("@mallory:x", world.room)
    let address = DeviceAddress(user: "@mallory:x", device: "Z")
    let unsigned = try DeviceKeys.unsigned(
      user: address.user, device: address.device, identityKey: account.identityKey,
      signingKey: mallory.account.signingKey)
    let keys = try unsigned.adding(
      mallory.account.sign(unsigned.signedBytes), of: address.user, by: address.device)
    world.server.devices[address] = TestServer.Device(keys: keys.text)
    let oneTimeKey = try SignedObject(
      parsing: Array(#"{"key":"\#(mallory.account.identityKey.base64)"}"#.utf8))
    let signed = try oneTimeKey.adding(
      mallory.account.sign(oneTimeKey.signedBytes), of: address.user, by: address.device)
    world.server.devices[address]?.oneTimeKeys = [("signed_curve25519:AAAA", signed.text)]
    try world.server.signDevice(address)
    try ben.sync()
    let first = try ben.send("for all", to: world.room)
    try anna.sync()
    #expect(anna.read[first] == "for all", "\(anna.failed)")
    #expect(anna.effects.flatMap(\.refusals).allSatisfy { $0 == .undecryptable })
    // The device without keys does not end the claims of Anna's keys either.
    try ben.machine().discardSession(room: world.room)
    let second = try ben.send("again", to: world.room)
    try anna.sync()
    #expect(anna.read[second] == "again", "\(anna.failed)")
  }

  @Test("An index that comes again under another event is a replay; the same event may be read again")
  func replay() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    try mallory.send(mallory.payload(mallory.roomKey(session, room: world.room), to: ben), to: ben)
    try ben.sync()
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, id: "$1", from: "@mallory:x") == "text")
    #expect(try ben.read(event, id: "$2", from: "@mallory:x") == "replayed")
    ben.kill()
    #expect(try ben.read(event, id: "$2", from: "@mallory:x") == "replayed")
    #expect(try ben.read(event, id: "$1", from: "@mallory:x") == "text")
  }

  @Test("An event that was encrypted for another room is refused, also if its key is known there")
  func movedRoom() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    for room in [world.room, "!other:x"] {
      try mallory.send(mallory.payload(mallory.roomKey(session, room: room), to: ben), to: ben)
    }
    try ben.sync()
    let event = try mallory.event(&session, room: world.room)
    #expect(try ben.read(event, from: "@mallory:x", room: "!other:x") == "wrongRoom")
    #expect(try ben.read(event, from: "@mallory:x", room: "!third:x").hasPrefix("keyMissing"))
    #expect(try ben.read(event, from: "@mallory:x") == "text")
  }

  @Test("A second key under the id of a session, which does not lead to the same keys, changes nothing")
  func notTheSameSession() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    let other = try OutboundMegolmSession(randomWith: mallory.suite)
    // The same signing key with another ratchet.
    let forged = OutboundMegolmSession(mallory.suite, signing: session.signing, other.ratchet)
    for key in [session, forged] {
      try mallory.send(mallory.payload(mallory.roomKey(key, room: world.room), to: ben), to: ben)
    }
    try ben.sync()
    #expect(try ben.read(mallory.event(&session, room: world.room), from: "@mallory:x") == "text")
  }

  @Test(
    "The same session from an earlier index makes earlier events readable, from a later one takes nothing away"
  )
  func extended() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    let early = try mallory.roomKey(session, room: world.room)
    let first = try mallory.event(&session, room: world.room, text: "first")
    let late = try mallory.roomKey(session, room: world.room)
    let second = try mallory.event(&session, room: world.room, text: "second")
    try mallory.send(mallory.payload(late, to: ben), to: ben)
    try ben.sync()
    #expect(try ben.read(first, id: "$1", from: "@mallory:x").hasPrefix("keyBeginsLater"))
    #expect(try ben.read(second, id: "$2", from: "@mallory:x") == "second")
    try mallory.send(mallory.payload(early, to: ben), to: ben)
    try ben.sync()
    #expect(ben.effects.last?.readable.map(\.event) == ["$1"])
    #expect(try ben.read(first, id: "$1", from: "@mallory:x") == "first")
    try mallory.send(mallory.payload(late, to: ben), to: ben)
    try ben.sync()
    #expect(try ben.read(first, id: "$1", from: "@mallory:x") == "first")
  }

  @Test("Damaged events and strange contents are refused and stop nothing")
  func damage() throws {
    var session = try OutboundMegolmSession(randomWith: mallory.suite)
    try mallory.send(mallory.payload(mallory.roomKey(session, room: world.room), to: ben), to: ben)
    for content in [
      "{}", #"{"algorithm":1}"#, #"{"algorithm":"m.olm.v1.curve25519-aes-sha2"}"#,
      #"{"algorithm":"m.olm.v1.curve25519-aes-sha2","sender_key":"AA","ciphertext":[]}"#,
    ] { world.server.deliver("m.room.encrypted", try node(content), from: "@mallory:x", to: ben.address) }
    try ben.sync()
    #expect(ben.effects.flatMap(\.refusals) == Array(repeating: .notForUs, count: 4))
    let event = try mallory.event(&session, room: world.room)
    let text = event["ciphertext"]?.string ?? ""
    let cases: [(String, String)] = [
      (#"{"algorithm":"x"}"#, "unknownAlgorithm"), (#"{"algorithm":"m.megolm.v1.aes-sha2"}"#, "malformed"),
      (
        #"{"algorithm":"m.megolm.v1.aes-sha2","session_id":"\#(session.id)","ciphertext":"AAAA"}"#,
        "malformed"
      ),
    ]
    for (content, reason) in cases { #expect(try ben.read(node(content), from: "@mallory:x") == reason) }
    let damaged = String(text.dropLast(4)) + (text.hasSuffix("AAAA") ? "BBBB" : "AAAA")
    let content =
      #"{"algorithm":"m.megolm.v1.aes-sha2","session_id":"\#(session.id)","ciphertext":"\#(damaged)"}"#
    #expect(try ben.read(node(content), from: "@mallory:x").hasPrefix("damaged") || damaged == text)
    #expect(try ben.read(event, from: "@mallory:x") == "text")
  }
}
