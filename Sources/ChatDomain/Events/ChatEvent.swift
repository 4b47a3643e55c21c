/// An event a service sends to a device. Events can arrive twice or late; each carries enough to be recognized as such.
// Indirect: thousands are remembered here and there, and most are far smaller than one with a message.
public indirect enum ChatEvent: Hashable, Sendable {
  case messageCreated(Message)
  /// Text, files, pin or reactions changed. Carries the message in its current state, with a version that increases.
  case messageUpdated(Message)
  case messageDeleted(MessageDeletedEvent)
  case threadInfoUpdated(ThreadInfoUpdateEvent)
  case channelUpdated(Channel)
  case memberJoined(Membership)
  case memberLeft(channelId: ChannelID, userId: UserID)
  case typing(TypingEvent)
  case presenceChanged(userId: UserID, Presence)
  case readPositionChanged(channelId: ChannelID, userId: UserID, ReadPosition)
  /// Somebody invited the current user to a channel.
  case invited(Invitation)
  /// An invitation of the current user is over: accepted or declined on one of their devices, or taken back.
  case invitationEnded(channelId: ChannelID)
  /// The current user read replies on one of their devices.
  case threadReadPositionChanged(ThreadReadEvent)
  /// The current user changed them on one of their devices.
  case channelPreferencesChanged(channelId: ChannelID, ChannelPreferences)
  case mentioned(MentionEvent)
  case draftUpdated(DraftUpdatedEvent)
  case draftDeleted(DraftDeletedEvent)
  /// The limits of the service are others now. `ChatService.limits` has them before the event comes.
  case limitsChanged(ServiceLimits)
}

/// A message was deleted. A soft-deleted message keeps its place, without its text; a hard-deleted one leaves nothing.
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

/// A user is typing, or has stopped. Typing ends by itself if no further event arrives.
public struct TypingEvent: Hashable, Sendable {
  public let channelId: ChannelID
  public let parentId: MessageID?
  public let user: User
  public let isTyping: Bool
  /// The time at which typing ends by itself.
  public let expiresAt: Timestamp

  public init(channelId: ChannelID, parentId: MessageID?, user: User, isTyping: Bool, expiresAt: Timestamp) {
    self.channelId = channelId
    self.parentId = parentId
    self.user = user
    self.isTyping = isTyping
    self.expiresAt = expiresAt
  }
}

/// One of the current user's devices reported how far the replies under a message were read.
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

/// A user was mentioned in a message.
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

/// One of the current user's devices saved a draft.
public struct DraftUpdatedEvent: Hashable, Sendable {
  public let draftMessage: DraftMessage

  public init(draftMessage: DraftMessage) { self.draftMessage = draftMessage }

  public var channelId: ChannelID { draftMessage.channelId }
  public var threadId: MessageID? { draftMessage.threadId }
}

/// One of the current user's devices deleted a draft.
public struct DraftDeletedEvent: Hashable, Sendable {
  public let key: DraftKey
  /// One higher than the revision of the deleted draft.
  public let revision: DraftRevision
  public let deletedBy: DeviceID

  public init(key: DraftKey, revision: DraftRevision, deletedBy: DeviceID) {
    self.key = key
    self.revision = revision
    self.deletedBy = deletedBy
  }
}

/// An event and the position in the stream that is reached with it.
public struct EventEnvelope: Hashable, Sendable {
  public let token: EventToken
  public let event: ChatEvent

  public init(token: EventToken, event: ChatEvent) {
    self.token = token
    self.event = event
  }
}
