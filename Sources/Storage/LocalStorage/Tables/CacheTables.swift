import ChatDomain
import SQLite

/// The last known state of the channels and their messages. All of it can be fetched from the service again.
struct CacheTables {
  let connection: Connection

  func save(_ summary: ChannelSummary) throws(StorageFault) {
    try connection.run(
      """
      INSERT INTO channel (channel, activity, record) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET activity = excluded.activity, record = excluded.record
      """, .id(summary.id.rawValue), .integer(summary.lastActivity.microseconds),
      .bytes(Record.sealed(summary)))
  }

  func forget(_ channel: ChannelID) throws(StorageFault) {
    try connection.run("DELETE FROM channel WHERE channel = ?", .id(channel.rawValue))
    try connection.run("DELETE FROM message WHERE channel = ?", .id(channel.rawValue))
  }

  func channels(from offset: Int, limit: Int) throws(StorageFault) -> [ChannelSummary] {
    try connection.records(
      "SELECT record FROM channel ORDER BY activity DESC, channel LIMIT ? OFFSET ?",
      [.integer(Int64(max(0, limit))), .integer(Int64(max(0, offset)))])
  }

  /// Keeps a message. Its quote, and the quotes of it, are updated to the latest known version of the quoted message.
  func save(_ message: Message) throws(StorageFault) {
    let channel = message.channelId
    let message = message.withQuoteUpdated { readable($0, in: channel) }
    try write(message)
    let own = QuotedMessage(message)
    try changeQuotes(of: own.id, in: own.channelId) { $0.updated(by: own) }
  }

  /// Updates the kept copy of a message.
  func update(_ message: Message) throws(StorageFault) {
    if let known = readable(message.id, in: message.channelId) {
      return try save(known.updated(by: message))
    }
    let quoted = QuotedMessage(message)
    try changeQuotes(of: quoted.id, in: quoted.channelId) { $0.updated(by: quoted) }
  }

  /// Removes the text of a deleted message wherever it is kept.
  func delete(_ event: MessageDeletedEvent) throws(StorageFault) {
    if event.isHard {
      try forget(event.messageId, in: event.channelId)
    } else if let known = readable(event.messageId, in: event.channelId) {
      try write(known.deleted(at: event.deletedAt))
    }
    try changeQuotes(of: event.messageId, in: event.channelId) { $0.deleted }
  }

  private func write(_ message: Message) throws(StorageFault) {
    // The message's position may have changed.
    try forget(message.id, in: message.channelId)
    let token = Int64(bitPattern: (message.timetoken?.rawValue ?? 0) ^ 1 << 63)
    try connection.run(
      """
      INSERT INTO message (channel, unsent, token, created, id, record, txn, quoted)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .id(message.channelId.rawValue), .integer(message.timetoken == nil ? 1 : 0), .integer(token),
      .integer(message.createdAt.microseconds), .id(message.id.rawValue),
      .bytes(Record.sealed(CachedMessage(message))),
      message.transactionId.map { .id($0.rawValue) } ?? .null,
      message.quoted.map { .id($0.id.rawValue) } ?? .null)
  }

  private func changeQuotes(
    of id: MessageID, in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage
  ) throws(StorageFault) {
    var quoting: [Message] = []
    try connection.rows(
      "SELECT record FROM message WHERE channel = ? AND quoted = ?",
      [.id(channel.rawValue), .id(id.rawValue)]
    ) { row in
      do throws(StorageFault) {
        // Not an optional, which would be encoded differently.
        let kept: CachedMessage = try row.record(0)
        quoting.append(kept.message)
      } catch {
        // The service will replace a damaged copy; it must not cause a batch with typed text to be refused.
      }
    }
    for message in quoting {
      var changed = message
      changed.quoted = message.quoted.map(change)
      if changed.quoted != message.quoted { try write(changed) }
    }
  }

  func forget(_ id: MessageID, in channel: ChannelID) throws(StorageFault) {
    try connection.run(
      "DELETE FROM message WHERE channel = ? AND id = ?", .id(channel.rawValue), .id(id.rawValue))
  }

  /// The message of this id, or of this transaction.
  func message(_ id: MessageID, in channel: ChannelID) throws(StorageFault) -> Message? {
    if let found = try exactMessage(id, in: channel) { return found }
    return try message(where: "txn = ?", id, in: channel)
  }

  /// The kept copy of a message, for saving it again.
  private func readable(_ id: MessageID, in channel: ChannelID) -> Message? {
    // try?: a damaged copy is about to be replaced, and must not cause a batch with typed text to be refused.
    (try? exactMessage(id, in: channel)) ?? nil
  }

  private func exactMessage(_ id: MessageID, in channel: ChannelID) throws(StorageFault) -> Message? {
    try message(where: "id = ?", id, in: channel)
  }

  private func message(
    where condition: String, _ id: MessageID, in channel: ChannelID
  ) throws(StorageFault) -> Message? {
    let kept: CachedMessage? = try connection.first(
      "SELECT record FROM message WHERE channel = ? AND \(condition)", .id(channel.rawValue), .id(id.rawValue)
    ) { row throws(StorageFault) in try row.record(0) }
    return kept?.message
  }

  func messages(in channel: ChannelID, limit: Int) throws(StorageFault) -> [Message] {
    let messages: [CachedMessage] = try connection.records(
      """
      SELECT record FROM message WHERE channel = ?
      ORDER BY unsent DESC, token DESC, created DESC, id DESC LIMIT ?
      """, [.id(channel.rawValue), .integer(Int64(max(0, limit)))])
    return messages.reversed().map(\.message)
  }

  // MARK: Trimming

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

/// The number of messages to keep: a list shows its first page from the cache, and the service has the rest.
struct CacheBounds {
  /// The newest messages per channel.
  var ofChannel = 200
  /// The total for all channels: a page for each of a thousand.
  var ofAll = 50_000
  /// The number removed in one go, so that a key in between is not delayed.
  var atOnce = 100
  /// The number of added messages after which the bounds are checked again.
  var every = 2_000
}

/// Decides when the cache is checked against its bounds: when the first messages of a session are added, and at intervals.
struct CacheCheck {
  var bounds = CacheBounds()
  /// The number of messages added since the last check.
  private var added = 0
  private var wasMade = false

  mutating func count(_ changes: [StoreChange]) {
    for case .cacheMessages(let messages) in changes { added += messages.count }
  }

  var isDue: Bool { added > 0 && (!wasMade || added >= bounds.every) }

  mutating func begin() { (wasMade, added) = (true, 0) }
}
