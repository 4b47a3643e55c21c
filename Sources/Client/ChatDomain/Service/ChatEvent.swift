/// An event a service sends to a device. Events can arrive twice or late; each carries enough to be recognized as such.
// Indirect: thousands are remembered here and there, and most are far smaller than one with a message.
public indirect enum ChatEvent: Hashable, Sendable {
  /// A message was sent, perhaps by the current user on another device.
  case messageCreated(Message)
  /// Text, files, pin or reactions changed. Carries the message in its current state, with a version that increases.
  case messageUpdated(Message)
  /// A message lost its words or, after a hard deletion, its place.
  case messageDeleted(MessageDeletedEvent)
  /// A reply came or went; ``Message/apply(_:)`` puts it into the message above the thread.
  case threadInfoUpdated(ThreadInfoUpdateEvent)
  /// A channel is new to the user, or has another name or topic.
  case channelUpdated(Channel)
  /// A user joined a channel, perhaps the current user.
  case memberJoined(Membership)
  /// A user is no longer in a channel, perhaps the current user.
  case memberLeft(channelId: ChannelID, userId: UserID)
  /// Another user started or stopped typing.
  case typing(TypingEvent)
  /// A user went online or offline.
  case presenceChanged(userId: UserID, Presence)
  /// A user has read further in a channel, most often the current user on another device.
  case readPositionChanged(channelId: ChannelID, userId: UserID, ReadPosition)
  /// The current user was invited to a channel.
  case invited(Invitation)
  /// An invitation of the current user is over: accepted or declined on one of their devices, or taken back.
  case invitationEnded(channelId: ChannelID)
  /// The current user read replies on one of their devices.
  case threadReadPositionChanged(ThreadReadEvent)
  /// Another user read replies.
  case threadReceiptChanged(ThreadReceiptEvent)
  /// The current user changed them on one of their devices.
  case channelPreferencesChanged(channelId: ChannelID, ChannelPreferences)
  /// The current user was mentioned.
  case mentioned(MentionEvent)
  /// A draft of the current user has another revision at the service.
  case draftUpdated(DraftUpdatedEvent)
  /// A draft of the current user is gone at the service: sent or cleared on one of their devices.
  case draftDeleted(DraftDeletedEvent)
  /// What concerns the current user changed. Told to devices that have asked for it since they connected.
  case inboxChanged(InboxChange)
  /// A request to join was made or ended: the current user's, or one that they may answer.
  case knocksChanged(channelId: ChannelID)
  /// The limits of the service are others now. ``ChatService/limits`` has them before the event comes.
  case limitsChanged(ServiceLimits)
  /// The role of a member changed, or the roles required for an action in the channel.
  case rolesChanged(channelId: ChannelID)
  /// The user's spaces are others now, or have other channels. All of them, as ``ChatService/spaces()`` lists them.
  case spacesChanged([Space])
}

/// A user is typing, or has stopped. Typing ends by itself if no further event arrives.
public struct TypingEvent: Hashable, Sendable {
  /// The channel that is typed in.
  public let channelId: ChannelID
  /// The message whose thread is typed in; nil in the channel itself.
  public let parentId: MessageID?
  /// Who types; never the current user.
  public let user: User
  /// False: they have stopped, before the time ran out.
  public let isTyping: Bool
  /// The time at which typing ends by itself.
  public let expiresAt: Timestamp

  /// For a service that passes on what ``ChatService/setTyping(_:in:)`` signals.
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
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread.
  public let parentId: MessageID
  /// How far it is read now, on all of the user's devices.
  public let reading: ThreadReadPosition

  /// For a service that passes on what ``ChatService/markThreadRead(_:in:upTo:)`` reports.
  public init(channelId: ChannelID, parentId: MessageID, reading: ThreadReadPosition) {
    self.channelId = channelId
    self.parentId = parentId
    self.reading = reading
  }
}

/// A user was mentioned in a message.
public struct MentionEvent: Hashable, Sendable {
  /// The channel of the message.
  public let channelId: ChannelID
  /// The message it replies to; nil if it is no reply.
  public let parentId: MessageID?
  /// The message with the mention.
  public let messageId: MessageID
  /// The user to notify.
  public let mentioned: UserID
  /// The author of the message.
  public let by: UserID

  /// What ``ChatService/sendMention(_:)`` takes and the mentioned user gets.
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
  /// The draft as it was saved; compare its revision with the one you know.
  public let draftMessage: DraftMessage

  /// For a service that tells a user's other devices.
  public init(draftMessage: DraftMessage) { self.draftMessage = draftMessage }

  /// The channel that the draft belongs to.
  public var channelId: ChannelID { draftMessage.channelId }
  /// The message that the draft replies to; nil for the channel's own draft.
  public var threadId: MessageID? { draftMessage.threadId }
}

/// One of the current user's devices deleted a draft.
public struct DraftDeletedEvent: Hashable, Sendable {
  /// The place whose draft is gone.
  public let key: DraftKey
  /// One higher than the revision of the deleted draft.
  public let revision: DraftRevision
  /// The device that deleted it, so that one ignores its own.
  public let deletedBy: DeviceID

  /// For a service that tells a user's other devices.
  public init(key: DraftKey, revision: DraftRevision, deletedBy: DeviceID) {
    self.key = key
    self.revision = revision
    self.deletedBy = deletedBy
  }
}

/// An event and the position in the stream that is reached with it.
public struct EventEnvelope: Hashable, Sendable {
  /// Give it to ``ChatService/events(after:)`` to go on behind this event.
  public let token: EventToken
  /// What happened.
  public let event: ChatEvent

  /// For a service that makes a stream of events.
  public init(token: EventToken, event: ChatEvent) {
    self.token = token
    self.event = event
  }
}

/// Another user has read replies.
public struct ThreadReceiptEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread; nil: they have read everything up to there, in all threads of the channel.
  public let parentId: MessageID?
  /// Who has read; never the current user.
  public let userId: UserID
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that tells how far others have read.
  public init(channelId: ChannelID, parentId: MessageID?, userId: UserID, lastRead: Timetoken) {
    self.channelId = channelId
    self.parentId = parentId
    self.userId = userId
    self.lastRead = lastRead
  }
}
