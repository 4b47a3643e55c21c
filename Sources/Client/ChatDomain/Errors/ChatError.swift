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
