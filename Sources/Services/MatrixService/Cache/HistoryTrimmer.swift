import ChatDomain
import SQLite

/// Removes the oldest events of a room, with what belongs to them.
struct HistoryTrimmer {
  let cache: MatrixCache

  /// The token of the oldest event that stays if a room's live slice is trimmed to `count` events; nil if it has no more.
  func cut(of room: ChannelID, keeping count: Int) throws(CacheFault) -> Timetoken? {
    guard count > 0, let slice = try cache.slices.of(room).first(where: \.isLive) else { return nil }
    let oldest = try tokens(of: slice.id, from: count - 1)
    guard let oldest, let bounds = try cache.slices.bounds(of: slice.id), bounds.lowest < oldest else {
      return nil
    }
    return oldest
  }

  /// Removes everything older than an event of a room's live slice: events, other slices, and relations outside all slices whose
  /// targets are gone.
  ///
  /// A thread that loses replies is no longer whole, and its count becomes the server's. The roots and last replies of the user's
  /// threads stay, outside all slices, as do relations of events that stay.
  ///
  /// - Parameter token: the server's token towards older events.
  /// - Returns: the number of events removed.
  @discardableResult
  func trim(_ room: ChannelID, from cut: Timetoken, before token: String) throws(CacheFault) -> Int {
    try cache.transaction { () throws(CacheFault) in
      guard let number = try cache.number(of: room),
        var slice = try cache.slices.of(room).first(where: \.isLive)
      else {
        return 0
      }
      let choice = """
        SELECT number FROM event WHERE slice = ? AND listed IN (0, 1) AND token < ? UNION ALL
        SELECT number FROM event WHERE slice IN (SELECT number FROM slice WHERE room = ? AND live = 0)
        """
      let values: [Value] = [.integer(slice.id.rawValue), .token(cut), .integer(number)]
      try markThreadsIncomplete(of: choice, values, in: number)
      try cache.connection.rows(
        """
        UPDATE event SET slice = NULL WHERE number IN (\(choice)) AND EXISTS (
          SELECT 1 FROM thread WHERE thread.room = event.room AND mine = 1
          AND (root = event.id OR root = event.parent AND latest = event.token))
        """, values
      ) { _ in }
      var moved = try cache.connection.number("SELECT changes()")
      try cache.connection.rows(
        """
        UPDATE event SET slice = NULL WHERE number IN (\(choice)) AND target IS NOT NULL AND EXISTS (
          SELECT 1 FROM event AS about WHERE about.room = event.room AND about.id = event.target
          AND about.number NOT IN (\(choice)))
        """, values + values
      ) { _ in }
      moved += try cache.connection.number("SELECT changes()")
      var removed = try remove(choice, values)
      try cache.connection.run("DELETE FROM slice WHERE room = ? AND live = 0", .integer(number))
      guard moved + removed > 0 else { return 0 }
      slice.before = token
      try cache.slices.save(slice)
      removed += try remove(
        """
        SELECT number FROM event AS relation WHERE room = ? AND target IS NOT NULL AND slice IS NULL
        AND NOT EXISTS (SELECT 1 FROM event WHERE room = relation.room AND id = relation.target)
        """, [.integer(number)])
      return removed
    }
  }

  /// The oldest event of a room's live slice that is not older than a token.
  func event(from token: Timetoken, in room: ChannelID) throws(CacheFault) -> CachedEvent? {
    guard let live = try cache.slices.of(room).first(where: \.isLive) else { return nil }
    let id: MessageID? = try cache.connection.first(
      """
      SELECT id FROM event WHERE slice = ? AND listed IN (0, 1) AND token >= ? ORDER BY token LIMIT 1
      """, .integer(live.id.rawValue), .token(token)
    ) { $0.id(0) }
    return try id.flatMap { (id) throws(CacheFault) in try cache.events.event(id, in: room) }
  }

  /// The number of events in the slices of each room.
  func eventCounts() throws(CacheFault) -> [ChannelID: Int] {
    var counts: [ChannelID: Int] = [:]
    try cache.connection.rows(
      """
      SELECT room.id, count(*) FROM event JOIN room ON room.number = event.room
      WHERE slice IS NOT NULL GROUP BY event.room
      """
    ) { counts[$0.id(0)] = Int($0.integer(1)) }
    return counts
  }

  /// Removes events with their words.
  private func remove(_ choice: String, _ values: [Value]) throws(CacheFault) -> Int {
    cache.knownInbox = nil
    try cache.connection.rows("DELETE FROM words WHERE rowid IN (\(choice))", values) { _ in }
    try cache.connection.rows("DELETE FROM event WHERE number IN (\(choice))", values) { _ in }
    return try cache.connection.number("SELECT changes()")
  }

  /// Marks complete threads that lose replies as incomplete.
  private func markThreadsIncomplete(of choice: String, _ values: [Value], in room: Int64) throws(CacheFault)
  {
    var roots: [Value] = []
    try cache.connection.rows(
      """
      SELECT root FROM thread WHERE room = ? AND whole = 1 AND root IN
      (SELECT parent FROM event WHERE parent IS NOT NULL AND shown = 1 AND number IN (\(choice)))
      """, [.integer(room)] + values
    ) { roots.append(.bytes($0.bytes(0))) }
    for root in roots {
      try cache.connection.run(
        """
        UPDATE thread SET whole = 0, before = NULL, (told_count, told_latest) = (
          SELECT count(*), coalesce(max(token), latest) FROM event
          WHERE event.room = thread.room AND parent = thread.root AND shown = 1 AND counted = 1
        ) WHERE room = ? AND root = ?
        """, .integer(room), root)
    }
  }

  /// The token of an event of a slice, counted from the newest.
  private func tokens(of slice: SliceID, from place: Int) throws(CacheFault) -> Timetoken? {
    let part = { (listed: Int) in
      """
      SELECT * FROM (
        SELECT token FROM event WHERE slice = ?1 AND listed = \(listed) ORDER BY token DESC LIMIT ?2 + 1
      )
      """
    }
    return try cache.connection.first(
      "\(part(0)) UNION ALL \(part(1)) ORDER BY token DESC LIMIT 1 OFFSET ?2", .integer(slice.rawValue),
      .integer(Int64(place))
    ) { $0.token(0) }
  }
}

/// How much of the rooms' history is kept.
struct HistoryBounds: Hashable, Sendable {
  /// The maximum number of events of a room.
  let perRoom: Int
  /// The maximum number of events of all rooms.
  let total: Int

  /// Years of most rooms, in less than 200 MB.
  static let usual = HistoryBounds(perRoom: 5_000, total: 100_000)

  /// The minimum per room, whatever the number of rooms: more than a screen shows.
  private static let fewest = 300

  /// The number of events to keep of each room so that the total is within the bounds. Only rooms with more events
  /// are trimmed.
  func kept(_ counts: some Collection<Int>) -> Int {
    var kept = perRoom
    while kept > Self.fewest, counts.reduce(0, { $0 + min($1, kept) }) > total { kept /= 2 }
    return max(kept, min(Self.fewest, perRoom))
  }
}

/// Changes when the list of ignored users changes.
extension HistoryTrimmer {
  /// Hides all messages of a user and removes them from counts. Only fetching the histories again brings them back.
  func hideMessages(by user: UserID) throws(CacheFault) {
    cache.knownInbox = nil
    try cache.connection.run(
      """
      UPDATE event SET shown = 0, counted = 0, in_channel = 0, listed = 0, mentions = 0
      WHERE sender = ? AND kind = ?
      """, .id(user), .integer(Int64(CachedEvent.Kind.message.rawValue)))
  }

  /// Removes the histories of all rooms. All other tables stay.
  func removeAll() throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      cache.knownInbox = nil
      for table in ["words", "event", "slice", "thread"] { try cache.connection.run("DELETE FROM \(table)") }
    }
  }
}
