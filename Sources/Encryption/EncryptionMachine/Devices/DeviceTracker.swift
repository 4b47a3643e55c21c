import Ciphers
import CrossSigning
import JSON
import Olm
import SQLite

/// Keeps lists of devices up to date: which users matter, which lists are outdated, what answers say.
struct DeviceTracker {
  let database: KeyDatabase

  private var store: DeviceStore { DeviceStore(database: database) }

  /// The maximum number of users in one request.
  private static let mostUsers = 250
  /// The time before a list is queried again if its server did not answer, in milliseconds.
  private static let retryPeriod: Int64 = 60_000
  /// The maximum number of devices of a user: a malicious server could send any number.
  private static let mostDevices = 1000

  // MARK: Flags

  /// Begins to track the lists of users.
  func track(_ users: some Sequence<String>) throws(MachineError) {
    for user in users {
      try database.connection.run(
        "INSERT OR IGNORE INTO tracked (user, is_outdated, changes, retry_at) VALUES (?, 1, 0, 0)", .id(user))
    }
  }

  /// Takes `device_lists` of a sync answer.
  func take(lists: JSONNode?) throws(MachineError) {
    for user in (lists?["changed"]).elements.compactMap(\.string) { try markOutdated(user) }
    for user in (lists?["left"]).elements.compactMap(\.string) where user != database.owner.user {
      // The server no longer reports changes of their lists. Their known devices are kept for old messages.
      try database.connection.run("DELETE FROM tracked WHERE user = ?", .id(user))
      try store.noteChange()
    }
  }

  /// Notes that a list changed. An answer that is in flight does not make it current.
  func markOutdated(_ user: String) throws(MachineError) {
    try database.connection.run(
      "UPDATE tracked SET is_outdated = 1, changes = changes + 1, retry_at = 0 WHERE user = ?", .id(user))
    try store.noteChange()
  }

  /// Notes that any list may have changed.
  func markAllOutdated() throws(MachineError) {
    try database.connection.run("UPDATE tracked SET is_outdated = 1, changes = changes + 1, retry_at = 0")
    try store.noteChange()
  }

  /// Whether a list must be queried before a key is shared. A list whose server did not answer is not waited for.
  func isQueryDue(for users: some Sequence<String>) throws(MachineError) -> Bool {
    for user in users {
      let isDue = try database.connection.first(
        "SELECT 1 FROM tracked WHERE user = ? AND is_outdated AND (retry_at <= ?2 OR retry_at > ?2 + ?3)",
        .id(user),
        .integer(database.now()), .integer(Self.retryPeriod)
      ) { _ in true }
      if isDue == true { return true }
    }
    return false
  }

  // MARK: Queries

  /// The queries that are due.
  ///
  /// - Parameter wanted: the users to query; nil for all.
  func queries(for wanted: Set<String>? = nil) throws(MachineError) -> [OutgoingRequest] {
    var users: [(user: String, changes: Int64)] = []
    try database.connection.rows(
      "SELECT user, changes FROM tracked WHERE is_outdated AND (retry_at <= ?1 OR retry_at > ?1 + ?2)",
      [.integer(database.now()), .integer(Self.retryPeriod)]
    ) { users.append(($0.text(0), $0.integer(1))) }
    if let wanted { users.removeAll { !wanted.contains($0.user) } }
    return stride(from: 0, to: users.count, by: Self.mostUsers).map { start in
      query(Array(users[start..<min(start + Self.mostUsers, users.count)]))
    }
  }

  private func query(_ users: [(user: String, changes: Int64)]) -> OutgoingRequest {
    let body = JSONWriter.bytes { json in
      json.object { json in
        json.object("device_keys") { json in for (user, _) in users { json.member(user, []) } }
        json.member("timeout", 10_000)
      }
    }
    return OutgoingRequest(
      request: ServerRequest(.post, ["keys", "query"], body: body),
      context: .query(Dictionary(uniqueKeysWithValues: users.map { ($0.user, $0.changes) })))
  }

  /// Takes an answer.
  func take(answer: JSONNode, for users: [String: Int64]) throws(MachineError) {
    // Our own identity comes first, because it decides which others are verified.
    for user in users.keys.sorted(by: { $0 == own || ($1 != own && $0 < $1) }) {
      guard let changes = users[user] else { continue }
      guard let keys = UserKeys(of: user, in: answer, with: database.suite) else {
        try database.connection.run(
          "UPDATE tracked SET retry_at = ? WHERE user = ? AND changes = ?",
          .integer(database.now() + Self.retryPeriod), .id(user), .integer(changes))
        continue
      }
      try take(keys)
      try database.connection.run(
        "UPDATE tracked SET is_outdated = 0, retry_at = 0 WHERE user = ? AND changes = ?", .id(user),
        .integer(changes))
    }
    if users[own] != nil { try refreshVerifications() }
  }

  /// Notes that the server refused a query. The lists are queried again later, and not waited for.
  func fail(_ users: some Sequence<String>) throws(MachineError) {
    for user in users {
      try database.connection.run(
        "UPDATE tracked SET retry_at = ? WHERE user = ?", .integer(database.now() + Self.retryPeriod),
        .id(user))
    }
  }

  private var own: String { database.owner.user }

  private func take(_ keys: UserKeys) throws(MachineError) {
    try takeIdentity(keys)
    try takeDevices(keys)
    try store.noteChange()
  }

  private func takeDevices(_ keys: UserKeys) throws(MachineError) {
    let known = Dictionary(
      uniqueKeysWithValues: try store.devices(of: keys.user).map { ($0.address.device, $0) })
    for id in known.keys where keys.devices[id] == nil && keys.refused[id] == nil {
      try store.remove(DeviceAddress(user: keys.user, device: id))
    }
    let ownDevice = OwnDevice(database: database)
    let account = keys.user == own ? try ownDevice.account() : nil
    if account != nil, keys.devices[database.owner.device] == nil, keys.refused[database.owner.device] == nil
    {
      try ownDevice.uploadAgain()
    }
    for (id, device) in keys.devices.sorted(by: { $0.key < $1.key }).prefix(Self.mostDevices) {
      if let account, id == database.owner.device {
        // Other keys for this device are an attack, or a fault.
        guard device.identityKey == account.identityKey, device.signingKey == account.signingKey else {
          continue
        }
      }
      if let before = known[id],
        before.signingKey != device.signingKey || before.identityKey != device.identityKey
      {
        try store.markReplaced(before.address)
      } else if known[id]?.state != .replaced {
        try store.store(device, keys.isSigned(device, with: database.suite) ? .signed : .unsigned)
      }
    }
  }

  private func takeIdentity(_ keys: UserKeys) throws(MachineError) {
    let master = keys.identity?.master.publicKey
    guard var record = try store.record(of: keys.user) else {
      guard let identity = keys.identity, let master else { return }
      let record = IdentityRecord(firstSeen: master, isVerified: try isVerified(identity))
      return try store.store(record, identity, of: keys.user)
    }
    if keys.user == own {
      record.observe(own: master)
    } else {
      record.observe(
        master,
        isVerified: try keys.identity.map { identity throws(MachineError) in
          try isVerified(identity)
        } ?? false)
    }
    try store.store(record, keys.identity, of: keys.user)
  }

  /// Whether our own identity, once it is verified itself, signed another one.
  private func isVerified(_ identity: UserIdentity) throws(MachineError) -> Bool {
    guard identity.user != own, try store.state(of: own) == .verified, let ours = try store.identity(of: own)
    else { return false }
    return ours.hasVerified(identity, with: database.suite)
  }

  /// Updates the verification of all other users after our own identity changed.
  func refreshVerifications() throws(MachineError) {
    var isChanged = false
    for user in try store.users() where user != own {
      guard var record = try store.record(of: user), let identity = try store.identity(of: user),
        record.current == identity.master.publicKey
      else { continue }
      let before = record
      record.observe(identity.master.publicKey, isVerified: try isVerified(identity))
      guard record != before else { continue }
      try store.store(record, nil, of: user)
      if record.state != before.state { isChanged = true }
    }
    if isChanged { try store.noteChange() }
  }
}
