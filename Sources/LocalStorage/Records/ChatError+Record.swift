import ChatDomain

extension ChatError: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .connection(let failure):
      writer.write(byte: 0)
      failure.write(to: &writer)
    case .refused(let refusal):
      writer.write(byte: 1)
      refusal.write(to: &writer)
    case .draftConflict(let current, let revision):
      writer.write(byte: 2)
      current.write(to: &writer)
      revision.write(to: &writer)
    case .eventsGone: writer.write(byte: 3)
    case .cancelled: writer.write(byte: 4)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .connection(try reader.read())
    case 1: self = .refused(try reader.read())
    case 2: self = .draftConflict(current: try reader.read(), revision: try reader.read())
    case 3: self = .eventsGone
    case 4: self = .cancelled
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension ChatError.ConnectionFailure: Recordable {
  func write(to writer: inout RecordWriter) {
    let tag: UInt8 =
      switch self {
      case .offline: 0
      case .timedOut: 1
      case .interrupted: 2
      case .busy: 3
      }
    writer.write(byte: tag)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .offline
    case 1: self = .timedOut
    case 2: self = .interrupted
    case 3: self = .busy
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension DraftMessage: Recordable {
  func write(to writer: inout RecordWriter) {
    key.write(to: &writer)
    content.write(to: &writer)
    revision.write(to: &writer)
    createdAt.write(to: &writer)
    updatedAt.write(to: &writer)
    savedBy.rawValue.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), content: try reader.read(), revision: try reader.read(),
      createdAt: try reader.read(), updatedAt: try reader.read(),
      savedBy: DeviceID(rawValue: try reader.read()))
  }
}
