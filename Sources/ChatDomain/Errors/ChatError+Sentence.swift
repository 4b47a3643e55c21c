extension ChatError: CustomStringConvertible {
  /// The reason in words that go after a colon: "Not sent: there is no connection".
  public var description: String {
    switch self {
    case .connection(.offline): "there is no connection"
    case .connection(.timedOut): "the service did not answer in time"
    case .connection(.interrupted): "the connection broke off"
    case .connection(.busy): "the service is busy"
    case .signedOut: "you are signed out"
    case .refused(let refusal): refusal.description
    case .draftConflict: "another device changed the draft in the meantime"
    case .eventsGone: "too much happened since the last connection; everything is loaded anew"
    case .cancelled: "it was cancelled"
    }
  }
}

extension ChatError.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let what): "there is no \(what)"
    case .notAMember: "you are not in this channel"
    case .notAllowed: "you may not do that"
    case .alreadyExists(let what): "\(what) exists already"
    case .emptyMessage: "there is nothing to send"
    case .messageTooLong(let bytes, let limit): "the message has \(bytes) bytes, and the limit is \(limit)"
    case .fileTooLarge(let name, let bytes, let limit):
      "the file \(name) has \(bytes) bytes, and the limit is \(limit)"
    case .wrongNumberOfFiles(let count, let limit): "\(count) files in one message; the limit is \(limit)"
    case .fileUnreadable(let name): "the file \(name) cannot be read"
    case .uploadIncomplete(let received, let size): "only \(received) of \(size) bytes arrived"
    case .replyToReply: "a reply cannot have replies of its own"
    case .replyToSystemMessage: "a message of the service cannot have replies"
    case .replyToDeletedMessage: "the message was deleted"
    case .messageDeleted: "the message was deleted"
    case .messageUnreadable: "the message is encrypted and cannot be read yet"
    case .encryptedChannel: "the channel is encrypted, and nothing can be sent there yet"
    case .channelReplaced(let successor): "the channel goes on in \(successor)"
    case .readOnlyChannel: "you may only read in this channel"
    case .quoteFromOtherChannel: "a message of another channel cannot be quoted here"
    case .nestedTooDeep(let limit): "the data of the message has more than \(limit) levels"
    case .invalidCursor: "the list cannot be continued from there"
    case .notSupported(let ability): ability.description
    case .invalid(let what): "\(what) is not valid"
    }
  }
}
