import ChatDomain

extension ChatError: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .connection(let failure): writer.write(tag: 0, failure)
    case .refused(let refusal): writer.write(tag: 1, refusal)
    case .draftConflict(let current, let revision): writer.write(tag: 2, current, revision)
    case .eventsGone: writer.write(tag: 3)
    case .cancelled: writer.write(tag: 4)
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

extension ChatError.ConnectionFailure: RecordableCase {
  var tag: UInt8 {
    switch self {
    case .offline: 0
    case .timedOut: 1
    case .interrupted: 2
    case .busy: 3
    }
  }
}
