import ChatDomain

extension OutboxEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    sequence.write(to: &writer)
    transactionId.write(to: &writer)
    work.write(to: &writer)
    message.write(to: &writer)
    inputFiles.write(to: &writer)
    attempts.write(to: &writer)
    failure.write(to: &writer)
    deletesOnArrival.write(to: &writer)
    deletesHard.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      sequence: try reader.read(), transactionId: try reader.read(), work: try reader.read(),
      message: try reader.read(), inputFiles: try reader.read(), attempts: try reader.read(),
      failure: try reader.read(), deletesOnArrival: try reader.read(), deletesHard: try reader.read())
  }
}

extension OutboxEntry.Work: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .send(let message):
      writer.write(byte: 0)
      message.write(to: &writer)
    case .edit(let edit):
      writer.write(byte: 1)
      edit.write(to: &writer)
    case .delete(let isHard):
      writer.write(byte: 2)
      isHard.write(to: &writer)
    case .pin(let pinning):
      writer.write(byte: 3)
      pinning.write(to: &writer)
    case .unpin: writer.write(byte: 4)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .send(try reader.read())
    case 1: self = .edit(try reader.read())
    case 2: self = .delete(hard: try reader.read())
    case 3: self = .pin(try reader.read())
    case 4: self = .unpin
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension NewMessage: Recordable {
  func write(to writer: inout RecordWriter) {
    transactionId.write(to: &writer)
    channelId.write(to: &writer)
    parentId.write(to: &writer)
    markup.write(to: &writer)
    files.write(to: &writer)
    quoted.write(to: &writer)
    isShownInChannel.write(to: &writer)
    pinning.write(to: &writer)
    delivery.write(to: &writer)
    extras.write(to: &writer)
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
  func write(to writer: inout RecordWriter) { expiresAt.write(to: &writer) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self.init(expiresAt: try reader.read()) }
}

extension DeliveryOptions: Recordable {
  func write(to writer: inout RecordWriter) {
    shouldStore.write(to: &writer)
    timeToLive.write(to: &writer)
    usePost.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      shouldStore: try reader.read(), timeToLive: try reader.read(), usePost: try reader.read())
  }
}

extension MessageEdit: Recordable {
  func write(to writer: inout RecordWriter) {
    transactionId.write(to: &writer)
    channelId.write(to: &writer)
    messageId.write(to: &writer)
    markup.write(to: &writer)
    files.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      transactionId: try reader.read(), channelId: try reader.read(), messageId: try reader.read(),
      markup: try reader.read(), files: try reader.read())
  }
}
