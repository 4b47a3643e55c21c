public import ChatDomain

/// What a client tells its controllers and whoever else listens, in the order in which it happened.
public nonisolated enum ClientNotice: Hashable, Sendable {
  /// The service said so. Doubles are taken out; events can still come late.
  case event(ChatEvent)
  /// The connection came or went.
  case connection(ConnectionState)
  /// Events were missed: what is shown has to be loaded anew.
  case eventsMissed
  /// Something in the outbox changed: the entry as it is now, or nil once it is done or taken back.
  case outbox(OutboxChange)
  /// A file of a message comes on, or is there, or failed.
  case upload(UploadProgress)
  /// A draft was saved, changed or deleted here or elsewhere.
  case draft(DraftChange)
  /// What left the composer of a place was forgotten for good, or of all: whoever holds some of it forgets it too.
  case historyForgotten(DraftKey?)
  /// Replies of a thread were read here.
  case threadRead(ThreadReadEvent)
  /// The store failed, or works again (nil).
  case store(StoreError?)
}

/// Whether the service can be reached.
public nonisolated enum ConnectionState: Hashable, Sendable {
  case connecting
  case online
  /// Tried again at that time.
  case offline(until: Timestamp, reason: ChatError)
  case stopped
}

/// How an entry of the outbox came on.
public nonisolated struct OutboxChange: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// It is in the outbox like this; the message has its local state.
    case waiting(OutboxEntry)
    /// The service has it: the message as the service gave it, nil when nothing is left of it. A softly deleted
    /// message is there, without words.
    case done(Message?)
    /// It was taken back before it reached the service.
    case withdrawn
  }

  public var transactionId: TransactionID
  /// The message it is about; while it is being sent, under the id of its transaction.
  public var messageId: MessageID
  public var channelId: ChannelID
  public var parentId: MessageID?
  public var outcome: Outcome
}

/// How a draft came on.
public nonisolated struct DraftChange: Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    /// It was edited here.
    case edited
    /// Another device's edits came in; conflicts were put into the history.
    case merged(conflicts: Int)
    /// It was sent, cleared or deleted, here or elsewhere.
    case deleted
    /// The message of an edit that was begun here was deleted. One that was left is in the history.
    case editLost
  }

  public var key: DraftKey
  public var cause: Cause
}

/// How far the upload of one file of a message has come.
public nonisolated struct UploadProgress: Hashable, Sendable {
  public enum State: Hashable, Sendable {
    case sending(bytes: Int, of: Int)
    case finished(FileAttachment)
    case failed(ChatError)
  }

  public var transactionId: TransactionID
  public var channelId: ChannelID
  public var parentId: MessageID?
  /// Its place among the files of the message.
  public var index: Int
  public var fileName: String
  public var state: State
}
