import ChatDomain

extension OutboxEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(
      sequence, transactionId, work, message, inputFiles, attempts, failure, deletesOnArrival, deletesHard)
    // Added later, and therefore written only if it is set: older records end here.
    if let notBefore { writer.write(notBefore) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      sequence: try reader.read(), transactionId: try reader.read(), work: try reader.read(),
      message: try reader.read(), inputFiles: try reader.read(), attempts: try reader.read(),
      failure: try reader.read(), deletesOnArrival: try reader.read(), deletesHard: try reader.read(),
      notBefore: reader.remaining > 0 ? try reader.read(Timestamp.self) : nil)
  }
}

extension OutboxEntry.Work: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    // A tag of its own: an earlier version of the program refuses it rather than send the message unencrypted.
    case .send(let message): writer.write(tag: message.isEncrypted ? 6 : 0, message)
    case .edit(let edit): writer.write(tag: 1, edit)
    case .delete(let isHard): writer.write(tag: 2, isHard)
    case .pin(let pinning): writer.write(tag: 3, pinning)
    case .unpin: writer.write(tag: 4)
    case .react(let change): writer.write(tag: 5, change)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .send(try reader.read())
    case 6:
      var message = try reader.read(NewMessage.self)
      message.isEncrypted = true
      self = .send(message)
    case 1: self = .edit(try reader.read())
    case 2: self = .delete(hard: try reader.read())
    case 3: self = .pin(try reader.read())
    case 4: self = .unpin
    case 5: self = .react(try reader.read())
    default: throw RecordDamage.unknownTag
    }
  }
}

extension NewMessage: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(
      transactionId, channelId, parentId, markup, files, quoted, isShownInChannel, pinning, delivery, extras)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      transactionId: try reader.read(), channelId: try reader.read(), parentId: try reader.read(),
      markup: try reader.read(), files: try reader.read(), quoted: try reader.read(),
      isShownInChannel: try reader.read(), pinning: try reader.read(), delivery: try reader.read(),
      extras: try reader.read())
  }
}

extension Pinning: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(expiresAt) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self.init(expiresAt: try reader.read()) }
}

extension DeliveryOptions: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(shouldStore, timeToLive, usePost)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      shouldStore: try reader.read(), timeToLive: try reader.read(), usePost: try reader.read())
  }
}

extension MessageEdit: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(transactionId, channelId, messageId, markup, files)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      transactionId: try reader.read(), channelId: try reader.read(), messageId: try reader.read(),
      markup: try reader.read(), files: try reader.read())
  }
}

extension ReactionChange: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(transactionId, channelId, messageId, name, isOn, user)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      transactionId: try reader.read(), channelId: try reader.read(), messageId: try reader.read(),
      name: try reader.read(), isOn: try reader.read(), user: try reader.read())
  }
}
