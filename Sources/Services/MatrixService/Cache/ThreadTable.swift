import ChatDomain
import SQLite

/// The thread under a message.
struct CachedThread: Hashable, Sendable {
  /// The server's count of replies that are not all cached.
  struct ServerCount: Hashable, Sendable {
    let count: Int
    let latest: Timetoken
  }

  let room: ChannelID
  let root: MessageID
  /// The token of the last reply; nil if none is known. Then lists omit the thread.
  var latest: Timetoken?
  /// The token of its last change, which orders versions of a thread.
  var changed: Timetoken
  /// Whether the user participates.
  var isParticipating: Bool
  /// Whether all its replies are cached.
  var isComplete: Bool
  /// The server's token towards older replies.
  var before: String?
  var serverCount: ServerCount?
}

/// A user who replied in a thread.
struct CachedReplier: Hashable, Sendable {
  let user: UserID
  let count: Int
  /// The token of the last reply.
  let latest: Timetoken
}

/// The threads of all rooms, and who replied in them.
struct ThreadTable {
  let cache: MatrixCache

  /// Saves a thread, replacing the one with the same root.
  func save(_ thread: CachedThread) throws(CacheFault) {
    try cache.connection.run(
      """
      INSERT OR REPLACE INTO thread (room, root, latest, changed, mine, whole, before, told_count, told_latest)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(try cache.newNumber(of: thread.room)), .id(thread.root), .token(thread.latest),
      .token(thread.changed), .flag(thread.isParticipating), .flag(thread.isComplete), .text(thread.before),
      thread.serverCount.map { .integer(Int64($0.count)) } ?? .null, .token(thread.serverCount?.latest))
  }

  func thread(_ root: MessageID, in room: ChannelID) throws(CacheFault) -> CachedThread? {
    guard let number = try cache.number(of: room) else { return nil }
    return try rows("WHERE thread.room = ? AND root = ?", [.integer(number), .id(root)]).first
  }

  /// The user's threads in all rooms, the one with the latest reply first.
  /// - Parameter place: the last thread of the previous page.
  func list(before place: (Timetoken, MessageID)?, limit: Int) throws(CacheFault) -> [CachedThread] {
    guard limit > 0 else { return [] }
    var (choice, values): (String, [Value]) = ("WHERE mine = 1 AND latest IS NOT NULL", [])
    if let place {
      choice += " AND (latest, root) < (?, ?)"
      values = [.token(place.0), .id(place.1)]
    }
    return try rows(
      choice + " ORDER BY latest DESC, root DESC, thread.room LIMIT ?", values + [.integer(Int64(limit))])
  }

  /// All threads of a room, the one with the latest reply first.
  func of(_ room: ChannelID) throws(CacheFault) -> [CachedThread] {
    guard let number = try cache.number(of: room) else { return [] }
    return try rows("WHERE thread.room = ? ORDER BY latest DESC, root DESC", [.integer(number)])
  }

  /// Marks a room's threads as incomplete, after replies may have been missed. Cached replies stay.
  func markIncomplete(in room: ChannelID) throws(CacheFault) {
    guard let number = try cache.number(of: room) else { return }
    try cache.connection.run("UPDATE thread SET whole = 0, before = NULL WHERE room = ?", .integer(number))
  }

  /// The repliers of a thread, the most active first; ties go to the one who replied first.
  func repliers(of root: MessageID, in room: ChannelID) throws(CacheFault) -> [CachedReplier] {
    guard let number = try cache.number(of: room) else { return [] }
    var repliers: [CachedReplier] = []
    try cache.connection.rows(
      """
      SELECT sender, count(*), max(token) FROM event
      WHERE room = ? AND parent = ? AND shown = 1 AND counted = 1
      GROUP BY sender ORDER BY count(*) DESC, min(token), sender
      """, [.integer(number), .id(root)]
    ) {
      repliers.append(CachedReplier(user: $0.id(0), count: Int($0.integer(1)), latest: $0.token(2)))
    }
    return repliers
  }

  private func rows(_ choice: String, _ values: [Value]) throws(CacheFault) -> [CachedThread] {
    var threads: [CachedThread] = []
    try cache.connection.rows(
      """
      SELECT room.id, root, latest, changed, mine, whole, before, told_count, told_latest
      FROM thread JOIN room ON room.number = thread.room \(choice)
      """, values
    ) { row in
      let serverCount = row.tokenIfAny(8).map {
        CachedThread.ServerCount(count: Int(row.integer(7)), latest: $0)
      }
      threads.append(
        CachedThread(
          room: row.id(0), root: row.id(1), latest: row.tokenIfAny(2), changed: row.token(3),
          isParticipating: row.flag(4), isComplete: row.flag(5), before: row.textIfAny(6),
          serverCount: serverCount))
    }
    return threads
  }
}
