import ChatDomain

extension Message: Recordable {
  func write(to writer: inout RecordWriter) {
    id.write(to: &writer)
    channelId.write(to: &writer)
    parentId.write(to: &writer)
    (kind == .system).write(to: &writer)
    author.write(to: &writer)
    elements.write(to: &writer)
    files.write(to: &writer)
    quoted.write(to: &writer)
    createdAt.write(to: &writer)
    timetoken.write(to: &writer)
    editedAt.write(to: &writer)
    deletedAt.write(to: &writer)
    pin.write(to: &writer)
    isShownInChannel.write(to: &writer)
    threadInfo.write(to: &writer)
    reactions.write(to: &writer)
    transactionId.write(to: &writer)
    localState.write(to: &writer)
    extras.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (id, channelId): (MessageID, ChannelID) = (try reader.read(), try reader.read())
    let parentId: MessageID? = try reader.read()
    let kind: Kind = try reader.read(Bool.self) ? .system : .regular
    self.init(
      id: id, channelId: channelId, parentId: parentId, kind: kind, author: try reader.read(),
      elements: try reader.read(), files: try reader.read(), quoted: try reader.read(),
      createdAt: try reader.read(), timetoken: try reader.read())
    editedAt = try reader.read()
    deletedAt = try reader.read()
    pin = try reader.read()
    isShownInChannel = try reader.read()
    threadInfo = try reader.read()
    reactions = try reader.read()
    transactionId = try reader.read()
    localState = try reader.read()
    extras = try reader.read()
  }
}

extension Pin: Recordable {
  func write(to writer: inout RecordWriter) {
    by.write(to: &writer)
    at.write(to: &writer)
    expiresAt.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(by: try reader.read(), at: try reader.read(), expiresAt: try reader.read())
  }
}

extension Reaction: Recordable {
  func write(to writer: inout RecordWriter) {
    name.write(to: &writer)
    users.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(name: try reader.read(), users: try reader.read())
  }
}

extension ThreadInfo: Recordable {
  func write(to writer: inout RecordWriter) {
    replyCount.write(to: &writer)
    mostRepliedUsers.write(to: &writer)
    lastRepliedAt.write(to: &writer)
    updatedAt.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      replyCount: try reader.read(), mostRepliedUsers: try reader.read(), lastRepliedAt: try reader.read(),
      updatedAt: try reader.read())
  }
}

extension MessageExtras: Recordable {
  func write(to writer: inout RecordWriter) {
    meta.write(to: &writer)
    customPushData.write(to: &writer)
    translationTargetLanguages.write(to: &writer)
    mentionedMessageTemplate.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      meta: try reader.read(), customPushData: try reader.read(),
      translationTargetLanguages: try reader.read(), mentionedMessageTemplate: try reader.read())
  }
}

/// The numbers stand in files: a new case gets a new one, and none is used again.
extension LocalMessageState: Recordable {
  private var tag: UInt8 {
    switch self {
    case .pendingSend: 0
    case .sending: 1
    case .sendingFailed: 2
    case .pendingSync: 3
    case .syncing: 4
    case .syncingFailed: 5
    case .deleting: 6
    case .deletingFailed: 7
    }
  }

  func write(to writer: inout RecordWriter) { writer.write(byte: tag) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let tag = try reader.readByte()
    guard let state = Self.allCases.first(where: { $0.tag == tag }) else { throw RecordDamage(.unknownTag) }
    self = state
  }
}
