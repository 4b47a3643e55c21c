import Ciphers
package import CrossSigning
import JSON
import Olm

/// The users who may read what is written in a room now: joined ones, and invited ones unless the history is only for joined users.
package struct RoomAudience: Hashable, Sendable {
  package let users: Set<String>
  /// `m.room.history_visibility`.
  package let visibility: String

  package init(joined: some Sequence<String>, invited: some Sequence<String>, visibility: String) {
    users = Set(joined).union(visibility == "joined" ? [] : Array(invited))
    self.visibility = visibility
  }
}

/// What is missing before an event can be encrypted in a room.
package struct RoomPreparation: Hashable, Sendable {
  /// Perform these, pass in their answers, and prepare again. Empty if the room is ready or blocked.
  package var requests: [OutgoingRequest] = []
  /// People whose identity changed. Nothing is encrypted until it is acknowledged or verified.
  package var blocked: [String: IdentityState] = [:]
  /// Devices that get no key, with the reason.
  package var withheld: [DeviceAddress: WithheldCode] = [:]
  /// Whether `encrypt` can follow.
  package var isReady: Bool { requests.isEmpty && blocked.isEmpty }
}

/// Makes the key of a room and shares it with the devices that are entitled to it.
struct RoomKeySharing {
  let database: KeyDatabase

  private var store: OutboundStore { OutboundStore(database: database) }
  private var devices: DeviceStore { DeviceStore(database: database) }
  private var sessions: OlmSessions { OlmSessions(database: database) }
  private var queue: RequestQueue { RequestQueue(database: database) }

  /// The maximum number of devices in a to-device request, with some 2 kB for each.
  private static let mostDevices = 50
  /// The maximum number of refusals in a request. They are shorter than keys.
  private static let mostRefusals = 250

  /// Does what can be done now towards the next event of a room.
  func prepare(room: String, _ audience: RoomAudience) throws(MachineError) -> RoomPreparation {
    try database.transaction { () throws(MachineError) in
      let settings = try usableSettings(of: room)
      if let session = try store.session(of: room), try isReady(session, audience, settings) {
        return RoomPreparation()
      }
      let users = audience.users.union([database.owner.user])
      let tracker = DeviceTracker(database: database)
      try tracker.track(users)
      if try tracker.isQueryDue(for: users) {
        return RoomPreparation(requests: try tracker.queries(for: users))
      }
      return try share(room, audience, settings, users)
    }
  }

  private func usableSettings(of room: String) throws(MachineError) -> RoomSettings {
    guard let settings = try RoomSettings.of(room, in: database) else { throw .notEncrypted(room: room) }
    guard settings.isSupported else { throw .unsupportedAlgorithm(room: room) }
    return settings
  }

  /// The session for the next event, if its key was shared with all and accepted by the server.
  func readySession(of room: String, _ audience: RoomAudience) throws(MachineError) -> OutboundRoomSession {
    let settings = try usableSettings(of: room)
    guard let session = try store.session(of: room), try isReady(session, audience, settings) else {
      throw .notPrepared(room: room)
    }
    return session
  }

  private func isReady(
    _ session: OutboundRoomSession, _ audience: RoomAudience, _ settings: RoomSettings
  ) throws(MachineError) -> Bool {
    guard !isWorn(session, audience, settings) else { return false }
    // The clock may have been set back.
    let isChecked = (1...OlmSessions.claimPeriod).contains(session.checkedUntil - database.now())
    guard session.checkedUntil == .max || isChecked else { return false }
    let hash = try hash(audience)
    guard session.checked == hash else { return false }
    return try !queue.isWaiting(forSession: session.session.id)
  }

  private func isWorn(_ session: OutboundRoomSession, _ audience: RoomAudience, _ settings: RoomSettings)
    -> Bool
  {
    session.isDiscarded || session.visibility != audience.visibility
      || Int64(session.session.index) >= settings.mostMessages
      || database.hasPassed(settings.longest, since: session.madeAt)
  }

  /// Hashes everything that decides who gets the key.
  private func hash(_ audience: RoomAudience) throws(MachineError) -> [UInt8] {
    let parts = [String(try devices.changes()), audience.visibility] + audience.users.sorted()
    return try ciphered(database.suite.sha256(Array(parts.joined(separator: "\u{0}").utf8)))
  }

  /// Who would not be able to read an event now. Changes nothing.
  func inspect(_ audience: RoomAudience) throws(MachineError) -> RoomPreparation {
    try database.reading { () throws(MachineError) in
      let recipients = try recipients(audience.users.union([database.owner.user]))
      var preparation = RoomPreparation(blocked: recipients.blocked)
      for (device, code) in recipients.withheld { preparation.withheld[device.address] = code }
      return preparation
    }
  }

  // MARK: Sharing

  /// Who gets the key of a room and who does not.
  private struct Recipients {
    var entitled: [KnownDevice] = []
    var withheld: [(device: KnownDevice, code: WithheldCode)] = []
    var blocked: [String: IdentityState] = [:]
  }

  private func recipients(_ users: Set<String>) throws(MachineError) -> Recipients {
    var recipients = Recipients()
    let own = database.owner
    for user in users.sorted() {
      let identity = try devices.state(of: user)
      // Our own identity counts even if there is no other device.
      if user == own.user, identity == .changed || identity == .verificationLost {
        recipients.blocked[user] = identity
      }
      for device in try devices.devices(of: user) where device.address != own {
        switch TrustPolicy.delivery(to: device.state, of: identity) {
        case .share: recipients.entitled.append(device)
        case .withhold(let code): recipients.withheld.append((device, code))
        case .block(let state): recipients.blocked[user] = state
        }
      }
    }
    return recipients
  }

  private func share(
    _ room: String, _ audience: RoomAudience, _ settings: RoomSettings, _ users: Set<String>
  ) throws(MachineError) -> RoomPreparation {
    let recipients = try recipients(users)
    guard recipients.blocked.isEmpty else { return RoomPreparation(blocked: recipients.blocked) }
    var outbound = try store.session(of: room)
    if let known = outbound {
      let hasLost = try hasLost(known, recipients)
      if hasLost || isWorn(known, audience, settings) { outbound = nil }
    }
    if outbound == nil { outbound = try store.make(room: room, visibility: audience.visibility) }
    guard let session = outbound else { throw .notPrepared(room: room) }
    let id = session.session.id
    let shared = try store.recipients(of: id)
    let missing = recipients.entitled.filter { device in
      // The device has no entry, or was refused.
      shared[device.recipient].map { $0 != nil } ?? true
    }
    var (reachable, unreachable, claimable): ([KnownDevice], [KnownDevice], [KnownDevice]) = ([], [], [])
    for device in missing {
      if try sessions.hasSession(with: device) {
        reachable.append(device)
      } else {
        unreachable.append(device)
        if try sessions.isClaimable(device) { claimable.append(device) }
      }
    }
    if let claim = KeyClaims(database: database).request(for: claimable.map(\.address)) {
      return RoomPreparation(requests: [claim])
    }
    let withheld = recipients.withheld + unreachable.map { ($0, .noOlm) }
    try send(session, to: reachable)
    try tell(session, withheld, shared)
    let end = unreachable.isEmpty ? .max : database.now() + OlmSessions.claimPeriod
    try store.setChecked(try hash(audience), until: end, of: room)
    var preparation = RoomPreparation(requests: try queue.all(session: id))
    for (device, code) in withheld { preparation.withheld[device.address] = code }
    return preparation
  }

  /// Whether a device that has the key must not read later messages: its user left, or it was removed or is no longer trusted.
  private func hasLost(_ session: OutboundRoomSession, _ recipients: Recipients) throws(MachineError) -> Bool
  {
    let entitled = Set(recipients.entitled.map(\.recipient))
    return try store.recipients(of: session.session.id).contains {
      $0.value == nil && !entitled.contains($0.key)
    }
  }

  private func send(_ session: OutboundRoomSession, to devices: [KnownDevice]) throws(MachineError) {
    guard !devices.isEmpty else { return }
    let outbound = session.session
    let frame = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", RoomSettings.algorithm)
        json.member("room_id", session.room)
        json.member("session_id", outbound.id)
        json.member("shared_history", OutboundStore.isHistoryShared(session.visibility))
        json.member("org.matrix.msc3061.shared_history", OutboundStore.isHistoryShared(session.visibility))
      }
    }
    let content = SecretJSON.adding("session_key", string: try olm(outbound.sharedForm()), to: frame)
    let channel = OlmChannel(database: database)
    for start in stride(from: 0, to: devices.count, by: Self.mostDevices) {
      var messages: [String: [String: [UInt8]]] = [:]
      for device in devices[start..<min(start + Self.mostDevices, devices.count)] {
        guard let message = try channel.encrypt(type: "m.room_key", content, to: device) else { continue }
        messages[device.address.user, default: [:]][device.address.device] = message
        try store.noteShared(outbound.id, with: device, from: outbound.index)
      }
      try queue.add(type: "m.room.encrypted", messages, session: outbound.id)
    }
  }

  /// Tells devices once why they get no key.
  private func tell(
    _ session: OutboundRoomSession, _ withheld: [(device: KnownDevice, code: WithheldCode)],
    _ shared: [OutboundStore.Recipient: String?]
  ) throws(MachineError) {
    let id = session.session.id
    var messages: [String: [String: [UInt8]]] = [:]
    var count = 0
    for (device, code) in withheld where shared[device.recipient] != .some(code.rawValue) {
      try store.noteShared(id, with: device, from: session.session.index, withheld: code.rawValue)
      if code == .noOlm {
        guard try sessions.tellOnce(device) else { continue }
      }
      messages[device.address.user, default: [:]][device.address.device] = try refusal(code, id, session.room)
      count += 1
      guard count.isMultiple(of: Self.mostRefusals) else { continue }
      try queue.add(type: "m.room_key.withheld", messages)
      messages = [:]
    }
    if !messages.isEmpty { try queue.add(type: "m.room_key.withheld", messages) }
  }

  private func refusal(_ code: WithheldCode, _ session: String, _ room: String) throws(MachineError)
    -> [UInt8]
  {
    let senderKey = try OwnDevice(database: database).account().identityKey.base64
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", RoomSettings.algorithm)
        json.member("code", code.rawValue)
        json.member("from_device", database.owner.device)
        if code != .noOlm {
          json.member("room_id", room)
          json.member("session_id", session)
        }
        json.member("sender_key", senderKey)
      }
    }
  }
}

extension KnownDevice {
  fileprivate var recipient: OutboundStore.Recipient {
    OutboundStore.Recipient(address: address, identityKey: identityKey.bytes)
  }
}
