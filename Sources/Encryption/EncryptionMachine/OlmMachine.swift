package import Ciphers
package import CrossSigning
package import JSON
import Olm

/// Encryption of one account on this device: answers of the server in, requests out.
///
/// Belongs to one actor. What a call changes in the database is committed before the call returns.
package final class OlmMachine {
  let database: KeyDatabase

  /// Opens the machine, and makes the keys of this device at the first start.
  package init(_ database: KeyDatabase) throws(MachineError) {
    self.database = database
    try OwnDevice(database: database).prepare()
    try database.transaction { () throws(MachineError) in try tracker.track([database.owner.user]) }
  }

  private var tracker: DeviceTracker { DeviceTracker(database: database) }
  private var devices: DeviceStore { DeviceStore(database: database) }
  private var ownDevice: OwnDevice { OwnDevice(database: database) }
  private var waiting: WaitingEvents { WaitingEvents(database: database) }

  /// Whether the opened database is an older state or a copy, so that its sessions were dropped.
  package var wasPutBack: Bool { database.wasPutBack }

  // MARK: Answers of the server

  /// The token of the last sync answer that was taken.
  package var position: String? { get throws(MachineError) { try database.settings.text("position") } }

  /// Takes a sync answer, in one transaction with its token.
  ///
  /// - Parameter since: the token in the request.
  package func take(sync: JSONNode, since: String?) throws(MachineError) -> SyncEffects {
    guard let next = sync["next_batch"]?.string else { throw .malformedAnswer("next_batch") }
    var effects = SyncEffects()
    try database.transaction(isDurable: sync.hasNews) { () throws(MachineError) in
      let (settings, since) = (database.settings, since ?? "")
      let (position, before) = (try settings.text("position"), try settings.text("position_before"))
      // At the beginning and after a gap, changes of lists may be missing.
      if since.isEmpty || (since != position && since != before) { try tracker.markAllOutdated() }
      try tracker.take(lists: sync["device_lists"])
      try ownDevice.take(sync: sync)
      for event in RoomSettings.events(in: sync) {
        try RoomSettings.note(event.content, room: event.room, in: database)
      }
      try ToDeviceIntake(database: database).take(
        (sync["to_device"]?["events"]).elements, isNext: since == position, &effects)
      try settings.set("position_before", since)
      try settings.set("position", next)
    }
    return effects
  }

  /// The requests that are due. Perform them in order, one list at a time, and ask again when something happened.
  package func requests() throws(MachineError) -> [OutgoingRequest] {
    try database.transaction { () throws(MachineError) in
      var requests: [OutgoingRequest] = []
      if let claim = try ownDevice.ownClaim() { requests.append(claim) }
      if let upload = try ownDevice.upload() { requests.append(upload) }
      // Until its keys are on the server, this device can claim and send nothing that others could answer.
      guard try database.settings.integer("has_uploaded") != 0 else { return requests }
      requests += try tracker.queries()
      if let repairs = try KeyClaims(database: database).repairs() { requests.append(repairs) }
      return try requests + RequestQueue(database: database).all()
    }
  }

  /// Takes the answer to a request.
  ///
  /// - Returns: the users whose devices or identity may be others than before: their hidden events can be tried again.
  @discardableResult
  package func take(answer: JSONNode, to request: OutgoingRequest) throws(MachineError) -> [String] {
    var changed: [String] = []
    try database.transaction { () throws(MachineError) in
      switch request.context {
      case .upload(let keys, let hasDeviceKeys):
        try ownDevice.uploaded(keys, hasDeviceKeys: hasDeviceKeys, answer)
      case .query(let users):
        try tracker.take(answer: answer, for: users)
        changed = users.keys.sorted()
      case .claim(let devices): try KeyClaims(database: database).take(answer: answer, for: devices)
      case .claimOwn: try ownDevice.claimedOwn(answer)
      case .stored(let number): try RequestQueue(database: database).remove(number)
      }
    }
    return changed
  }

  /// Notes that the server refused a request for good. After a failure of the network, just perform it again.
  ///
  /// - Parameter status: the HTTP status.
  package func refused(_ request: OutgoingRequest, status: Int) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      switch request.context {
      case .claimOwn: try ownDevice.claimedOwn(nil)
      case .upload where status == 400: try ownDevice.uploadRefused()
      // The request is never delivered, so a room session that it shares must not be used any longer.
      case .stored(let number):
        try RequestQueue(database: database).remove(number)
        try OutboundStore(database: database).discardAll()
      case .claim(let devices):
        try KeyClaims(database: database).fail(devices)
      case .query(let users): try tracker.fail(users.keys)
      case .upload: break
      }
    }
  }

  // MARK: Rooms

  /// Whether a room was ever seen encrypted. Nothing may be sent in the clear there.
  package func isEncrypted(room: String) throws(MachineError) -> Bool {
    try RoomSettings.of(room, in: database) != nil
  }

  /// Notes the content of `m.room.encryption` that did not come with `take(sync:since:)`.
  package func note(encryption content: JSONNode?, room: String) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      try RoomSettings.note(content, room: room, in: database)
    }
  }

  /// Notes that a room is encrypted that this device has created.
  package func noteEncryption(room: String) throws(MachineError) {
    try note(encryption: .own(Array(#"{"algorithm":"\#(RoomSettings.algorithm)"}"#.utf8)), room: room)
  }

  /// Prepares the next event of a room: lists of devices, sessions, the room's key. Repeat it until `isReady`.
  package func prepare(room: String, for audience: RoomAudience) throws(MachineError) -> RoomPreparation {
    try RoomKeySharing(database: database).prepare(room: room, audience)
  }

  /// Who of a room could not read the next event. Changes nothing and costs no request.
  package func inspect(_ audience: RoomAudience) throws(MachineError) -> RoomPreparation {
    try RoomKeySharing(database: database).inspect(audience)
  }

  /// Encrypts an event: the content for `m.room.encrypted`. The same transaction id gives the same bytes until `sent`.
  package func encrypt(
    room: String, for audience: RoomAudience, type: String, content: JSONNode, transaction: String
  ) throws(MachineError) -> [UInt8] {
    try EventEncryption(database: database).encrypt(
      room: room, audience, type: type, content: content, transaction: transaction)
  }

  /// Forgets an encrypted event that the server has, or that is given up.
  package func sent(_ transaction: String) throws(MachineError) {
    try EventEncryption(database: database).sent(transaction)
  }

  /// Begins a new session before the next event of a room.
  package func discardSession(room: String) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      try OutboundStore(database: database).discard(room: room)
    }
  }

  /// Decrypts events. The results have the same order. Costs one transaction for all.
  package func decrypt(_ events: [EncryptedEvent]) throws(MachineError) -> [Decryption] {
    try EventDecryption(database: database).decrypt(events)
  }

  /// Events that may be readable now. To be called at the start: the program may have ended between storing a key and reading its
  /// events.
  package func readableEvents() throws(MachineError) -> [WaitingEvent] { try waiting.readable() }

  /// All events that wait for a key.
  package func waitingEvents() throws(MachineError) -> [WaitingEvent] { try waiting.all() }

  // MARK: Devices and identities

  /// Keeps the device lists of these users up to date from now on. `prepare` does it for a room.
  package func track(_ users: some Sequence<String>) throws(MachineError) {
    try database.transaction { () throws(MachineError) in try tracker.track(users) }
  }

  /// The devices of a user, as far as they are known.
  package func devices(of user: String) throws(MachineError) -> [KnownDevice] {
    try devices.devices(of: user)
  }

  /// What is known of the identity of a user.
  package func identityState(of user: String) throws(MachineError) -> IdentityState {
    try devices.state(of: user)
  }

  /// The keys of cross-signing that the server showed last.
  package func identity(of user: String) throws(MachineError) -> UserIdentity? {
    try devices.identity(of: user)
  }

  /// Accepts the changed identity of a user without a verification. All rooms get new keys.
  package func acknowledgeIdentity(of user: String) throws(MachineError) {
    try changeRecord(of: user) { $0.acknowledge() }
  }

  /// Notes that a master key was verified: for our own account, by its private key.
  package func verifyIdentity(of user: String, _ master: Ed25519PublicKey) throws(MachineError) {
    try changeRecord(of: user) { $0.verify(master) }
    guard user == database.owner.user else { return }
    try database.transaction { () throws(MachineError) in try tracker.refreshVerifications() }
  }

  private func changeRecord(
    of user: String, _ change: (inout IdentityRecord) -> Void
  ) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      guard var record = try devices.record(of: user) else { return }
      let before = record
      change(&record)
      guard record != before else { return }
      try devices.store(record, nil, of: user)
      try devices.noteChange()
      if before.pinned != record.pinned { try OutboundStore(database: database).discardAll() }
    }
  }

  /// Sets or removes the rule for a device.
  ///
  /// - Parameter rule: `.excepted`, `.blocked`, or another state for none.
  package func setRule(_ rule: DeviceState, for device: DeviceAddress) throws(MachineError) {
    let isBlocked: Bool? =
      switch rule {
      case .blocked: true
      case .excepted: false
      case .signed, .unsigned, .replaced: nil
      }
    try database.transaction { () throws(MachineError) in
      try devices.setRule(isBlocked, for: device)
      try devices.noteChange()
    }
  }

  // MARK: This device

  /// `device_keys` of this device, with all signatures that are known.
  package func deviceKeys() throws(MachineError) -> SignedObject { try ownDevice.deviceKeys() }

  /// Adds the signature of this device to an object.
  package func sign(_ object: SignedObject) throws(MachineError) -> SignedObject {
    try ownDevice.sign(object)
  }

  /// Marks the lists of users as outdated, for example after this device was signed.
  package func refresh(_ users: some Sequence<String>) throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      for user in users { try tracker.markOutdated(user) }
    }
  }
}

extension JSONNode {
  /// Whether a sync answer has something that must not be lost: the server gives it once.
  fileprivate var hasNews: Bool {
    let lists = self["device_lists"]
    let parts = [self["to_device"]?["events"], lists?["changed"], lists?["left"]]
    return parts.contains { !$0.elements.isEmpty } || !RoomSettings.events(in: self).isEmpty
  }
}
