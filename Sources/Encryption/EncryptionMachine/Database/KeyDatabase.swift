package import Ciphers
import Olm
import SQLite

/// The database of the machine, in one file.
///
/// Used by one actor. All writing happens in `transaction`, which by default waits for the disk.
package final class KeyDatabase {
  let connection: Connection<MachineError>
  /// The device that the database belongs to.
  let owner: DeviceAddress
  let suite: CipherSuite
  let key: PickleKey
  /// The key for hashes of texts. A plain hash of a short text could be reversed by trying all short texts.
  let textKey: Secret
  /// Milliseconds since 1970.
  let now: () -> Int64
  private let rollbackGuard: RollbackGuard
  private let id: [UInt8]
  private var generation: Int64
  private var isInTransaction = false
  /// Whether the guard still shows that this database was put back. That must stay so until the sessions are dropped for good.
  private var guardShowsReturn = false
  /// False in tests that kill the process but do not cut the power.
  package var waitsForDisk = true
  /// Whether the opened database is an older state or a copy, so that its sessions were dropped.
  let wasPutBack: Bool

  /// With more pages than this, the journal is checkpointed.
  private static let mostJournalPages = 1000

  /// Opens the database, and locks it until the last reference is gone.
  ///
  /// - Parameters:
  ///   - path: the path of the file; its guard is next to it.
  ///   - profileKey: 32 bytes, kept in another file.
  ///   - system: the SQLite VFS, for tests.
  ///   - now: the clock.
  package init(
    path: String, owner: DeviceAddress, profileKey: Secret, suite: CipherSuite, system: String? = nil,
    now: @escaping () -> Int64
  ) throws(MachineError) {
    (self.owner, self.suite, self.now) = (owner, suite, now)
    key = try olm(PickleKey(profileKey: profileKey, with: suite))
    textKey = try ciphered(suite.hkdf(32, from: profileKey, info: Array("inkwell.text.1".utf8)))
    rollbackGuard = try RollbackGuard(path + ".guard")
    try Connection<MachineError>.makePrivateFile(path)
    connection = try Connection(path: path, system: system)
    let version = try connection.version()
    guard version <= Migration.keys.count else { throw .laterVersion(version) }
    try connection.setUp()
    try connection.setSynchronous(true)
    let settings = Settings(connection: connection)
    let newID = try ciphered(suite.randomBytes(count: 16))
    try connection.migrate(from: version, by: Migration.keys) { () throws(MachineError) -> Void in
      guard version == 0 else { return }
      try settings.set("id", newID)
      try settings.set("user", owner.user)
      try settings.set("device", owner.device)
    }
    guard try settings.text("user") == owner.user, try settings.text("device") == owner.device else {
      throw .otherAccount
    }
    guard let id = try settings["id"] else { throw .damaged("there is no id") }
    self.id = id
    generation = try settings.integer("generation")
    let (found, place) = (rollbackGuard.found, RollbackGuard.place(of: path))
    var isOnlyRewritten = false
    // Nothing was committed yet.
    if generation == 0, (found?.generation ?? 0) == 0 {
      wasPutBack = false
    } else {
      let knownPlace = try settings["place"]
      let writtenAt = max(try settings.integer("committed_at"), found?.writtenAt ?? 0)
      let isRewritten = writtenAt > 0 && rollbackGuard.changedAt > writtenAt + RollbackGuard.longestDelay
      let isOlder = found?.id != id || (found?.generation ?? 0) > generation || knownPlace != place
      isOnlyRewritten = isRewritten && !isOlder
      wasPutBack = isOlder || isRewritten
    }
    if let found, found.id == id { generation = max(generation, found.generation) }
    guard try settings["place"] != place || wasPutBack else { return }
    let isOld = wasPutBack
    guardShowsReturn = isOld
    try transaction { () throws(MachineError) in
      try settings.set("place", place)
      // A changed time is the weakest sign: a program may have changed the file's mode. So what came meanwhile must stay readable.
      if isOld { try forgetSessions(keepingForReading: isOnlyRewritten) }
    }
  }

  /// Drops all state that another copy of this database may have used since.
  ///
  /// - Parameter keepsReading: whether sessions and one-time keys stay, to read what others have sent. Nothing is encrypted with them.
  func forgetSessions(keepingForReading keepsReading: Bool = false) throws(MachineError) {
    // Other devices continue their sessions, so a new session is begun with each of them.
    try connection.run(
      """
      REPLACE INTO peer (user, key, device, is_broken, repaired_at, claim_failed_at, was_told)
      SELECT user, identity_key, device, 1, 0, 0, 0 FROM device
      WHERE (user, identity_key) IN (SELECT user, peer FROM olm_session)
      """)
    try connection.run(keepsReading ? "UPDATE olm_session SET used = 0" : "DELETE FROM olm_session")
    for table in ["request", "event"] { try connection.run("DELETE FROM \(table)") }
    try connection.run("UPDATE outbound SET is_discarded = 1")
    try connection.run("UPDATE tracked SET is_outdated = 1, changes = changes + 1, retry_at = 0")
    _ = try settings.next("device_changes")
    if keepsReading { return }
    // Some one-time keys were used since, and the server may have seen more ids than this database.
    try settings.set("drops_keys", 1)
    try settings.set("uses_up_keys", 100)
    try settings.set("needs_fallback", 1)
    try settings.set("fallback_made_at", 0)
  }

  var settings: Settings { Settings(connection: connection) }

  /// Runs a transaction. Calls within the body join it.
  ///
  /// - Parameter isDurable: whether it waits for the disk. Otherwise a power cut may undo it, with all later transactions, so it
  ///   must not advance a stored ratchet.
  func transaction<Result>(
    isDurable: Bool = true, _ body: () throws(MachineError) -> Result
  ) throws(MachineError) -> Result {
    if isInTransaction { return try body() }
    try connection.setSynchronous(isDurable && waitsForDisk)
    isInTransaction = true
    defer { isInTransaction = false }
    guard isDurable else { return try connection.transaction(body) }
    let before = try changes()
    var isChanged = false
    let result = try connection.transaction { () throws(MachineError) in
      let result = try body()
      isChanged = try changes() != before
      if isChanged {
        try settings.set("generation", generation + 1)
        try settings.set("committed_at", rollbackGuard.noteTime())
        if !guardShowsReturn { try rollbackGuard.write(generation, of: id) }
      }
      return result
    }
    guard isChanged else { return result }
    generation += 1
    try rollbackGuard.write(generation, of: id)
    guardShowsReturn = false
    // A checkpoint that fails is tried again after the next transaction: everything is in the journal.
    if connection.journalPages > Self.mostJournalPages {
      do { try connection.emptyJournal() } catch {}
    }
    return result
  }

  /// Whether a period is over. A time that lies a period or more in the future counts as well: the clock was wrong
  /// when it was stored.
  func hasPassed(_ period: Int64, since time: Int64) -> Bool { (now() - time).magnitude >= UInt64(period) }

  /// The number of rows that were written since the database was opened.
  private func changes() throws(MachineError) -> Int64 {
    try connection.first("SELECT total_changes()") { $0.integer(0) } ?? 0
  }

  /// Reads several values from one snapshot.
  func reading<Result>(_ body: () throws(MachineError) -> Result) throws(MachineError) -> Result {
    if isInTransaction { return try body() }
    isInTransaction = true
    defer { isInTransaction = false }
    return try connection.reading(body)
  }
}

/// Named values in the database.
struct Settings {
  let connection: Connection<MachineError>

  subscript(name: String) -> [UInt8]? {
    get throws(MachineError) {
      try connection.first("SELECT value FROM setting WHERE name = ?", .id(name)) { $0.bytes(0) }
    }
  }

  func text(_ name: String) throws(MachineError) -> String? {
    try self[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The integer value of a name; 0 if there is none.
  func integer(_ name: String) throws(MachineError) -> Int64 {
    try connection.first("SELECT value FROM setting WHERE name = ?", .id(name)) { $0.integer(0) } ?? 0
  }

  func set(_ name: String, _ value: [UInt8]) throws(MachineError) { try set(name, .bytes(value)) }

  func set(_ name: String, _ value: String) throws(MachineError) { try set(name, .id(value)) }

  func set(_ name: String, _ value: Int64) throws(MachineError) { try set(name, .integer(value)) }

  func remove(_ name: String) throws(MachineError) {
    try connection.run("DELETE FROM setting WHERE name = ?", .id(name))
  }

  /// A number that was never given out before.
  func next(_ name: String) throws(MachineError) -> Int64 {
    let number = try integer(name) + 1
    try set(name, number)
    return number
  }

  private func set(_ name: String, _ value: Value) throws(MachineError) {
    try connection.run("REPLACE INTO setting (name, value) VALUES (?, ?)", .id(name), value)
  }
}

/// A device, as the server names it.
package struct DeviceAddress: Hashable, Sendable, Comparable {
  package let user: String
  package let device: String

  package init(user: String, device: String) { (self.user, self.device) = (user, device) }

  package static func < (left: DeviceAddress, right: DeviceAddress) -> Bool {
    (left.user, left.device) < (right.user, right.device)
  }
}
