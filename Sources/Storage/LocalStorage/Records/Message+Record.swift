import ChatDomain
import DraftEngine

extension Message: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(
      id, channelId, parentId, Form(self), author, elements, files, quoted, createdAt, timetoken,
      editedAt, deletedAt, pin, isShownInChannel, threadInfo, reactions, transactionId, localState, extras,
      version)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (id, channelId): (MessageID, ChannelID) = (try reader.read(), try reader.read())
    let parentId: MessageID? = try reader.read()
    let form: Form = try reader.read()
    let author: User = try reader.read()
    let (elements, files): ([MessageElement], [FileAttachment]) = (try reader.read(), try reader.read())
    let quoted: QuotedMessage? = try reader.read()
    let (createdAt, timetoken): (Timestamp, Timetoken?) = (try reader.read(), try reader.read())
    let (editedAt, deletedAt): (Timestamp?, Timestamp?) = (try reader.read(), try reader.read())
    // In one initializer call: setting a part separately copies the message.
    self.init(
      id: id, channelId: channelId, parentId: parentId, kind: form == .system ? .system : .regular,
      author: author, elements: elements, files: files, quoted: quoted, createdAt: createdAt,
      timetoken: timetoken, pin: try reader.read(), isUnreadable: form == .unreadable,
      isShownInChannel: try reader.read(), threadInfo: try reader.read(), reactions: try reader.read(),
      transactionId: try reader.read(), localState: try reader.read(), extras: try reader.read())
    self.editedAt = editedAt
    self.deletedAt = deletedAt
    version = try reader.read()
  }
}

/// The kind of a message, in the byte that originally said only whether it is a service message.
private enum Form: RecordableCase {
  case regular
  case system
  case unreadable

  init(_ message: Message) {
    self = message.isUnreadable ? .unreadable : message.kind == .system ? .system : .regular
  }

  var tag: UInt8 {
    switch self {
    case .regular: 0
    case .system: 1
    case .unreadable: 2
    }
  }
}

extension Pin: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(by, at, expiresAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(by: try reader.read(), at: try reader.read(), expiresAt: try reader.read())
  }
}

extension Reaction: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(name, users)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(name: try reader.read(), users: try reader.read())
  }
}

extension ThreadInfo: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(replyCount, mostRepliedUsers, lastRepliedAt, updatedAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      replyCount: try reader.read(), mostRepliedUsers: try reader.read(), lastRepliedAt: try reader.read(),
      updatedAt: try reader.read())
  }
}

extension MessageExtras: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(meta, customPushData, translationTargetLanguages, mentionedMessageTemplate)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      meta: try reader.read(), customPushData: try reader.read(),
      translationTargetLanguages: try reader.read(), mentionedMessageTemplate: try reader.read())
  }
}

extension LocalMessageState: RecordableCase {
  var tag: UInt8 {
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
}
