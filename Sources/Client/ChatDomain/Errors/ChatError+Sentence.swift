extension ChatError: CustomStringConvertible {
  /// The reason in words that go after a colon: "Not sent: there is no connection".
  public var description: String {
    switch self {
    case .connection(.offline): "there is no connection"
    case .connection(.timedOut): "the service did not answer in time"
    case .connection(.interrupted): "the connection broke off"
    case .connection(.busy(nil)): "the service is busy; try again in a while"
    case .connection(.busy(let wait?)): "the service is busy; it answers again in \(Self.words(for: wait))"
    case .connection(.badAnswer(let fault)): fault.description
    case .signedOut: "you are signed out; it goes on once you have signed in again"
    case .held(let hold): hold.description
    case .refused(let refusal): refusal.description
    case .draftConflict: "another device changed the draft in the meantime"
    case .eventsGone: "too much happened since the last connection; everything is loaded anew"
    case .cancelled: "it was cancelled"
    }
  }

  /// A wait in seconds or, if it is long, in minutes.
  private static func words(for wait: Duration) -> String {
    let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
    return seconds <= 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
  }
}

extension ChatError.AnswerFault: CustomStringConvertible {
  /// What the service does, which can be followed by a comma and what happens next.
  public var description: String {
    switch self {
    case .failure(let status, _): "the server answers with an error (\(status))"
    case .unreadable: "the server's answer makes no sense"
    case .tooLarge(let limit):
      "the server's answer is larger than \(limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit) bytes")"
    }
  }
}

extension ChatError.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(""): "what was asked for does not exist any more"
    case .notFound(let what): "there is no \(what)"
    case .notAMember: "you are not in this channel"
    case .notAllowed: "you may not do that"
    case .alreadyExists(let what): "\(what) exists already; choose another name"
    case .emptyMessage: "there is nothing to send"
    case .messageTooLong(let bytes, let limit):
      "the message has \(bytes) bytes, and the limit is \(limit): shorten it, or attach it as a file"
    case .fileTooLarge(let name, let bytes, let limit):
      "the file \(name) has \(bytes) bytes, and the limit is \(limit): only a smaller one can be sent"
    case .wrongNumberOfFiles(let count, let limit): "\(count) files in one message; the limit is \(limit)"
    case .fileUnreadable(let name): "the file \(name) cannot be read"
    case .uploadIncomplete(let received, let size): "only \(received) of \(size) bytes arrived; send it again"
    case .replyToReply: "a reply cannot have replies of its own; answer the message above it"
    case .replyToSystemMessage: "a message of the service cannot have replies"
    case .replyToDeletedMessage: "the message was deleted"
    case .messageDeleted: "the message was deleted"
    case .messageUnreadable: "the message is encrypted and cannot be read yet"
    case .messageNotEditable: "polls and stickers cannot be edited"
    case .encryptedChannel: "the channel is encrypted, and nothing can be sent there yet"
    case .channelReplaced(let successor): "the channel goes on in \(successor)"
    case .readOnlyChannel: "you may only read in this channel"
    case .quoteFromOtherChannel: "a message of another channel cannot be quoted here"
    case .nestedTooDeep(let limit): "the data of the message has more than \(limit) levels"
    case .invalidCursor: "the list cannot be continued from there; open it anew"
    case .notSupported(let ability): ability.description
    case .notAdmitted(let admission): admission.refusal
    case .needsRole(.owner): "only the owner may do that here"
    case .needsRole(let role): "only \(role.rawValue)s may do that here"
    case .tooLarge: "it is larger than the server takes: make it shorter"
    case .invalid(let what): "\(what) is not valid"
    }
  }
}

extension ChannelAdmission {
  /// Why it does not let somebody in.
  fileprivate var refusal: String {
    switch self {
    case .everybody: "the channel does not let you in"
    case .invitation: "only who is invited comes into this channel"
    case .knocking: "only who asked to be let in, and was, comes into this channel"
    case .otherMembers: "only members of certain other channels come into this one"
    }
  }
}
