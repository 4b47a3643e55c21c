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
    case .threadReceiptChanged(let event):
      .threadReceiptChanged(
        ThreadReceiptEvent(
          channelId: channel(event.channelId), parentId: event.parentId, userId: user(event.userId),
          lastRead: event.lastRead))
    case .channelPreferencesChanged(let id, let preferences):
      .channelPreferencesChanged(channelId: channel(id), preferences)
    case .mentioned(let mention): .mentioned(self(mention))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: self(event.draftMessage)))
    case .draftDeleted(let event):
      .draftDeleted(
        DraftDeletedEvent(key: self(event.key), revision: event.revision, deletedBy: event.deletedBy))
    case .inboxChanged(let change):
      .inboxChanged(InboxChange(added: change.added.map { self($0) }, unreadCount: change.unreadCount))
    case .knocksChanged(let id): .knocksChanged(channelId: channel(id))
    case .limitsChanged: event
    case .rolesChanged(let id): .rolesChanged(channelId: channel(id))
    case .spacesChanged(let spaces): .spacesChanged(spaces.map { self($0) })
    }
  }

  func callAsFunction(_ item: InboxItem) -> InboxItem {
    let content: InboxItem.Content =
      switch item.content {
      case .message(let message): .message(self(message))
      case .reaction(let name, let message): .reaction(name, to: self(message))
      case .invitation(let invitation): .invitation(self(invitation))
      }
    return InboxItem(
      id: item.id, kind: item.kind, by: self(item.by), at: item.at, token: item.token, isRead: item.isRead,
      content: content)
  }
}
