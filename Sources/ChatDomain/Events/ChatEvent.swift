/// What a service tells a device. Events can come twice or late; each one says enough to be recognised then.
public enum ChatEvent: Hashable, Sendable {
  case messageCreated(Message)
  /// Words, files, pin, reactions: the message as it is now, with a version that rises.
  case messageUpdated(Message)
  case messageDeleted(MessageDeletedEvent)
  case threadInfoUpdated(ThreadInfoUpdateEvent)
  case channelUpdated(Channel)
  case memberJoined(Membership)
  case memberLeft(channelId: ChannelID, userId: UserID)
  case typing(TypingEvent)
  case presenceChanged(userId: UserID, Presence)
  case readPositionChanged(channelId: ChannelID, userId: UserID, ReadPosition)
  /// This person read replies on some device.
  case threadReadPositionChanged(ThreadReadEvent)
  case mentioned(MentionEvent)
  case draftUpdated(DraftUpdatedEvent)
  case draftDeleted(DraftDeletedEvent)
}

/// A message went. Softly deleted it keeps its place, without words; otherwise nothing of it is left.
public struct MessageDeletedEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let messageId: MessageID
  public let parentId: MessageID?
  public let isHard: Bool
  public let deletedAt: Timestamp

  public init(
    channelId: ChannelID, messageId: MessageID, parentId: MessageID?, isHard: Bool, deletedAt: Timestamp
  ) {
    self.channelId = channelId
    self.messageId = messageId
    self.parentId = parentId
    self.isHard = isHard
    self.deletedAt = deletedAt
  }
}

/// Somebody types, or stopped. It ends by itself when nothing more comes.
public struct TypingEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let parentId: MessageID?
  public let user: User
  public let isTyping: Bool
  /// When it ends by itself.
  public let expiresAt: Timestamp

  public init(channelId: ChannelID, parentId: MessageID?, user: User, isTyping: Bool, expiresAt: Timestamp) {
    self.channelId = channelId
    self.parentId = parentId
    self.user = user
    self.isTyping = isTyping
    self.expiresAt = expiresAt
  }
}

/// A device of this person said how far the replies under a message were read.
public struct ThreadReadEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let parentId: MessageID
  public let reading: ThreadReadPosition

  public init(channelId: ChannelID, parentId: MessageID, reading: ThreadReadPosition) {
    self.channelId = channelId
    self.parentId = parentId
    self.reading = reading
  }
}

/// Somebody was mentioned in a message.
public struct MentionEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let parentId: MessageID?
  public let messageId: MessageID
  public let mentioned: UserID
  public let by: UserID

  public init(
    channelId: ChannelID, parentId: MessageID?, messageId: MessageID, mentioned: UserID, by: UserID
  ) {
    self.channelId = channelId
    self.parentId = parentId
    self.messageId = messageId
    self.mentioned = mentioned
    self.by = by
  }
}

/// A device of this person saved a draft.
public struct DraftUpdatedEvent: Hashable, Sendable {
  public let draftMessage: DraftMessage

  public init(draftMessage: DraftMessage) { self.draftMessage = draftMessage }

  public var channelId: ChannelID { draftMessage.channelId }
  public var threadId: MessageID? { draftMessage.threadId }
}

/// A device of this person deleted a draft.
public struct DraftDeletedEvent: Hashable, Sendable {
  public let key: DraftKey
  /// One higher than that of the draft that went.
  public let revision: DraftRevision
  public let deletedBy: DeviceID

  public init(key: DraftKey, revision: DraftRevision, deletedBy: DeviceID) {
    self.key = key
    self.revision = revision
    self.deletedBy = deletedBy
  }
}

/// An event and how far the stream is received with it.
public struct EventEnvelope: Hashable, Sendable {
  public let token: EventToken
  public let event: ChatEvent

  public init(token: EventToken, event: ChatEvent) {
    self.token = token
    self.event = event
  }
}
