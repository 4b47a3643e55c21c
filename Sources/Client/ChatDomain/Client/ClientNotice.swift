public import DraftEngine

/// A notice from a client to its controllers and other listeners, in the order of events.
public indirect enum ClientNotice: Hashable, Sendable {
  /// An event from the service. Duplicates are removed; events can still be late.
  case event(ChatEvent)
  /// The connection was established or lost.
  case connection(ConnectionState)
  /// The state of the service's connection changed.
  case condition(ServiceCondition)
  /// Events were missed: everything shown must be loaded again.
  case eventsMissed
  /// An outbox entry changed, was completed or was withdrawn.
  case outbox(OutboxChange)
  /// A file of a message made progress, was uploaded or failed.
  case upload(UploadProgress)
  /// A draft was saved, changed or deleted here or on another device.
  case draft(DraftChange)
  /// The other user's name or the channel of a prospect (a conversation without a channel so far) became known.
  case prospect(ProspectChange)
  /// The history of one draft, or of all, was deleted; with a text, only this text of it. Copies of any part of it must be deleted
  /// too.
  case historyForgotten(DraftKey?, only: [MessageElement]?)
  /// Replies of a thread were read on this device.
  case threadRead(ThreadReadEvent)
  /// This session became the owner of the store. The given drafts were edited both here and in the previous session: they keep
  /// the text of this session, and the other text is in their history.
  case takenOver(differing: [DraftKey])
  /// The store failed, or works again (nil).
  case store(StoreError?)
}

/// Whether the service is reachable.
public enum ConnectionState: Hashable, Sendable {
  /// An attempt is under way.
  case connecting
  /// Events arrive.
  case online
  /// There is no connection. The next attempt is at the given time.
  case offline(until: Timestamp, reason: ChatError)
  /// The user is signed out on this device. All work waits until `ChatClient.retryNow()`, or for the next client after the user
  /// has signed in again.
  case signedOut
  /// The client was not started, or was stopped.
  case stopped
}

/// A change of an outbox entry.
public struct OutboxChange: Hashable, Sendable {
  /// The state of an entry.
  public enum Outcome: Hashable, Sendable {
    /// The entry is in the outbox; the local state of its message shows the progress.
    case waiting(OutboxEntry)
    /// The service completed the entry: the message in the service's version, nil after a hard deletion. A soft-deleted message
    /// is included, without its text.
    case done(Message?)
    /// The entry was withdrawn before it reached the service.
    case withdrawn
  }

  /// The transaction id of the entry's request.
  public var transactionId: TransactionID
  /// The message of the entry; while the message is being sent, the id of its transaction.
  public var messageId: MessageID
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message it replies to; nil if it is no reply.
  public var parentId: MessageID?
  /// The current state of the entry.
  public var outcome: Outcome

  package init(
    transactionId: TransactionID, messageId: MessageID, channelId: ChannelID, parentId: MessageID? = nil,
    outcome: Outcome
  ) {
    self.transactionId = transactionId
    self.messageId = messageId
    self.channelId = channelId
    self.parentId = parentId
    self.outcome = outcome
  }
}

/// A change of a draft.
public struct DraftChange: Hashable, Sendable {
  /// Why a draft changed.
  public enum Cause: Hashable, Sendable {
    /// The draft was edited on this device.
    case edited
    /// Another device's edits were merged; conflicting text was put into the history.
    case merged(conflicts: Int)
    /// Another device changed or deleted the text, and the previous text is in the history. `wereOwn`: whether this device made
    /// the last edit of the previous text.
    case replaced(wereOwn: Bool)
    /// The draft was sent, cleared or deleted, here or on another device.
    case deleted
    /// The message being edited here was deleted. If the edit was not open in the composer, its text is in the history.
    case editLost
  }

  /// The channel or thread of the draft.
  public var key: DraftKey
  /// Why it changed.
  public var cause: Cause

  package init(key: DraftKey, cause: Cause) {
    self.key = key
    self.cause = cause
  }
}

/// The progress of uploading one file of a message.
public struct UploadProgress: Hashable, Sendable {
  /// The state of an upload.
  public enum State: Hashable, Sendable {
    /// The given number of bytes has arrived.
    case sending(bytes: Int, of: Int)
    /// The service has the whole file.
    case finished(FileAttachment)
    /// The service refused the file.
    case failed(ChatError)
    /// The upload is paused: there is no connection, or the message was taken back.
    case waiting
  }

  /// The transaction id of the message.
  public var transactionId: TransactionID
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message it replies to; nil if it is no reply.
  public var parentId: MessageID?
  /// The file's index within the message.
  public var index: Int
  /// The name shown to others.
  public var fileName: String
  /// The current state of the upload.
  public var state: State

  package init(
    transactionId: TransactionID, channelId: ChannelID, parentId: MessageID? = nil, index: Int,
    fileName: String, state: State
  ) {
    self.transactionId = transactionId
    self.channelId = channelId
    self.parentId = parentId
    self.index = index
    self.fileName = fileName
    self.state = state
  }
}

/// A change of a prospect: a conversation that was started before its channel exists.
public struct ProspectChange: Hashable, Sendable {
  /// What became known.
  public enum Outcome: Hashable, Sendable {
    /// The other person's profile is known; until then only their id is.
    case named(User)
    /// The channel exists now. The draft, the history and the pending messages have moved into it.
    case made(ChannelID)
  }

  /// The prospect's id, which is not a channel of the service.
  public var prospect: ChannelID
  /// What became known.
  public var outcome: Outcome

  package init(prospect: ChannelID, outcome: Outcome) {
    self.prospect = prospect
    self.outcome = outcome
  }
}

/// An active subscription; ends when it is released or cancelled.
@MainActor
public final class Subscription {
  private let end: @MainActor () -> Void
  private var isActive = true

  package init(onEnd end: @escaping @MainActor () -> Void) { self.end = end }

  /// Ends the subscription; nothing is delivered after this.
  public func cancel() {
    guard isActive else { return }
    isActive = false
    end()
  }

  isolated deinit { cancel() }
}
