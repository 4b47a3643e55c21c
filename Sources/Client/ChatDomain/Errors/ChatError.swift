/// The reason a service did not carry out a request.
public enum ChatError: Error, Hashable, Sendable {
  /// The service could not be reached, or did not answer in time. It may have carried out the request.
  case connection(ConnectionFailure)
  /// The user is signed out on this device, and nothing was done. The same request can succeed once they have signed in
  /// again; until then asking again is of no use.
  case signedOut
  /// The service keeps the account from it, and nothing was done. The same request can succeed once that is over, which
  /// is up to others, or to the user in another place.
  case held(AccountHold)
  /// The service was reached and refuses, however often it is asked.
  case refused(Refusal)
  /// Another device saved the draft in the meantime; `current` is nil if it deleted it.
  case draftConflict(current: DraftMessage?, revision: DraftRevision)
  /// The stream can no longer be resumed at that token; everything shown must be loaded again.
  case eventsGone
  /// The requesting task was cancelled.
  case cancelled

  /// Why a service could not be reached.
  public enum ConnectionFailure: Hashable, Sendable {
    /// There is no way to the service at the moment. Nothing was done.
    case offline
    /// The request went out and no answer came; it may have been carried out.
    case timedOut
    /// The connection broke off while the request or its answer was on the way.
    case interrupted
    /// There are too many requests. The same one is not answered before the wait is over, if the service named one.
    case busy(retryAfter: Duration?)
    /// The service answers, and its answer is of no use. The request may have been carried out.
    case badAnswer(AnswerFault)
  }

  /// What is wrong with the answer of a service.
  public enum AnswerFault: Hashable, Sendable {
    /// The service failed, with this status. The same request is not answered before the wait is over, if it named one.
    case failure(status: Int, retryAfter: Duration?)
    /// It cannot be read.
    case unreadable
    /// It has more bytes than that, and was not read.
    case tooLarge(limit: Int)
  }

  /// What a service says no to. Asking again with the same request changes nothing.
  public enum Refusal: Hashable, Sendable {
    /// What was named does not exist, or the user may not know of it; the text says what it is.
    case notFound(String)
    /// The request is for members of the channel only.
    case notAMember
    /// The user is not entitled to it, such as editing another person's message.
    case notAllowed
    /// The wished id is taken; the text says by what.
    case alreadyExists(String)
    /// A message needs words or a file.
    case emptyMessage
    /// The markup is longer than ``ServiceLimits/messageBytes``.
    case messageTooLong(bytes: Int, limit: Int)
    /// A file is larger than ``ServiceLimits/fileBytes``.
    case fileTooLarge(name: String, bytes: Int, limit: Int)
    /// There are more files than ``ServiceLimits/filesPerMessage``, or fewer than the call needs.
    case wrongNumberOfFiles(count: Int, limit: Int)
    /// The bytes of a file that was to be sent could not be read on this device.
    case fileUnreadable(name: String)
    /// An upload was finished before all bytes that were announced had arrived.
    case uploadIncomplete(received: Int, size: Int)
    /// Threads are one level deep: reply to the message at the head of the thread instead.
    case replyToReply
    /// Nobody said it, so nobody can be answered.
    case replyToSystemMessage
    /// The message at the head of the thread is gone.
    case replyToDeletedMessage
    /// What was to be edited, quoted, pinned or reacted to is gone.
    case messageDeleted
    /// The message is encrypted, and its text is not known here.
    case messageUnreadable
    /// What was to be edited is no message, but a poll or a sticker of another program.
    case messageNotEditable
    /// The channel is encrypted, and nothing goes there in the clear.
    case encryptedChannel
    /// The channel goes on in another one, and nothing is said in it any more.
    case channelReplaced(by: ChannelID)
    /// The user is in the channel, and may only read there.
    case readOnlyChannel
    /// A quote would show it to people who may not read it.
    case quoteFromOtherChannel
    /// The data that was to travel with the message has arrays or objects in more levels than can be kept.
    case nestedTooDeep(limit: Int)
    /// The cursor is from another list or too old; begin again with the first page.
    case invalidCursor
    /// The service lacks the ability, and says so in ``ChatService/abilities``. A client refuses the same before it asks.
    case notSupported(ServiceAbility)
    /// The channel lets only certain people in, and the user is none of them.
    case notAdmitted(ChannelAdmission)
    /// In this channel it is left to a role and those above it, and the user has none of them.
    case needsRole(MemberRole)
    /// The service takes nothing of that size, and says of no limit.
    case tooLarge
    /// A value breaks a rule of the service; the text says which value.
    case invalid(String)
  }

  /// Whether the same, unchanged request can succeed later without anybody doing anything here.
  public var isWorthRetrying: Bool {
    switch self {
    case .connection: true
    case .held(let hold): hold != .closed
    case .signedOut, .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// Whether the same, unchanged request can succeed later: by itself, or once the user has signed in again or got the account
  /// opened again. Work that failed like this waits, and is not given up.
  public var canSucceedLater: Bool { isWorthRetrying || self == .signedOut || self == .held(.closed) }

  /// Whether the service could not be asked, or answers nothing of the account: what is kept on the device is read then.
  public var isWithoutService: Bool {
    switch self {
    case .connection, .held: true
    case .signedOut, .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// How long the service asks to wait before the same request; nil if it says nothing of it.
  public var retryAfter: Duration? {
    switch self {
    case .connection(.busy(let wait)), .connection(.badAnswer(.failure(_, let wait))): wait
    default: nil
    }
  }
}

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
