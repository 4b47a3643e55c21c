import Ciphers
package import CrossSigning
package import JSON
package import Olm
import SQLite

/// An encrypted event of a room.
package struct EncryptedEvent: Sendable {
  package let room: String
  package let id: String
  package let sender: String
  package let content: JSONNode

  package init(room: String, id: String, sender: String, content: JSONNode) {
    (self.room, self.id, self.sender, self.content) = (room, id, sender, content)
  }
}

/// The content of a decrypted event.
package struct DecryptedEvent: Sendable {
  package let type: String
  /// JSON, with the relation that the sender meant.
  package let content: JSONNode
  /// `.shown` or `.marked`.
  package let trust: MessageTrust
}

/// Why an event cannot be shown.
package enum UnreadableReason: Hashable, Sendable {
  /// The key has not arrived. The event waits for it.
  case keyMissing(session: String)
  /// The sender refused the key, with this code.
  case keyWithheld(session: String, code: String)
  /// The known key begins later. The event waits for an earlier one.
  case keyBeginsLater(session: String)
  /// The algorithm is not supported.
  case unknownAlgorithm
  /// A field is missing or wrong.
  case malformed
  /// The key belongs to a device of another user (CVE-2025-48937).
  case wrongSender
  /// The sender encrypted it for another room.
  case wrongRoom
  /// Another event had the same index: the server repeats a message.
  case replayed
  /// The key does not decrypt the event.
  case damaged(OlmError)
  /// The event was decrypted, but messages of the sender's device are not shown.
  case hidden(MessageTrust.Reason)
  /// The sender's device is not in its user's list. The list is requested.
  case unknownDevice
}

/// The result for one event.
package enum Decryption: Sendable {
  case readable(DecryptedEvent)
  case unreadable(UnreadableReason)
}

/// Decrypts events of rooms.
struct EventDecryption {
  let database: KeyDatabase

  private var keys: RoomKeyStore { RoomKeyStore(database: database) }
  private var waiting: WaitingEvents { WaitingEvents(database: database) }

  /// The keys of a batch of events, so that each is read once and its ratchet advances from message to message.
  private final class Cache {
    var keys: [String: [StoredRoomKey]] = [:]
    /// By the number of the key; nil if its device is not known.
    var trust: [Int64: MessageTrust?] = [:]
  }

  /// Decrypts events, in one transaction.
  func decrypt(_ events: [EncryptedEvent]) throws(MachineError) -> [Decryption] {
    let cache = Cache()
    var results: [Decryption] = []
    results.reserveCapacity(events.count)
    // The transaction need not survive a power cut: decrypting the events again repeats it.
    try database.transaction(isDurable: false) { () throws(MachineError) in
      for event in events { results.append(try decrypt(event, cache)) }
    }
    return results
  }

  private func decrypt(_ event: EncryptedEvent, _ cache: Cache) throws(MachineError) -> Decryption {
    guard event.content["algorithm"]?.isString(RoomSettings.algorithm) == true else {
      return .unreadable(.unknownAlgorithm)
    }
    guard let session = event.content["session_id"]?.string, let text = event.content["ciphertext"]?.string
    else {
      return .unreadable(.malformed)
    }
    let message: MegolmMessage
    do { message = try MegolmMessage(base64: text) } catch { return .unreadable(.malformed) }
    let place = event.room + "\u{0}" + session
    let candidates: [StoredRoomKey]
    if let known = cache.keys[place] {
      candidates = known
    } else {
      candidates = try keys.keys(room: event.room, session: session)
      cache.keys[place] = candidates
    }
    let chosen = candidates.chosen(for: event.sender)
    guard let chosen else {
      if !candidates.isEmpty { return .unreadable(.wrongSender) }
      return .unreadable(try missing(event, session))
    }
    switch Result(catching: { () throws(OlmError) in
      try cache.keys[place]?[chosen].session.decrypt(message) ?? []
    }) {
    case .failure(.beforeFirstKnownIndex):
      try waiting.add(room: event.room, session: session, event: event.id)
      return .unreadable(.keyBeginsLater(session: session))
    case .failure(.cipher(.refusedByLibrary(let call))): throw .cipher(.refusedByLibrary(call: call))
    case .failure(let error): return .unreadable(.damaged(error))
    case .success(let plaintext):
      return try open(plaintext, event, candidates[chosen], message.index, session, cache)
    }
  }

  private func missing(_ event: EncryptedEvent, _ session: String) throws(MachineError) -> UnreadableReason {
    try waiting.add(room: event.room, session: session, event: event.id)
    guard let code = try waiting.withheldCode(room: event.room, session: session, by: event.sender) else {
      return .keyMissing(session: session)
    }
    return .keyWithheld(session: session, code: code)
  }

  private func open(
    _ plaintext: [UInt8], _ event: EncryptedEvent, _ key: StoredRoomKey, _ index: UInt32, _ session: String,
    _ cache: Cache
  ) throws(MachineError) -> Decryption {
    guard try IndexUse(event, session, index, with: database.suite).take(in: database) else {
      return .unreadable(.replayed)
    }
    try waiting.remove(room: event.room, session: session, event: event.id)
    let root: JSONNode
    do { root = try JSONDocument(plaintext, limits: .answer).root } catch { return .unreadable(.malformed) }
    guard let type = root["type"]?.string, let content = root["content"], content.kind == .object else {
      return .unreadable(.malformed)
    }
    guard let room = root["room_id"]?.string, room.utf8.elementsEqual(event.room.utf8) else {
      return .unreadable(.wrongRoom)
    }
    let known: MessageTrust?
    if let cached = cache.trust[key.number] {
      known = cached
    } else {
      known = try trust(in: key)
      cache.trust.updateValue(known, forKey: key.number)
    }
    switch known {
    case nil: return .unreadable(.unknownDevice)
    case .hidden(let reason): return .unreadable(.hidden(reason))
    case let trust?:
      return .readable(
        DecryptedEvent(type: type, content: try content.relating(as: event.content), trust: trust))
    }
  }

  // MARK: Trust

  /// How events under the key are shown; nil if the device that sent the key is not known.
  private func trust(in key: StoredRoomKey) throws(MachineError) -> MessageTrust? {
    let store = DeviceStore(database: database)
    switch key.origin {
    case .own: return .shown
    case .backup: return .marked(.senderNotProven)
    case .sent: break
    }
    let identity = try store.state(of: key.user)
    let found = try ciphered(X25519PublicKey(key.senderKey))
    let device = try store.device(of: key.user, identityKey: found)
    if let device, device.signingKey.bytes != key.signingKey { return nil }
    var state = device?.state
    // What was proven once stays shown after the device is gone.
    if key.isProven, state == nil || state == .unsigned { state = .signed }
    if state == nil { state = try vouched(key) }
    guard let state else {
      // The device list may only be late.
      try DeviceTracker(database: database).track([key.user])
      return nil
    }
    if state == .signed, identity == .known || identity == .verified { try keys.markProven(key) }
    return TrustPolicy.trust(in: state, of: identity)
  }

  /// The state of a device that is in no list, by the signed keys that came with its room key; nil if there are none.
  private func vouched(_ key: StoredRoomKey) throws(MachineError) -> DeviceState? {
    guard let text = key.senderKeys, let identity = try DeviceStore(database: database).identity(of: key.user)
    else { return nil }
    do {
      let device = try DeviceKeys(JSONNode.own(text), of: key.user, with: database.suite)
      return identity.hasSigned(device, with: database.suite) ? .signed : nil
    } catch { return nil }
  }
}

/// The use of an index of a session by an event.
///
/// The sender is a part of it: a member can pass off another one's session and message as their own, and that must not make the
/// original one look repeated.
private struct IndexUse {
  /// The hash of room, session and sender, because there is a row for each message that was ever read.
  private let place: Int64
  private let index: Int64
  private let event: [UInt8]

  init(
    _ event: EncryptedEvent, _ session: String, _ index: UInt32, with suite: CipherSuite
  ) throws(MachineError) {
    let place = Array("\(event.room)\u{0}\(session)\u{0}\(event.sender)".utf8)
    let hash = try ciphered(suite.sha256(place)).prefix(8)
    self.place = Int64(truncatingIfNeeded: hash.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    self.index = Int64(index)
    self.event = try Array(ciphered(suite.sha256(Array(event.id.utf8))).prefix(16))
  }

  /// Notes the use.
  ///
  /// - Returns: false if another event has used the index before.
  func take(in database: KeyDatabase) throws(MachineError) -> Bool {
    let known = try database.connection.first(
      "SELECT event FROM replay WHERE session = ? AND message = ?", .integer(place), .integer(index)
    ) { $0.bytes(0) }
    if let known { return known == event }
    try database.connection.run(
      "INSERT INTO replay (session, message, event) VALUES (?, ?, ?)", .integer(place), .integer(index),
      .bytes(event))
    return true
  }
}

extension JSONNode {
  /// The content with the relation of the encrypted event, unless it has one itself: the sender encrypted the inner one, and the
  /// outer one is for the server.
  fileprivate func relating(as outer: JSONNode) throws(MachineError) -> JSONNode {
    guard self["m.relates_to"] == nil, let relation = outer["m.relates_to"] else { return self }
    let text = JSONWriter.bytes { json in
      json.object { json in
        for member in members { json.member(member.key, member.value) }
        json.member("m.relates_to", relation)
      }
    }
    return try .own(text)
  }
}

extension [StoredRoomKey] {
  /// The key to use for a sender: one that a device of theirs sent, otherwise one from the backup.
  ///
  /// A device that sent another device's key as its own does not hide the key from the backup. If keys were sent, a key from the
  /// backup is ignored if its device is unknown or sent one of them: then the event has the wrong sender.
  fileprivate func chosen(for sender: String) -> Int? {
    if let own = firstIndex(where: { $0.origin != .backup && $0.user.utf8.elementsEqual(sender.utf8) }) {
      return own
    }
    let sent = filter { $0.origin != .backup }.map(\.senderKey)
    return firstIndex {
      $0.origin == .backup && (sent.isEmpty || !$0.senderKey.isEmpty && !sent.contains($0.senderKey))
    }
  }
}
