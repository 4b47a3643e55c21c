/// The reason a service did not carry out a request.
public enum ChatError: Error, Hashable, Sendable {
  /// The service could not be reached, or did not answer in time. It may have carried out the request.
  case connection(ConnectionFailure)
  /// The service was reached and refuses, however often it is asked.
  case refused(Refusal)
  /// Another device saved the draft in the meantime; `current` is nil if it deleted it.
  case draftConflict(current: DraftMessage?, revision: DraftRevision)
  /// The stream can no longer be resumed at that token; everything shown must be loaded again.
  case eventsGone
  /// The requesting task was cancelled.
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
    /// The data that was to travel with the message has arrays or objects in more levels than can be kept.
    case nestedTooDeep(limit: Int)
    case invalidCursor
    case invalid(String)
  }

  /// Whether the same, unchanged request can succeed later.
  public var isWorthRetrying: Bool {
    switch self {
    case .connection: true
    case .refused, .draftConflict, .eventsGone, .cancelled: false
    }
  }
}
