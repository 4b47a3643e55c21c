/// The reason a service did not carry out a request.
public enum ChatError: Error, Hashable, Sendable {
  /// The service could not be reached, or did not answer in time. It may have carried out the request.
  case connection(ConnectionFailure)
  /// The user is signed out on this device, and nothing was done. The same request can succeed once they have signed in
  /// again; until then asking again is of no use.
  case signedOut
  /// The service was reached and refuses, however often it is asked.
  case refused(Refusal)
  /// Another device saved the draft in the meantime; `current` is nil if it deleted it.
  case draftConflict(current: DraftMessage?, revision: DraftRevision)
  /// The stream can no longer be resumed at that token; everything shown must be loaded again.
  case eventsGone
  /// The requesting task was cancelled.
  case cancelled

  public enum ConnectionFailure: Hashable, Sendable {
    case offline
    case timedOut
    case interrupted
    /// There are too many requests. The same one is not answered before the wait is over, if the service named one.
    case busy(retryAfter: Duration?)
  }

  public enum Refusal: Hashable, Sendable {
    case notFound(String)
    case notAMember
    case notAllowed
    case alreadyExists(String)
    case emptyMessage
    case messageTooLong(bytes: Int, limit: Int)
    case fileTooLarge(name: String, bytes: Int, limit: Int)
    case wrongNumberOfFiles(count: Int, limit: Int)
    case fileUnreadable(name: String)
    case uploadIncomplete(received: Int, size: Int)
    case replyToReply
    case replyToSystemMessage
    case replyToDeletedMessage
    case messageDeleted
    /// The message is encrypted, and its text is not known here.
    case messageUnreadable
    /// The channel is encrypted, and nothing goes there in the clear.
    case encryptedChannel
    case quoteFromOtherChannel
    /// The data that was to travel with the message has arrays or objects in more levels than can be kept.
    case nestedTooDeep(limit: Int)
    case invalidCursor
    case invalid(String)
  }

  /// Whether the same, unchanged request can succeed later without anybody doing anything.
  public var isWorthRetrying: Bool {
    switch self {
    case .connection: true
    case .signedOut, .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// Whether the same, unchanged request can succeed later: by itself, or once the user has signed in again. Work that
  /// failed like this waits, and is not given up.
  public var canSucceedLater: Bool { isWorthRetrying || self == .signedOut }

  /// How long the service asks to wait before the same request; nil if it says nothing of it.
  public var retryAfter: Duration? {
    if case .connection(.busy(let wait)) = self { wait } else { nil }
  }
}
