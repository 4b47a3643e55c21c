import ChatDomain
import SQLite

/// The last known state of the channels and their messages. All of it can be fetched from the service again.
struct CacheTables {
  let connection: Connection
  /// The order of a channel's messages: those that are being sent are the newest.
  private static let newestFirst = "unsent DESC, token DESC, created DESC, id DESC"

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

  /// Saves a message. Its quote, and all quotes of it, get the latest known version of the quoted message.
  func save(_ message: Message) throws(StorageFault) {
    let channel = message.channelId
    let message = try message.withQuoteUpdated { id throws(StorageFault) in try readable(id, in: channel) }
    try write(message)
    let own = QuotedMessage(message)
    try changeQuotes(of: own.id, in: own.channelId) { $0.updated(by: own) }
  }

  /// Updates the cached copy of a message, if there is one, and all quotes of the message.
  func update(_ message: Message) throws(StorageFault) {
    if let known = try readable(message.id, in: message.channelId) {
      return try save(known.updated(by: message))
    }
    let quoted = QuotedMessage(message)
    try changeQuotes(of: quoted.id, in: quoted.channelId) { $0.updated(by: quoted) }
  }

  /// Removes the text of a deleted message wherever it is kept.
  func delete(_ event: MessageDeletedEvent) throws(StorageFault) {
    if event.isHard {
      try forget(event.messageId, in: event.channelId)
    } else if let known = try readable(event.messageId, in: event.channelId) {
      try write(known.deleted(at: event.deletedAt))
    }
    try changeQuotes(of: event.messageId, in: event.channelId) { $0.deleted }
  }

  private func write(_ message: Message) throws(StorageFault) {
    // The primary key contains the message's position, which may have changed.
    try forget(message.id, in: message.channelId)
    // SQLite's integers are signed: with the top bit flipped they sort as the unsigned tokens do.
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

  /// Changes the quotes of a message. Damaged messages that quote it are forgotten.
  private func changeQuotes(
    of id: MessageID, in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage
  ) throws(StorageFault) {
    var quoting: [Message] = []
    var damaged: [Value] = []
    try connection.rows(
      "SELECT record, id FROM message WHERE channel = ? AND quoted = ?",
      [.id(channel.rawValue), .id(id.rawValue)]
    ) { row throws(StorageFault) in
      do throws(StorageFault) {
        // With an optional type, the record would be decoded differently.
        let kept: CachedMessage = try row.record(0)
        quoting.append(kept.message)
      } catch {
        guard error.isDamage else { throw error }
        damaged.append(.bytes(row.bytes(1)))
      }
    }
    for id in damaged { try forget(id, in: .id(channel.rawValue)) }
    for message in quoting {
      var changed = message
      changed.quoted = message.quoted.map(change)
      if changed.quoted != message.quoted { try write(changed) }
    }
  }

  func forget(_ id: MessageID, in channel: ChannelID) throws(StorageFault) {
    try forget(.id(id.rawValue), in: .id(channel.rawValue))
  }

  private func forget(_ id: Value, in channel: Value) throws(StorageFault) {
    try connection.run("DELETE FROM message WHERE channel = ? AND id = ?", channel, id)
  }

  /// The message of this id, or of this transaction.
  func message(_ id: MessageID, in channel: ChannelID) throws(StorageFault) -> Message? {
    if let found = try exactMessage(id, in: channel) { return found }
    return try message(where: "txn = ?", id, in: channel)
  }

  /// The kept copy of a message.
  ///
  /// A damaged copy is forgotten: the service has the message, and a batch with typed text must not be refused for it.
  private func readable(_ id: MessageID, in channel: ChannelID) throws(StorageFault) -> Message? {
    do throws(StorageFault) {
      return try exactMessage(id, in: channel)
    } catch {
      guard error.isDamage else { throw error }
      try forget(id, in: channel)
      return nil
    }
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
      ORDER BY \(Self.newestFirst) LIMIT ?
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

  /// The channels with too many messages. Channels with the latest activity get their share of the total first.
  func excess(over bounds: CacheBounds) throws(StorageFault) -> [Excess] {
    var room = bounds.messages
    var found: [Excess] = []
    try connection.rows(
      """
      SELECT kept.channel, kept.count FROM
        (SELECT channel, COUNT(*) AS count FROM message GROUP BY channel) AS kept
        LEFT JOIN channel ON channel.channel = kept.channel
      ORDER BY channel.activity DESC NULLS LAST, kept.channel
      """
    ) { row in
      let staying = min(bounds.messagesPerChannel, room)
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
      ORDER BY \(Self.newestFirst) LIMIT ? OFFSET ?
      """,
      [excess.channel, .integer(Int64(limit + spared.count)), .integer(Int64(excess.staying))]
    ) { row in
      let id = Value.bytes(row.bytes(0))
      if ids.count < limit, !spared.contains(id) { ids.append(id) }
    }
    for id in ids { try forget(id, in: excess.channel) }
    return ids.count == limit
  }
}
