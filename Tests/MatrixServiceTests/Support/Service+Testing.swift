import CFaultySystem
import CSQLite
import ChatDomain
import EncryptionMachine
import Foundation
import JSON
import SQLite
import TestSupport
import Testing

@testable import MatrixService

extension MatrixService {
  /// Makes the cache read-only, as on a failing disk.
  func breakCache() throws { try store.replica().cache.connection.run("PRAGMA query_only = 1") }

  /// Writes while another program has locked the file, until this many attempts were made.
  ///
  /// - Returns: the number of attempts, and whether the cache continues in memory.
  func write(
    beside path: String, freeAfter attempts: Int
  ) throws -> (attempts: Int, isInMemory: Bool) {
    try store.replica().cache.connection.execute("PRAGMA busy_timeout = 0")
    let other = try SQLite.Connection<CacheFault>(path: path)
    try other.run("BEGIN IMMEDIATE")
    var count = 0
    try store.withReplica { replica throws(CacheFault) in
      if count == attempts { try other.run("ROLLBACK") }
      count += 1
      try replica.cache.values.set("written", forKey: "test")
    }
    return (count, try store.replica().cache.isInMemory)
  }

  /// Applies an answer with a gap before it.
  func cutHill(next events: [String]) throws {
    let replica = try store.replica()
    let part = SyncText.Joined(events: events, isLimited: true, previous: "t107")
    let bytes = Array(SyncText(part).text(next: replica.since ?? "").utf8)
    _ = try replica.apply(SyncAnswer(bytes, for: Said.ann), gaps: [Said.hill: .cut])
  }

  /// Applies the first room of an answer only, as if the program was killed before the second.
  func takeFirstRoom(of text: SyncText, gaps: [ChannelID: TimelineGap]) throws {
    let since = try store.replica().since
    let answer = try SyncAnswer(Array(text.text(next: "later").utf8), for: Said.ann)
    let parts = AnswerPart.all(of: answer, with: gaps, most: 1)
    try #require(parts.count > 1)
    try rounds.apply(parts[0], of: answer, after: since, gaps: gaps)
  }

  /// Gives an answer to the keys only, as if the program was killed before the cache took it.
  func takeKeysOnly(from server: Homeserver) async throws {
    let since = try store.replica().since
    let bytes = try await connection.answer(
      to: .sync(since: since, filter: SyncFilter(timelineLimit: 50), patience: .zero, presence: .offline))
    try account.keys.take(sync: JSONDocument(bytes ?? []).root, since: since)
  }

  /// The sync positions of the cache and of the keys.
  func positions() throws -> (cache: String?, keys: String?) {
    (try store.replica().since, try account.keys.machine?.position)
  }

  /// Begins a new session of a room.
  func discardSession(of room: ChannelID) throws {
    try account.keys.machine?.discardSession(room: room.rawValue)
  }

  /// Makes the keys unusable for the rest of the run.
  func closeKeys() { account.keys.close() }

  /// Records the result of a transaction, as before a crash.
  func note(_ transaction: TransactionID, as id: MessageID, at time: Timestamp) throws {
    try store.replica().cache.transactions.save(
      transaction, "message", in: Said.hill, result: id, at: time)
  }

  func trim(to bounds: HistoryBounds) async throws { try await trimmer.trim(to: bounds) }

  func eventCounts() throws -> [ChannelID: Int] { try store.replica().cache.trimmer.eventCounts() }

  func liveSlices(of room: ChannelID) throws -> [CachedSlice] {
    try store.replica().cache.slices.of(room).filter(\.isLive)
  }
}

/// Sends the files of all databases that are opened from now on through the VFS for faults.
func makeFaultyDefault() -> Bool { sqlite3_vfs_register(sqlite3_vfs_find(faulty_name), 1) == SQLITE_OK }

extension ScratchFolder {
  /// The names of the files in a folder in it.
  func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

  /// Makes the cache forget that rooms are encrypted.
  func forgetEncryption() throws {
    let cache = try SQLite.Connection<CacheFault>(path: path("cache/matrix.db"))
    try cache.run(
      """
      UPDATE room SET record =
      CAST(replace(CAST(record AS TEXT), '"isEncrypted":true', '"isEncrypted":false') AS BLOB)
      """)
    try cache.run("DELETE FROM state WHERE type = CAST('m.room.encryption' AS BLOB)")
  }

  /// Overwrites the first page of a table of a database in place, so that the file counts as the same.
  func damage(table: String, of name: String) throws {
    let connection = try SQLite.Connection<CacheFault>(path: path(name))
    func number(_ sql: String) throws -> UInt64 { UInt64(try connection.first(sql) { $0.integer(0) } ?? 0) }
    let size = try number("PRAGMA page_size")
    let page = try number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    try #require(page > 1)
    // The journal of a connection that has read nothing is not open yet.
    try connection.eraseJournal(patience: 1000)
    for suffix in ["-wal", "-shm"] { unlink(path(name) + suffix) }
    let file = try FileHandle(forWritingTo: URL(filePath: path(name)))
    try file.seek(toOffset: (page - 1) * size)
    try file.write(contentsOf: Data(repeating: 0xAA, count: Int(size)))
    try file.close()
  }

  /// Overwrites a part of a file, or all of it.
  func damage(_ name: String, isWhole: Bool) throws {
    let url = URL(filePath: path(name))
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: path(name) + suffix) {
      try FileManager.default.removeItem(atPath: path(name) + suffix)
    }
    var bytes = try Data(contentsOf: url)
    if isWhole {
      bytes = Data("nonsense".utf8)
    } else {
      for place in stride(from: 4096, to: bytes.count, by: 97) { bytes[place] = 0xAA }
    }
    try bytes.write(to: url)
  }
}
