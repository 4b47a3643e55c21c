import ChatDomain

extension ChatError: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .connection(let failure): writer.write(tag: 0, failure)
    case .refused(let refusal): writer.write(tag: 1, refusal)
    case .draftConflict(let current, let revision): writer.write(tag: 2, current, revision)
    case .eventsGone: writer.write(tag: 3)
    case .cancelled: writer.write(tag: 4)
    case .signedOut: writer.write(tag: 5)
    case .held(let hold): writer.write(tag: 6, hold)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .connection(try reader.read())
    case 1: self = .refused(try reader.read())
    case 2: self = .draftConflict(current: try reader.read(), revision: try reader.read())
    case 3: self = .eventsGone
    case 4: self = .cancelled
    case 5: self = .signedOut
    case 6: self = .held(try reader.read())
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension AccountHold: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .suspended: writer.write(tag: 0)
    case .locked: writer.write(tag: 1)
    case .closed: writer.write(tag: 2)
    case .expired: writer.write(tag: 3)
    case .termsNotAccepted(let page): writer.write(tag: 4, page)
    case .serviceLimit(let contact): writer.write(tag: 5, contact)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .suspended
    case 1: self = .locked
    case 2: self = .closed
    case 3: self = .expired
    case 4: self = .termsNotAccepted(page: try reader.read())
    case 5: self = .serviceLimit(contact: try reader.read())
    default: throw RecordDamage(.unknownTag)
    }
  }
}

extension ChatError.ConnectionFailure: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .offline: writer.write(tag: 0)
    case .timedOut: writer.write(tag: 1)
    case .interrupted: writer.write(tag: 2)
    case .busy(nil): writer.write(tag: 3)
    case .busy(let wait?): writer.write(tag: 4, wait)
    case .badAnswer(.failure(let status, let wait)): writer.write(tag: 5, status, wait)
    case .badAnswer(.unreadable): writer.write(tag: 6)
    case .badAnswer(.tooLarge(let limit)): writer.write(tag: 7, limit)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .offline
    case 1: self = .timedOut
    case 2: self = .interrupted
    case 3: self = .busy(retryAfter: nil)
    case 4: self = .busy(retryAfter: try reader.read(Duration.self))
    case 5: self = .badAnswer(.failure(status: try reader.read(), retryAfter: try reader.read()))
    case 6: self = .badAnswer(.unreadable)
    case 7: self = .badAnswer(.tooLarge(limit: try reader.read()))
    default: throw RecordDamage(.unknownTag)
    }
  }
}
