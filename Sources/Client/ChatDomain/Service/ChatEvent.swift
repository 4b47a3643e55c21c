/// An event that a service sends to a device. Events can arrive twice or late; each carries enough data to detect that.
// Indirect: thousands of events are kept, and most are far smaller than one with a message.
public indirect enum ChatEvent: Hashable, Sendable {
  /// A message was sent, perhaps by the current user on another device.
  case messageCreated(Message)
  /// Text, files, pin or reactions changed. Carries the message in its current state, with a version that increases.
  case messageUpdated(Message)
  /// The text of a message was deleted or, after a hard deletion, the whole message.
  case messageDeleted(MessageDeletedEvent)
  /// A reply was added or deleted; ``Message/apply(_:)`` updates the message above the thread.
  case threadInfoUpdated(ThreadInfoUpdateEvent)
  /// The user got a new channel, or the name or topic of a channel changed.
  case channelUpdated(Channel)
  /// A user joined a channel, perhaps the current user.
  case memberJoined(Membership)
  /// A user left a channel, perhaps the current user.
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
  /// The current user changed the preferences of a channel on one of their devices.
  case channelPreferencesChanged(channelId: ChannelID, ChannelPreferences)
  /// The current user was mentioned.
  case mentioned(MentionEvent)
  /// A draft of the current user has another revision at the service.
  case draftUpdated(DraftUpdatedEvent)
  /// A draft of the current user was deleted at the service: sent or cleared on one of their devices.
  case draftDeleted(DraftDeletedEvent)
  /// The inbox changed. Sent only to devices that requested the inbox since they connected.
  case inboxChanged(InboxChange)
  /// A request to join was made or ended: the current user's own, or one that they may answer.
  case knocksChanged(channelId: ChannelID)
  /// The limits of the service changed. ``ChatService/limits`` is updated before the event is sent.
  case limitsChanged(ServiceLimits)
  /// The role of a member changed, or the roles required for an action in the channel.
  case rolesChanged(channelId: ChannelID)
  /// The user's spaces or their channels changed. Contains all spaces, as ``ChatService/spaces()`` lists them.
  case spacesChanged([Space])
  /// What this device can do with encrypted messages changed.
  case encryptionChanged(EncryptionState)
  /// The people of an encrypted channel, their devices or identities changed: ask for
  /// ``ChatService/encryptionRecipients(in:)`` again.
  case recipientsChanged(channelId: ChannelID)
}

/// A user is typing, or has stopped. Typing expires if no further event arrives.
public struct TypingEvent: Hashable, Sendable {
  /// The channel in which the user types.
  public let channelId: ChannelID
  /// The message in whose thread the user types; nil in the channel itself.
  public let parentId: MessageID?
  /// The user who types; never the current user.
  public let user: User
  /// False if they stopped before typing expired.
  public let isTyping: Bool
  /// The time at which typing expires.
  public let expiresAt: Timestamp

  /// For a service that forwards ``ChatService/setTyping(_:in:)``.
  public init(channelId: ChannelID, parentId: MessageID?, user: User, isTyping: Bool, expiresAt: Timestamp) {
    self.channelId = channelId
    self.parentId = parentId
    self.user = user
    self.isTyping = isTyping
    self.expiresAt = expiresAt
  }
}

/// The current user read replies under a message on one of their devices.
public struct ThreadReadEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread.
  public let parentId: MessageID
  /// The read position now, on all of the user's devices.
  public let reading: ThreadReadPosition

  /// For a service that forwards ``ChatService/markThreadRead(_:in:upTo:)``.
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
  /// The message above the thread; nil if the mention is not in a thread.
  public let parentId: MessageID?
  /// The message with the mention.
  public let messageId: MessageID
  /// The user to notify.
  public let mentioned: UserID
  /// The author of the message.
  public let by: UserID

  /// The value that ``ChatService/sendMention(_:)`` takes and the mentioned user receives.
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
  /// The draft as it was saved. Compare its revision with the known one.
  public let draftMessage: DraftMessage

  /// For a service that notifies a user's other devices.
  public init(draftMessage: DraftMessage) { self.draftMessage = draftMessage }

  /// The channel that the draft belongs to.
  public var channelId: ChannelID { draftMessage.channelId }
  /// The message that the draft replies to; nil for the channel's own draft.
  public var threadId: MessageID? { draftMessage.threadId }
}

/// One of the current user's devices deleted a draft.
public struct DraftDeletedEvent: Hashable, Sendable {
  /// The channel or thread whose draft was deleted.
  public let key: DraftKey
  /// One higher than the revision of the deleted draft.
  public let revision: DraftRevision
  /// The device that deleted it, so that this device can ignore its own event.
  public let deletedBy: DeviceID

  /// For a service that notifies a user's other devices.
  public init(key: DraftKey, revision: DraftRevision, deletedBy: DeviceID) {
    self.key = key
    self.revision = revision
    self.deletedBy = deletedBy
  }
}

/// An event and the position in the stream after it.
public struct EventEnvelope: Hashable, Sendable {
  /// Pass it to ``ChatService/events(after:)`` to continue after this event.
  public let token: EventToken
  /// The event.
  public let event: ChatEvent

  /// For a service that creates a stream of events.
  public init(token: EventToken, event: ChatEvent) {
    self.token = token
    self.event = event
  }
}

/// Another user has read replies.
public struct ThreadReceiptEvent: Hashable, Sendable {
  /// The channel that the thread is in.
  public let channelId: ChannelID
  /// The message above the thread; nil if they have read everything up to `lastRead` in all threads of the channel.
  public let parentId: MessageID?
  /// The user who read; never the current user.
  public let userId: UserID
  /// The last message that they have read.
  public let lastRead: Timetoken

  /// For a service that reports the read positions of other users.
  public init(channelId: ChannelID, parentId: MessageID?, userId: UserID, lastRead: Timetoken) {
    self.channelId = channelId
    self.parentId = parentId
    self.userId = userId
    self.lastRead = lastRead
  }
}
