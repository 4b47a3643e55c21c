import ChatDomain

extension ChannelSummary: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(channel, memberCount, partner, lastMessage, reading, preferences)
    // Rare properties are omitted, so that earlier versions can read most channels.
    guard
      reading.isMarkedUnread || channel.successor != nil || channel.predecessor != nil
        || channel.isServiceNotice || channel.isEncrypted
    else { return }
    writer.write(
      reading.isMarkedUnread, channel.successor, channel.predecessor, channel.isServiceNotice)
    if channel.isEncrypted { writer.write(channel.isEncrypted) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      channel: try reader.read(), memberCount: try reader.read(), partner: try reader.read(),
      lastMessage: try reader.read(), reading: try reader.read())
    // Records from before preferences existed end here.
    if reader.remaining > 0 { preferences = try reader.read() }
    // Records from before the unread mark end here.
    guard reader.remaining > 0 else { return }
    reading.isMarkedUnread = try reader.read()
    channel.successor = try reader.read()
    channel.predecessor = try reader.read()
    channel.isServiceNotice = try reader.read()
    if reader.remaining > 0 { channel.isEncrypted = try reader.read() }
  }
}

extension ChannelPreferences: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(isFavourite, notifications, revision)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      isFavourite: try reader.read(), notifications: try reader.read(), revision: try reader.read())
  }
}

extension NotificationLevel: RecordableCase {
  /// Originally a flag that said whether the channel is muted.
  var tag: UInt8 {
    switch self {
    case .all: 0
    case .nothing: 1
    case .mentions: 2
    }
  }
}

extension Channel: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(id, name, type, topic, createdAt, updatedAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      id: try reader.read(), name: try reader.read(), type: try reader.read(), topic: try reader.read(),
      createdAt: try reader.read(), updatedAt: try reader.read(Timestamp.self))
  }
}

extension ChannelType: RecordableCase {
  var tag: UInt8 {
    switch self {
    case .public: 0
    case .group: 1
    case .direct: 2
    }
  }
}

extension ReadPosition: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(lastRead, unreadCount, mentionCount)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(lastRead: try reader.read(), unreadCount: try reader.read(), mentionCount: try reader.read())
  }
}
