import ChatDomain

extension ChannelSummary: Recordable {
  func write(to writer: inout RecordWriter) {
    channel.write(to: &writer)
    memberCount.write(to: &writer)
    partner.write(to: &writer)
    lastMessage.write(to: &writer)
    reading.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      channel: try reader.read(), memberCount: try reader.read(), partner: try reader.read(),
      lastMessage: try reader.read(), reading: try reader.read())
  }
}

extension Channel: Recordable {
  func write(to writer: inout RecordWriter) {
    id.write(to: &writer)
    name.write(to: &writer)
    type.write(to: &writer)
    topic.write(to: &writer)
    createdAt.write(to: &writer)
    updatedAt.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      id: try reader.read(), name: try reader.read(), type: try reader.read(), topic: try reader.read(),
      createdAt: try reader.read(), updatedAt: try reader.read(Timestamp.self))
  }
}

extension ChannelType: Recordable {
  func write(to writer: inout RecordWriter) {
    let tag: UInt8 =
      switch self {
      case .public: 0
      case .group: 1
      case .direct: 2
      }
    writer.write(byte: tag)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .public
    case 1: self = .group
    case 2: self = .direct
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension ReadPosition: Recordable {
  func write(to writer: inout RecordWriter) {
    lastRead.write(to: &writer)
    unreadCount.write(to: &writer)
    mentionCount.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(lastRead: try reader.read(), unreadCount: try reader.read(), mentionCount: try reader.read())
  }
}
