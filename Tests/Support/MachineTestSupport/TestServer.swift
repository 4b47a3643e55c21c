package import Ciphers
package import CrossSigning
package import EncryptionMachine
import EncryptionTestSupport
package import JSON

/// A homeserver in memory: keys, messages to devices, and rooms.
///
/// Its fields are open, so that a test can make it hostile.
package final class TestServer {
  package struct Device {
    package var keys: [UInt8]
    package var oneTimeKeys: [(id: String, key: [UInt8])] = []
    package var fallback: (id: String, key: [UInt8], isUsed: Bool)?
    /// Events for the device, by their place in its stream.
    package var inbox: [(place: Int, event: [UInt8])] = []

    package init(keys: [UInt8]) { self.keys = keys }
  }

  package struct Event {
    package let place: Int
    package let room: String
    package let id: String
    package let sender: String
    package var content: [UInt8]
    /// Who is in the room when it is sent.
    package let audience: Set<String>
  }

  package var devices: [DeviceAddress: Device] = [:]
  package var people: [String: CrossSigningSecrets] = [:]
  /// Public keys that were uploaded, for a user whose private keys the server has not.
  package var published: [String: [KeyUsage: SignedObject]] = [:]
  /// Signatures that users made of others' master keys.
  package var verified: [String: [String: SignedObject]] = [:]
  package var changes: [(place: Int, user: String)] = []
  package private(set) var members: [String: Set<String>] = [:]
  private var memberships: [(place: Int, members: [String: Set<String>])] = []
  package var events: [Event] = []
  /// Requests the server took, for tests that count them.
  package var requests: [(device: DeviceAddress, request: ServerRequest)] = []
  /// Every one-time key it gave out.
  package var claimed: Set<String> = []
  /// Uploads that it refused, and ids of keys that were given out before they were uploaded.
  package var refusals = 0
  package var reusedIDs: Set<String> = []
  /// Users whose server does not answer.
  package var unreachable: Set<String> = []
  private var transactions: Set<String> = []
  private var eventTransactions: [String: String] = [:]
  package private(set) var place = 0
  package let suite: CipherSuite

  package init(_ suite: CipherSuite) { self.suite = suite }

  private func step() -> Int {
    place += 1
    return place
  }

  /// Tells those who share a room with a user that their devices changed.
  package func noteChange(of user: String) { changes.append((step(), user)) }

  package func removeDevice(_ address: DeviceAddress) {
    devices[address] = nil
    noteChange(of: address.user)
  }

  // MARK: Identities

  /// Gives a user cross-signing keys, or new ones.
  package func makeIdentity(of user: String) throws {
    people[user] = try CrossSigningSecrets(randomFor: user, with: suite)
    noteChange(of: user)
  }

  /// Signs a device by its user, as another device of theirs would.
  package func signDevice(_ address: DeviceAddress) throws {
    guard let secrets = people[address.user], let device = devices[address] else { return }
    let keys = try DeviceKeys(JSONDocument(device.keys).root, of: address.user, with: suite)
    devices[address]?.keys = try secrets.signed(keys, with: suite).text
    noteChange(of: address.user)
  }

  /// Lets one user verify another one.
  package func verify(_ other: String, by user: String) throws {
    guard let secrets = people[user], let theirs = people[other] else { return }
    let master = try theirs.publicObjects(with: suite)[.master]
    guard let master else { return }
    let identity = try UserIdentity(
      master: master.node, selfSigning: nil, userSigning: nil, of: other, with: suite)
    verified[user, default: [:]][other] = try secrets.signed(identity, with: suite)
    noteChange(of: other)
  }

  // MARK: Requests

  /// Performs a request of a device.
  package func perform(_ request: ServerRequest, from device: DeviceAddress) throws -> (
    status: Int, answer: JSONNode
  ) {
    requests.append((device, request))
    let body = try JSONDocument(request.body ?? Array("{}".utf8)).root
    switch request.path.first {
    case "keys" where request.path == ["keys", "upload"]: return try upload(body, device)
    case "keys" where request.path == ["keys", "query"]: return (200, try query(body, device))
    case "keys" where request.path == ["keys", "claim"]: return (200, try claim(body))
    case "sendToDevice":
      send(body, type: request.path[1], transaction: "\(device) \(request.path[2])", device)
      return (200, try node("{}"))
    default: fatalError("\(request.path) is not simulated")
    }
  }

  private func upload(_ body: JSONNode, _ address: DeviceAddress) throws -> (Int, JSONNode) {
    if let keys = body["device_keys"] {
      devices[address, default: Device(keys: [])].keys = Array(keys.raw)
      noteChange(of: address.user)
    }
    guard var device = devices[address] else { return (401, try node("{}")) }
    for key in body["one_time_keys"].members {
      if let known = device.oneTimeKeys.first(where: { $0.id == key.key }) {
        guard known.key == Array(key.value.raw) else {
          refusals += 1
          return (400, try node(#"{"errcode":"M_UNKNOWN"}"#))
        }
      } else if claimed.contains("\(address) \(key.key)") {
        // A repeated upload, or an id that was used twice: the server keeps nothing of it.
        reusedIDs.insert(key.key)
      } else {
        device.oneTimeKeys.append((key.key, Array(key.value.raw)))
      }
    }
    for key in body["fallback_keys"].members { device.fallback = (key.key, Array(key.value.raw), false) }
    devices[address] = device
    return (200, try node(#"{"one_time_key_counts":{"signed_curve25519":\#(device.oneTimeKeys.count)}}"#))
  }

  private func query(_ body: JSONNode, _ asking: DeviceAddress) throws -> JSONNode {
    let users = body["device_keys"].members.map(\.key).filter { !unreachable.contains($0) }
    var keys = users.reduce(into: [String: [String: JSONNode]]()) { $0[$1] = [:] }
    for (address, device) in devices where users.contains(address.user) && !device.keys.isEmpty {
      keys[address.user]?[address.device] = try JSONDocument(device.keys).root
    }
    var identities: [KeyUsage: [String: JSONNode]] = [:]
    for usage in KeyUsage.allCases {
      for user in users where usage != .userSigning || user == asking.user {
        let objects = try published[user] ?? people[user]?.publicObjects(with: suite)
        guard let object = objects?[usage] else { continue }
        let shown = usage == .master ? verified[asking.user]?[user] ?? object : object
        identities[usage, default: [:]][user] = shown.node
      }
    }
    return try keysAnswer(devices: keys, identities: identities)
  }

  private func claim(_ body: JSONNode) throws -> JSONNode {
    try object { json in
      try json.object("one_time_keys") { json in
        for user in body["one_time_keys"].members where !unreachable.contains(user.key) {
          try json.object(user.key) { json in
            for wanted in user.value.members {
              let address = DeviceAddress(user: user.key, device: wanted.key)
              guard let (id, key) = takeKey(of: address) else { continue }
              let value = try JSONDocument(key).root
              json.object(wanted.key) { json in json.member(id, value) }
            }
          }
        }
      }
    }
  }

  private func takeKey(of address: DeviceAddress) -> (String, [UInt8])? {
    if let key = devices[address]?.oneTimeKeys.first {
      devices[address]?.oneTimeKeys.removeFirst()
      claimed.insert("\(address) \(key.id)")
      return key
    }
    guard let fallback = devices[address]?.fallback else { return nil }
    devices[address]?.fallback?.isUsed = true
    return (fallback.id, fallback.key)
  }

  private func send(_ body: JSONNode, type: String, transaction: String, _ sender: DeviceAddress) {
    guard transactions.insert(transaction).inserted else { return }
    for user in body["messages"].members {
      for device in user.value.members {
        deliver(type, device.value, from: sender.user, to: DeviceAddress(user: user.key, device: device.key))
      }
    }
  }

  /// Puts a message into the inbox of a device.
  package func deliver(_ type: String, _ content: JSONNode, from sender: String, to address: DeviceAddress) {
    let event = JSONWriter.bytes { json in
      json.object { json in
        json.member("content", content)
        json.member("sender", sender)
        json.member("type", type)
      }
    }
    devices[address]?.inbox.append((step(), event))
  }

  // MARK: Rooms

  package func join(_ user: String, _ room: String) {
    members[room, default: []].insert(user)
    memberships.append((step(), members))
  }

  package func leave(_ user: String, _ room: String) {
    members[room]?.remove(user)
    memberships.append((step(), members))
  }

  /// Who shares a room with a user, as of a place of the stream.
  private func neighbours(of user: String, at place: Int) -> Set<String> {
    let members = memberships.last { $0.place <= place }?.members ?? [:]
    return Set(members.values.filter { $0.contains(user) }.flatMap(\.self)).union([user])
  }

  /// Sends an event; the same transaction twice is one event.
  @discardableResult
  package func send(_ content: [UInt8], to room: String, by sender: DeviceAddress, transaction: String)
    -> String
  {
    let key = "\(sender) \(transaction)"
    if let known = eventTransactions[key] { return known }
    let place = step()
    let id = "$\(place)"
    eventTransactions[key] = id
    events.append(
      Event(
        place: place, room: room, id: id, sender: sender.user, content: content, audience: members[room] ?? []
      ))
    return id
  }

  /// The answer to a sync.
  package func sync(_ address: DeviceAddress, since: String?) throws -> JSONNode {
    let parts = (since ?? "0_0").split(separator: "_").compactMap { Int($0) }
    let (seen, taken) = (parts[0], parts[1])
    devices[address]?.inbox.removeAll { $0.place <= taken }
    let inbox = (devices[address]?.inbox ?? []).prefix(100)
    let next = "\(place)_\(inbox.last?.place ?? taken)"
    let rooms = members.filter { $0.value.contains(address.user) }.map(\.key)
    let (before, neighbours) = (
      neighbours(of: address.user, at: seen), neighbours(of: address.user, at: place)
    )
    return try object { json in
      json.member("next_batch", next)
      try json.object("to_device") { json in
        try json.array("events") { json in for (_, event) in inbox { json.node(try JSONDocument(event).root) }
        }
      }
      json.object("device_lists") { json in
        let changed = Set(changes.filter { $0.place > seen && neighbours.contains($0.user) }.map(\.user))
        json.member("changed", since == nil ? [] : changed.union(neighbours.subtracting(before)).sorted())
        let left = since == nil ? [] : before.subtracting(neighbours)
        json.member("left", since == nil ? [] : left.sorted())
      }
      json.object("device_one_time_keys_count") { json in
        json.member("signed_curve25519", devices[address]?.oneTimeKeys.count ?? 0)
      }
      let isUnused = devices[address]?.fallback.map { !$0.isUsed } ?? false
      json.member("device_unused_fallback_key_types", isUnused ? ["signed_curve25519"] : [])
      try json.object("rooms") { json in
        try json.object("join") { json in
          for room in rooms.sorted() { try write(room, since: since == nil ? -1 : seen, into: &json) }
        }
      }
    }
  }

  /// Whether messages to the device came that it has not seen.
  package func hasMore(for address: DeviceAddress, since: String?) -> Bool {
    let taken = (since?.split(separator: "_").last).flatMap { Int($0) } ?? 0
    return devices[address]?.inbox.contains { $0.place > taken } ?? false
  }

  private func write(_ room: String, since seen: Int, into json: inout JSONWriter) throws {
    try json.object(room) { json in
      json.object("state") { json in
        json.array("events") { json in
          json.object { json in
            json.object("content") { json in json.member("algorithm", "m.megolm.v1.aes-sha2") }
            json.member("state_key", "")
            json.member("type", "m.room.encryption")
          }
        }
      }
      try json.object("timeline") { json in
        try json.array("events") { json in
          for event in events where event.room == room && event.place > seen {
            let content = try JSONDocument(event.content).root
            json.object { json in
              json.member("content", content)
              json.member("event_id", event.id)
              json.member("sender", event.sender)
              json.member("type", "m.room.encrypted")
            }
          }
        }
      }
    }
  }
}
