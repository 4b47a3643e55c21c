import Ciphers
import CrossSigning
import JSON
import Olm

/// The keys of this device: made once, uploaded, and renewed as others use them up.
struct OwnDevice {
  let database: KeyDatabase

  private static let algorithm = "signed_curve25519"
  /// One-time keys are made when the server has fewer than this.
  private static let fewestKeys = 25
  /// The number of one-time keys on the server after that.
  private static let mostKeys = 50
  /// A fallback key is renewed at most this often, and kept this long after its successor is made.
  private static let fallbackPeriod: Int64 = 3_600_000

  // MARK: Account

  /// The stored account.
  func account() throws(MachineError) -> Account {
    guard let pickle = try database.settings["account"] else { throw .damaged("there is no account") }
    return try olm(Account(pickle: pickle, key: database.key, with: database.suite))
  }

  func store(_ account: Account) throws(MachineError) {
    try database.settings.set("account", try olm(account.pickle(with: database.key)))
  }

  /// Makes the account at the first start or opens it, and drops its one-time and fallback keys if the database was an older state
  /// or a copy.
  func prepare() throws(MachineError) {
    try database.transaction { () throws(MachineError) in
      var account: Account
      if try database.settings["account"] == nil {
        account = try olm(Account(randomWith: database.suite))
        try store(account)
      } else {
        do throws(MachineError) { account = try self.account() } catch .olm(.pickleDamaged) {
          throw .damaged("the key of this profile does not open it")
        }
      }
      guard try database.settings.integer("drops_keys") != 0 else { return }
      account.dropKeys()
      try store(account)
      try database.settings.remove("drops_keys")
    }
  }

  // MARK: Device keys

  /// `device_keys`: with the signatures that the server showed, or with this device's own alone.
  func deviceKeys() throws(MachineError) -> SignedObject {
    let account = try account()
    let own = database.owner
    if let known = try DeviceStore(database: database).device(own), known.identityKey == account.identityKey,
      known.signingKey == account.signingKey
    {
      return try signing(SignedObject(parsing: known.json))
    }
    let keys = try signing(
      DeviceKeys.unsigned(
        user: own.user, device: own.device, identityKey: account.identityKey, signingKey: account.signingKey))
    return try sign(keys, account)
  }

  /// Adds the signature of this device.
  func sign(_ object: SignedObject) throws(MachineError) -> SignedObject { try sign(object, account()) }

  private func sign(_ object: SignedObject, _ account: Account) throws(MachineError) -> SignedObject {
    let signature = try olm(account.sign(object.signedBytes))
    return try signing(object.adding(signature, of: database.owner.user, by: database.owner.device))
  }

  // MARK: Upkeep

  /// Takes what a sync answer says about the keys on the server.
  func take(sync: JSONNode) throws(MachineError) {
    // The sync request may have been sent before the last upload, so its counts may be stale.
    guard try database.settings.integer("uploaded_since_sync") == 0 else {
      return try database.settings.remove("uploaded_since_sync")
    }
    if let counts = sync["device_one_time_keys_count"], counts.kind == .object {
      try noteCount(counts)
    }
    if let unused = sync["device_unused_fallback_key_types"], unused.kind == .array {
      try database.settings.set(
        "needs_fallback", unused.elements.contains { $0.isString(Self.algorithm) } ? 0 : 1)
    }
  }

  private func noteCount(_ counts: JSONNode) throws(MachineError) {
    try database.settings.set("key_count", Int64(max(0, min(counts[Self.algorithm]?.integer ?? 0, 1000))))
    try database.settings.set("knows_key_count", 1)
  }

  /// The upload that is due. New keys are stored before they are uploaded.
  func upload() throws(MachineError) -> OutgoingRequest? {
    try database.transaction { () throws(MachineError) in
      let settings = database.settings
      guard try settings.integer("uses_up_keys") == 0 else { return nil }
      var account = try account()
      let isNew = try settings.integer("has_uploaded") == 0
      let count = try Int(settings.integer("key_count"))
      let knowsCount = try settings.integer("knows_key_count") != 0
      var isChanged = false
      if account.unpublishedOneTimeKeys.isEmpty, !knowsCount || count < Self.fewestKeys {
        try olm(account.makeOneTimeKeys(Self.mostKeys - count))
        isChanged = true
      }
      let madeAt = try settings.integer("fallback_made_at")
      let isOld = database.hasPassed(Self.fallbackPeriod, since: madeAt)
      let needsFallback = try settings.integer("needs_fallback") != 0
      if account.unpublishedFallbackKey == nil, madeAt == 0 || (needsFallback && isOld) {
        try olm(account.makeFallbackKey())
        try settings.set("fallback_made_at", database.now())
        isChanged = true
      } else if isOld, madeAt != 0, try settings.integer("has_former_fallback") != 0 {
        account.forgetFormerFallbackKey()
        try settings.remove("has_former_fallback")
        isChanged = true
      }
      if isChanged { try store(account) }
      return try request(account, isNew: isNew)
    }
  }

  private func request(_ account: Account, isNew: Bool) throws(MachineError) -> OutgoingRequest? {
    let oneTimeKeys = account.unpublishedOneTimeKeys.sorted { $0.key < $1.key }
    let fallback = account.unpublishedFallbackKey
    guard isNew || !oneTimeKeys.isEmpty || fallback != nil else { return nil }
    let body = try JSONWriter.bytes { json throws(MachineError) in
      try json.object { json throws(MachineError) in
        if isNew { json.member("device_keys", try deviceKeys().node) }
        try json.object("one_time_keys") { json throws(MachineError) in
          for (id, key) in oneTimeKeys {
            json.member("\(Self.algorithm):\(id.text)", try signed(key, account, isFallback: false))
          }
        }
        guard let fallback else { return }
        try json.object("fallback_keys") { json throws(MachineError) in
          json.member(
            "\(Self.algorithm):\(fallback.id.text)", try signed(fallback.key, account, isFallback: true))
        }
      }
    }
    let ids = oneTimeKeys.map(\.key) + (fallback.map { [$0.id] } ?? [])
    return OutgoingRequest(
      request: ServerRequest(.post, ["keys", "upload"], body: body),
      context: .upload(keys: ids, hasDeviceKeys: isNew))
  }

  private func signed(
    _ key: X25519PublicKey, _ account: Account, isFallback: Bool
  ) throws(MachineError) -> JSONNode {
    let text = JSONWriter.bytes { json in
      json.object { json in
        if isFallback { json.member("fallback", true) }
        json.member("key", key.base64)
      }
    }
    return try sign(try signing(SignedObject(parsing: text)), account).node
  }

  /// Notes that the server has the keys of an upload.
  func uploaded(_ keys: [KeyID], hasDeviceKeys: Bool, _ answer: JSONNode) throws(MachineError) {
    var account = try account()
    if let fallback = account.unpublishedFallbackKey, keys.contains(fallback.id) {
      try database.settings.set("needs_fallback", 0)
      try database.settings.set("has_former_fallback", 1)
    }
    account.markPublished(keys)
    try store(account)
    if let counts = answer["one_time_key_counts"], counts.kind == .object {
      try noteCount(counts)
      let others = (counts[Self.algorithm]?.integer ?? 0) - Self.mostKeys
      // Keys of an earlier database under this device id, whose private halves are not here.
      if try database.settings.integer("has_uploaded") == 0, others > 0 {
        try database.settings.set("uses_up_keys", Int64(min(others, 100)))
      }
    }
    if hasDeviceKeys { try database.settings.set("has_uploaded", 1) }
    try database.settings.set("uploaded_since_sync", 1)
  }

  // MARK: After an older database

  /// A claim of a one-time key of this device itself.
  ///
  /// The server may have keys whose private half was lost with the newer database. Messages made with them cannot be read here, and
  /// the server gives out the oldest first, so they are used up before new ones are uploaded.
  func ownClaim() throws(MachineError) -> OutgoingRequest? {
    guard try database.settings.integer("uses_up_keys") > 0 else { return nil }
    let body = JSONWriter.bytes { json in
      json.object { json in
        json.object("one_time_keys") { json in
          json.object(database.owner.user) { json in json.member(database.owner.device, Self.algorithm) }
        }
      }
    }
    return OutgoingRequest(
      request: ServerRequest(.post, ["keys", "claim"], body: body), context: .claimOwn)
  }

  /// Takes the answer to `ownClaim`. After the last one-time key the server gives the fallback key, or none.
  func claimedOwn(_ answer: JSONNode?) throws(MachineError) {
    let key = (answer?["one_time_keys"]?[database.owner.user]?[database.owner.device]).members.map(\.value)
      .first
    let isLast = key == nil || key?["fallback"]?.bool == true
    let left = try database.settings.integer("uses_up_keys") - 1
    try database.settings.set("uses_up_keys", isLast ? 0 : max(0, left))
    if isLast {
      try database.settings.set("key_count", 0)
      try database.settings.set("knows_key_count", 1)
    }
  }

  /// Handles a refused upload of keys. The server probably has other keys under the same ids, because this database
  /// is an old copy: sessions are dropped, and new keys made.
  func uploadRefused() throws(MachineError) {
    try database.forgetSessions()
    try prepare()
  }

  /// Uploads this device's keys again, because the server does not show them.
  func uploadAgain() throws(MachineError) { try database.settings.remove("has_uploaded") }
}
