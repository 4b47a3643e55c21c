import ChatDomain
import SQLite

extension CacheTables {
  /// A channel with more stored messages than allowed.
  struct Excess {
    let channel: Value
    /// The number of newest messages to keep.
    let staying: Int
  }

  /// The channels with too many messages. The channels with the latest activity keep the most.
  func excess(over bounds: CacheBounds) throws(StorageFault) -> [Excess] {
    var room = bounds.ofAll
    var found: [Excess] = []
    try connection.rows(
      """
      SELECT kept.channel, kept.count FROM
        (SELECT channel, COUNT(*) AS count FROM message GROUP BY channel) AS kept
        LEFT JOIN channel ON channel.channel = kept.channel
      ORDER BY channel.activity DESC NULLS LAST, kept.channel
      """
    ) { row in
      let staying = min(bounds.ofChannel, room)
      let count = Int(row.integer(1))
      room -= min(count, staying)
      if count > staying { found.append(Excess(channel: .bytes(row.bytes(0)), staying: staying)) }
    }
    return found
  }

  /// Removes some of the excess.
  ///
  /// - Parameters:
  ///   - spared: the messages to keep anyway.
  ///   - limit: the maximum number to remove.
  /// - Returns: whether there may be more to remove.
  func trim(_ excess: Excess, sparing spared: Set<Value>, atMost limit: Int) throws(StorageFault) -> Bool {
    var ids: [Value] = []
    // Spared messages are few, so skipping them each time is cheap.
    try connection.rows(
      """
      SELECT id FROM message WHERE channel = ?
      ORDER BY unsent DESC, token DESC, created DESC, id DESC LIMIT ? OFFSET ?
      """,
      [excess.channel, .integer(Int64(limit + spared.count)), .integer(Int64(excess.staying))]
    ) { row in
      let id = Value.bytes(row.bytes(0))
      if ids.count < limit, !spared.contains(id) { ids.append(id) }
    }
    for id in ids {
      try connection.run("DELETE FROM message WHERE channel = ? AND id = ?", excess.channel, id)
    }
    return ids.count == limit
  }
}

extension DraftTable {
  /// The messages that the drafts of a channel refer to.
  func messages(in channel: Value) throws(StorageFault) -> [MessageID] {
    try drafts(in: channel).flatMap { draft in
      [draft.key.parentId, draft.content.quoted?.id, draft.edit?.messageId].compactMap(\.self)
    }
  }
}

extension OutboxEntry {
  /// The messages that it refers to.
  var messages: [MessageID] { [message.id, message.parentId, message.quoted?.id].compactMap(\.self) }
}
