import ChatDomain

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
    case .notSupported(let ability): writer.write(tag: 20, ability.rawValue)
    case .notAdmitted(let admission): writer.write(tag: 21, admission.rawValue)
    case .needsRole(let role): writer.write(tag: 22, role.rawValue)
    case .channelReplaced(let successor): writer.write(tag: 30, successor)
    case .readOnlyChannel: writer.write(tag: 31)
    case .tooLarge: writer.write(tag: 40)
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
      guard let ability = ServiceAbility(rawValue: try reader.read()) else { throw RecordDamage(.unknownTag) }
      self = .notSupported(ability)
    case 21:
      let name: String = try reader.read()
      guard let admission = ChannelAdmission(rawValue: name) else { throw RecordDamage(.unknownTag) }
      self = .notAdmitted(admission)
    case 22:
      let name: String = try reader.read()
      guard let role = MemberRole(rawValue: name) else { throw RecordDamage(.unknownTag) }
      self = .needsRole(role)
    case 30: self = .channelReplaced(by: try reader.read())
    case 31: self = .readOnlyChannel
    case 40: self = .tooLarge
    case 41: self = .messageNotEditable
    default: throw RecordDamage(.unknownTag)
    }
  }
}
