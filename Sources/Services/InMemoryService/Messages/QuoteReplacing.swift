import ChatDomain

/// What is kept outside the history has its quote as it was then. Whoever reads it gets the quote as it is now.

extension Message {
  func replacingQuote(_ present: (QuotedMessage) -> QuotedMessage) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = present(quoted)
    return message
  }
}

extension DraftMessage {
  func replacingQuote(_ present: (QuotedMessage) -> QuotedMessage) -> DraftMessage {
    guard let quoted = content.quoted else { return self }
    var draft = self
    draft.content.quoted = present(quoted)
    return draft
  }
}

extension ChatError {
  func replacingQuote(_ present: (QuotedMessage) -> QuotedMessage) -> ChatError {
    guard case .draftConflict(let current?, let revision) = self else { return self }
    return .draftConflict(current: current.replacingQuote(present), revision: revision)
  }
}

extension ChatEvent {
  func replacingQuote(_ present: (QuotedMessage) -> QuotedMessage) -> ChatEvent {
    switch self {
    case .messageCreated(let message): .messageCreated(message.replacingQuote(present))
    case .messageUpdated(let message): .messageUpdated(message.replacingQuote(present))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: event.draftMessage.replacingQuote(present)))
    case .messageDeleted, .threadInfoUpdated, .channelUpdated, .memberJoined, .memberLeft, .typing,
      .presenceChanged, .readPositionChanged, .threadReadPositionChanged, .mentioned, .draftDeleted,
      .channelPreferencesChanged, .invited, .invitationEnded, .inboxChanged, .limitsChanged, .rolesChanged,
      .spacesChanged, .threadReceiptChanged, .knocksChanged:
      self
    }
  }
}
