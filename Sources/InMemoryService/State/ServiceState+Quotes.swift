import ChatDomain

/// Quotes are resolved when somebody reads them: in messages, in events, in answers and in drafts.
extension ServiceState {
  func quote(_ reference: QuoteReference, in room: Int) -> QuotedMessage {
    let channel = rooms[room].id
    guard let token = reference.id.token, let record = rooms[room].record(token), !record.isDeleted else {
      return QuotedMessage(
        id: reference.id, channelId: channel, author: knownUser(reference.author), elements: [],
        isDeleted: true)
    }
    return QuotedMessage(
      id: reference.id, channelId: channel, author: knownUser(record.author), elements: record.body.elements,
      version: Timetoken(max(record.token, record.details.version)), isUnreadable: record.isUnreadable)
  }

  /// The reference to what somebody quotes. Nobody can put words or a name into another user's mouth: only the id is
  /// believed, unless the message is gone.
  func reference(
    to quoted: QuotedMessage?, in room: Int
  ) throws(ChatError) -> QuoteReference? {
    guard let quoted else { return nil }
    guard quoted.channelId == rooms[room].id else { throw .refused(.quoteFromOtherChannel) }
    // A message that was deleted while this one was in transit is no reason to refuse this one.
    let author = quoted.id.token.flatMap { rooms[room].record($0) }?.author ?? quoted.author.id
    return QuoteReference(id: quoted.id, author: author)
  }

  /// A message that is kept outside the history, with its quote as it is now.
  func withPresentQuote(_ message: Message) -> Message {
    guard let quoted = message.quoted else { return message }
    var message = message
    message.quoted = present(quoted)
    return message
  }

  /// A draft with its quote as it is now.
  func withPresentQuote(_ draft: DraftMessage) -> DraftMessage {
    guard let quoted = draft.content.quoted else { return draft }
    var draft = draft
    draft.content.quoted = present(quoted)
    return draft
  }

  /// An event that waited in a log, with its quote as it is now.
  func withPresentQuote(_ event: ChatEvent) -> ChatEvent {
    switch event {
    case .messageCreated(let message): .messageCreated(withPresentQuote(message))
    case .messageUpdated(let message): .messageUpdated(withPresentQuote(message))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: withPresentQuote(event.draftMessage)))
    case .messageDeleted, .threadInfoUpdated, .channelUpdated, .memberJoined, .memberLeft, .typing,
      .presenceChanged, .readPositionChanged, .threadReadPositionChanged, .mentioned, .draftDeleted,
      .channelPreferencesChanged, .invited, .invitationEnded, .limitsChanged:
      event
    }
  }

  private func present(_ quoted: QuotedMessage) -> QuotedMessage {
    guard let room = roomNumbers[quoted.channelId] else { return quoted.deleted }
    return quote(QuoteReference(id: quoted.id, author: quoted.author.id), in: room)
  }
}
