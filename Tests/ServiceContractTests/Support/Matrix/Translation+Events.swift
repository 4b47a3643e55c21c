import ChatDomain

extension Translation {
  func callAsFunction(_ event: ChatEvent) -> ChatEvent {
    switch event {
    case .messageCreated(let message): .messageCreated(self(message))
    case .messageUpdated(let message): .messageUpdated(self(message))
    case .messageDeleted(let event):
      .messageDeleted(
        MessageDeletedEvent(
          channelId: channel(event.channelId), messageId: event.messageId, parentId: event.parentId,
          isHard: event.isHard, deletedAt: event.deletedAt))
    case .threadInfoUpdated(let event):
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: channel(event.channelId), targetMessageId: event.targetMessageId,
          threadInfo: self(event.threadInfo)))
    case .channelUpdated(let channel): .channelUpdated(self(channel))
    case .memberJoined(let membership): .memberJoined(self(membership))
    case .memberLeft(let id, let userId): .memberLeft(channelId: channel(id), userId: user(userId))
    case .typing(let event):
      .typing(
        TypingEvent(
          channelId: channel(event.channelId), parentId: event.parentId, user: self(event.user),
          isTyping: event.isTyping, expiresAt: event.expiresAt))
    case .presenceChanged(let id, let presence): .presenceChanged(userId: user(id), presence)
    case .readPositionChanged(let id, let userId, let position):
      .readPositionChanged(channelId: channel(id), userId: user(userId), position)
    case .invited(let invitation): .invited(self(invitation))
    case .invitationEnded(let id): .invitationEnded(channelId: channel(id))
    case .threadReadPositionChanged(let event):
      .threadReadPositionChanged(
        ThreadReadEvent(
          channelId: channel(event.channelId), parentId: event.parentId, reading: event.reading))
    case .channelPreferencesChanged(let id, let preferences):
      .channelPreferencesChanged(channelId: channel(id), preferences)
    case .mentioned(let mention): .mentioned(self(mention))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: self(event.draftMessage)))
    case .draftDeleted(let event):
      .draftDeleted(
        DraftDeletedEvent(key: self(event.key), revision: event.revision, deletedBy: event.deletedBy))
    case .limitsChanged: event
    case .spacesChanged(let spaces): .spacesChanged(spaces.map { self($0) })
    }
  }
}
