import ChatDomain
import DraftEngine
import EncryptionMachine
import EncryptionTestSupport
import InMemoryService
import JSON
import MachineTestSupport
import TestSupport
import Testing

@testable import MatrixService

/// Ann's service in an encrypted room with Ben, whose device `BEN` is a machine that the test drives.
final class EncryptedDesk {
  let world: SharedWorld
  let server: Homeserver
  private(set) var desk: ServiceDesk
  private var events = 0

  var service: MatrixService { desk.service }

  /// - Parameters:
  ///   - isAnnSigned: whether Ann's device is signed without her doing.
  ///   - limit: the maximum number of events of a room in a sync.
  init(
    seed: UInt64 = 47, isAnnSigned: Bool = true, isRoomEncrypted: Bool = true, limit: Int = 50
  ) async throws {
    world = try SharedWorld(seed: seed, isAnnSigned: isAnnSigned)
    server = Homeserver(limit: limit, keys: world.part)
    server.happen(Said.foundation().filter { !$0.contains("$m-eve") })
    if isRoomEncrypted { server.happen(Self.encryption) }
    desk = try ServiceDesk(server, encrypts: true)
    try world { world in _ = try world.add(Said.ben, "BEN") }
    try await settle()
    if isAnnSigned { try world { try $0.server.signDevice(EncryptedWorld.annsLaptop) } }
    server.nudge()
    try await settle()
  }

  static let encryption = Said.state(
    "$encryption", "m.room.encryption", at: -50, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#)

  /// Ends the program without a goodbye, and starts another one on the same folder.
  func restart(
    encrypts: Bool = true, whileClosed change: (ScratchFolder) throws -> Void = { _ in }
  ) async throws {
    await desk.close()
    try change(desk.folder)
    desk = try ServiceDesk(server, on: desk.folder, clock: desk.clock, encrypts: encrypts)
  }

  /// Syncs, and performs what the keys need, until nothing is left.
  func settle() async throws {
    for _ in 0..<3 {
      _ = try await service.currentEventToken()
      await service.performKeyRequests()
    }
  }

  // MARK: Other people

  /// What a device says in the room, encrypted. Its key is delivered unless it is held.
  @discardableResult
  func say(
    _ id: String, _ content: String, by device: String = "BEN", type: String = "m.room.message",
    holdsKey: Bool = false, more: String = ""
  ) throws -> MessageID {
    let sealed = try world { world in
      // Those who hold the key back need one that was not sent yet.
      if holdsKey { try world[device].call { try $0.discardSession(room: EncryptedWorld.room) } }
      let sealed = try world.encrypt(type, content, by: device)
      if holdsKey { world.hold() }
      return (text: sealed, sender: world[device].address.user)
    }
    events += 1
    server.happen(
      Said.event(
        id, EventType.encrypted, by: UserID(sealed.sender), at: events * 10, sealed.text, more: more))
    return MessageID(id)
  }

  static func text(_ body: String, mentioning users: [UserID] = [], relation: String? = nil) -> String {
    let names = users.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"msgtype":"m.text","body":"\#(body)","m.mentions":{"user_ids":[\#(names)]}"#
      + (relation.map { #","m.relates_to":\#($0)"# } ?? "") + "}"
  }

  static func edit(of target: MessageID, _ body: String) -> String {
    #"{"msgtype":"m.text","body":"* \#(body)","m.new_content":{"msgtype":"m.text","body":"\#(body)"},"#
      + #""m.relates_to":{"rel_type":"m.replace","event_id":"\#(target)"}}"#
  }

  /// Delivers the keys that were held.
  func releaseKeys() async throws {
    try world { try $0.release() }
    server.nudge()
    try await settle()
  }

  /// Ann's events as a device of another person reads them, by id; nil for what it cannot read.
  func read(by device: String = "BEN") throws -> [String?] {
    let events = server.events().filter { $0.contains(#""m.room.encrypted""#) && $0.contains("\(Said.ann)") }
    return try world { world in
      let reader = world[device]
      try reader.sync()
      let sealed = try events.compactMap { text -> EncryptedEvent? in
        let event = try node(text)
        guard let id = event["event_id"]?.string, let sender = event["sender"]?.string,
          let content = event["content"], sender == Said.ann.rawValue
        else { return nil }
        return EncryptedEvent(room: EncryptedWorld.room, id: id, sender: sender, content: content)
      }
      return try reader.call { try $0.decrypt(sealed) }.map { result in
        guard case .readable(let event) = result else { return nil }
        return event.content["body"]?.string
      }
    }
  }

  // MARK: Ann

  /// Removes the cache, but not the keys.
  func loseCache() async throws {
    try await restart { folder in
      for name in try folder.names(in: "cache") where name.hasPrefix("matrix.db") {
        try folder.remove("cache/\(name)")
      }
    }
    try await settle()
  }

  @discardableResult
  func send(
    _ text: String, _ transaction: TransactionID, isEncrypted: Bool = false
  ) async throws(ChatError) -> Message {
    var new = NewMessage(
      transactionId: transaction, channelId: Said.hill, parentId: nil, markup: text, isShownInChannel: true)
    new.isEncrypted = isEncrypted
    return try await service.send(new)
  }

  func messages() async throws -> [Message] {
    try await service.messages(MessageQuery(channelId: Said.hill, limit: 50)).elements
      .filter { $0.kind == .regular }
  }

  /// The texts of the room; nil for what cannot be read.
  func texts() async throws -> [String?] {
    try await messages().map { $0.isUnreadable ? nil : $0.text }
  }

  /// Whether a text was ever in a request. With a blank in it, it is in no base64 by chance.
  func isInClear(_ text: String) -> Bool { server.requests.contains { $0.text.contains(text) } }
}
