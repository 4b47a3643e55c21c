/// Why a service did not do what it was asked for.
public enum ChatError: Error, Hashable, Sendable {
  /// The service could not be reached, or did not answer in time. It may have done what was asked.
  case connection(ConnectionFailure)
  /// The service is there and will not do it, however often it is asked.
  case refused(Refusal)
  /// Another device saved the draft in the meantime; nil when it deleted it.
  case draftConflict(current: DraftMessage?, revision: DraftRevision)
  /// The stream cannot be taken up at that token any more; what is shown has to be loaded anew.
  case eventsGone
  /// The task that asked was cancelled.
  case cancelled

  public enum ConnectionFailure: String, Hashable, Sendable, CaseIterable {
    case offline
    case timedOut
    case interrupted
    case busy
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
    case quoteFromOtherChannel
    case invalidCursor
    case invalid(String)
  }

  /// Whether the same request can succeed later as it is.
  public var isWorthRetrying: Bool {
    switch self {
    case .connection: true
    case .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }
}
