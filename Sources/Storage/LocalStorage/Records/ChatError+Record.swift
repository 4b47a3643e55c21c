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
    default: throw RecordDamage.unknownTag
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
    default: throw RecordDamage.unknownTag
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
    default: throw RecordDamage.unknownTag
    }
  }
}

extension ChatError.Refusal: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .notFound(let what): writer.write(tag: 0, what)
    case .notAMember: writer.write(tag: 1)
    case .notAllowed: writer.write(tag: 2)
    case .alreadyExists(let what): writer.write(tag: 3, what)
    case .emptyMessage: writer.write(tag: 4)
    case .messageTooLong(let bytes, let limit): writer.write(tag: 5, bytes, limit)
    case .fileTooLarge(let name, let bytes, let limit): writer.write(tag: 6, name, bytes, limit)
    case .wrongNumberOfFiles(let count, let limit): writer.write(tag: 7, count, limit)
    case .fileUnreadable(let name): writer.write(tag: 8, name)
    case .uploadIncomplete(let received, let size): writer.write(tag: 9, received, size)
    case .replyToReply: writer.write(tag: 10)
    case .replyToSystemMessage: writer.write(tag: 11)
    case .replyToDeletedMessage: writer.write(tag: 12)
    case .messageDeleted: writer.write(tag: 13)
    case .quoteFromOtherChannel: writer.write(tag: 14)
    case .invalidCursor: writer.write(tag: 15)
    case .invalid(let what): writer.write(tag: 16, what)
    case .nestedTooDeep(let limit): writer.write(tag: 17, limit)
    case .messageUnreadable: writer.write(tag: 18)
    case .messageNotEditable: writer.write(tag: 41)
    case .encryptedChannel: writer.write(tag: 19)
    case .unencryptedChannel: writer.write(tag: 45)
    case .keysDamaged: writer.write(tag: 46)
    case .notSupported(let ability): writer.write(tag: 20, ability.rawValue)
    case .notAdmitted(let admission): writer.write(tag: 21, admission.rawValue)
    case .needsRole(let role): writer.write(tag: 22, role.rawValue)
    case .channelReplaced(let successor): writer.write(tag: 30, successor)
    case .readOnlyChannel: writer.write(tag: 31)
    case .tooLarge: writer.write(tag: 40)
    case .identityChanged(let users): writer.write(tag: 42, users)
    case .recoveryKey(let reason): writer.write(tag: 43, reason)
    case .needsPassword: writer.write(tag: 44)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .notFound(try reader.read())
    case 1: self = .notAMember
    case 2: self = .notAllowed
    case 3: self = .alreadyExists(try reader.read())
    case 4: self = .emptyMessage
    case 5: self = .messageTooLong(bytes: try reader.read(), limit: try reader.read())
    case 6:
      self = .fileTooLarge(name: try reader.read(), bytes: try reader.read(), limit: try reader.read())
    case 7: self = .wrongNumberOfFiles(count: try reader.read(), limit: try reader.read())
    case 8: self = .fileUnreadable(name: try reader.read())
    case 9: self = .uploadIncomplete(received: try reader.read(), size: try reader.read())
    case 10: self = .replyToReply
    case 11: self = .replyToSystemMessage
    case 12: self = .replyToDeletedMessage
    case 13: self = .messageDeleted
    case 14: self = .quoteFromOtherChannel
    case 15: self = .invalidCursor
    case 16: self = .invalid(try reader.read())
    case 17: self = .nestedTooDeep(limit: try reader.read())
    case 18: self = .messageUnreadable
    case 19: self = .encryptedChannel
    case 20:
      guard let ability = ServiceAbility(rawValue: try reader.read()) else { throw RecordDamage.unknownTag }
      self = .notSupported(ability)
    case 21:
      let name: String = try reader.read()
      guard let admission = ChannelAdmission(rawValue: name) else { throw RecordDamage.unknownTag }
      self = .notAdmitted(admission)
    case 22:
      let name: String = try reader.read()
      guard let role = MemberRole(rawValue: name) else { throw RecordDamage.unknownTag }
      self = .needsRole(role)
    case 30: self = .channelReplaced(by: try reader.read())
    case 31: self = .readOnlyChannel
    case 40: self = .tooLarge
    case 41: self = .messageNotEditable
    case 42: self = .identityChanged(try reader.read())
    case 43: self = .recoveryKey(try reader.read())
    case 44: self = .needsPassword
    case 45: self = .unencryptedChannel
    case 46: self = .keysDamaged
    default: throw RecordDamage.unknownTag
    }
  }
}
