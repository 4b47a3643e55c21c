import ChatDomain

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

  func save(_ message: Message) throws(StorageFault) {
    // Its place may have changed.
    try forget(message.id, in: message.channelId)
    let token = Int64(bitPattern: (message.timetoken?.rawValue ?? 0) ^ 1 << 63)
    try connection.run(
      "INSERT INTO message (channel, unsent, token, created, id, record) VALUES (?, ?, ?, ?, ?, ?)",
      .id(message.channelId.rawValue), .integer(message.timetoken == nil ? 1 : 0), .integer(token),
      .integer(message.createdAt.microseconds), .id(message.id.rawValue), .bytes(Record.sealed(message)))
  }

  func forget(_ id: MessageID, in channel: ChannelID) throws(StorageFault) {
    try connection.run(
      "DELETE FROM message WHERE channel = ? AND id = ?", .id(channel.rawValue), .id(id.rawValue))
  }

  func message(_ id: MessageID, in channel: ChannelID) throws(StorageFault) -> Message? {
    try connection.first(
      "SELECT record FROM message WHERE channel = ? AND id = ?", .id(channel.rawValue), .id(id.rawValue)
    ) { row throws(StorageFault) in try row.record(0) }
  }

  func messages(in channel: ChannelID, limit: Int) throws(StorageFault) -> [Message] {
    let messages: [Message] = try connection.records(
      """
      SELECT record FROM message WHERE channel = ?
      ORDER BY unsent DESC, token DESC, created DESC, id DESC LIMIT ?
      """, [.id(channel.rawValue), .integer(Int64(max(0, limit)))])
    return messages.reversed()
  }
}
